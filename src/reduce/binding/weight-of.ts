import type { ReasoningPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/** The weight of a block in chars; for encrypted reasoning, estimated from its bytes. */
export function weightOf(transcript: Transcript, part: ReasoningPart): number {
  return part.chars > 0 ? part.chars : Math.ceil((transcript.savedBytes(part, "") * 3) / 4);
}
