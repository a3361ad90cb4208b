import type { Format } from "../../../formats/format.ts";
import type { CondensedMessage } from "../../../formats/shared/native-condense.ts";
import type { ObservationPart, UnitPlace } from "../../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../../transcript/model/placed.ts";
import type { LineTable } from "../lines/line-table.ts";
import type { ReadTranscript } from "./read-transcript.ts";

/**
 * The transcripts of one record, or of all lines of an input, and access to their bytes. Valid until the next
 * record is read.
 */
export interface TranscriptSource {
  readonly format: Format;
  /** Whether its bytes are in memory. */
  readonly isHeld: boolean;
  /** The lines, from which messages can be removed and inserted; undefined for one record. */
  readonly lines: LineTable | undefined;
  transcripts(): readonly ReadTranscript[];
  /** Whether a message is the whole record of its line. */
  isWholeLine(unit: UnitPlace): boolean;
  /** The string of an observation, if its place is known and it is the only one. */
  knownText(placed: PlacedTranscript, part: ObservationPart): KnownText | undefined;
  /** A message that stays valid when another is read. */
  view(unit: UnitPlace): CondensedMessage;
}

/** A string in the input: bytes `[start, end)`, quotes included. */
export interface KnownText {
  readonly start: number;
  readonly end: number;
  /** Whether it is in JSON that a string holds. */
  readonly isInside: boolean;
  /** Whether its record is all ASCII. */
  readonly isAscii: boolean;
}
