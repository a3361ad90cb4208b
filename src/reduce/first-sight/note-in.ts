import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { FIRST_SIGHT_MARK, type FoundNote, firstSightNoteIn } from "./first-sight-note.ts";

/** The note of first sight in an observation; most are not even decoded for it. */
export function noteIn(transcript: Transcript, part: ObservationPart): FoundNote | undefined {
  if (!transcript.includes(part, FIRST_SIGHT_MARK)) return undefined;
  return firstSightNoteIn(transcript.text(part));
}
