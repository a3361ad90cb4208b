import type { ReasoningPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/** The worth of a block in chars: of one that only its provider can read, about what its bytes hold. */
export function weightOf(transcript: Transcript, part: ReasoningPart): number {
  return part.chars > 0 ? part.chars : Math.ceil((transcript.savedBytes(part, "") * 3) / 4);
}
