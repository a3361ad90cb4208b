import type { Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { KeepRule } from "./rule.ts";

/** SWE-agent's tags (`LastNObservations` in its `history_processors.py`); if both are set, the second wins. */
export const KEEP_TAG = "keep_output";
export const REMOVE_TAG = "remove_output";

/** Keeps observations with the keep tag raw. */
export const taggedRule = {
  acts: "keep",
  ofWholes: false,
  reason: "it carries SWE-agent's tag to keep it",
  options: {},
  setting: () => true,
  // No result that is read as columns has tags.
  inColumns: () => true,
  *propose({ transcript }) {
    if (!transcript.hasTags) return;
    for (const part of transcript.observations())
      if (transcript.tagsOf(part.message).includes(KEEP_TAG)) yield { part };
  },
} as const satisfies KeepRule<object, true>;

/** Whether an observation has the tag to be masked at once, regardless of keeping rules. */
export function isToBeRemoved(transcript: Transcript, { message }: Part): boolean {
  return transcript.hasTags && transcript.tagsOf(message).includes(REMOVE_TAG);
}
