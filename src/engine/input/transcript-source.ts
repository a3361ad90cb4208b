import type { Format } from "../../formats/format.ts";
import type { CondensedMessage } from "../../formats/shared/native-condense.ts";
import type { ObservationPart, UnitPlace } from "../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../transcript/model/placed.ts";
import type { LineTable } from "./line-table.ts";
import type { ReadTranscript } from "./read-transcript.ts";

/**
 * The transcripts of one record, or of all lines of an input, and the ways back to their bytes. Valid
 * until the next record is read.
 */
export interface TranscriptSource {
  readonly format: Format;
  /** Whether its bytes are in memory. */
  readonly isHeld: boolean;
  /** The lines that messages can be taken out of and put into; undefined for those of one record. */
  readonly lines: LineTable | undefined;
  transcripts(): readonly ReadTranscript[];
  /** Whether a message is the whole record of its line. */
  isWholeLine(unit: UnitPlace): boolean;
  /** The text of an observation, if it is known where it lies, and lies nowhere else. */
  knownText(placed: PlacedTranscript, part: ObservationPart): KnownText | undefined;
  /** A message that stays valid when another is looked at. */
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
