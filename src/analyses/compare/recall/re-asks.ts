import { digestOf } from "../../../base/digest.ts";
import type { ObservationPart } from "../../../transcript/model/message.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import type { DrawnOptions } from "./find-references.ts";

/** A call that repeats an earlier one which has a result. */
export interface ReAsk {
  /** The turn of the repeated call, and the number of the call. */
  readonly turn: number;
  readonly part: number;
  /** The newest answer to the same call, of an earlier turn. */
  readonly observation: ObservationPart;
}

/**
 * Finds calls that repeat an earlier one, tool and arguments alike. The agent had everything in view, so it
 * repeated these calls for its own reasons. If a policy would have masked the earlier result by then, the agent
 * would certainly have asked for it again.
 */
export function findReAsks(
  transcript: Transcript,
  { isNew = () => true }: Pick<DrawnOptions, "isNew"> = {},
): readonly ReAsk[] {
  const { messages, firstLive, turns, pairs, parts } = transcript;
  const answers = new Map<string, ObservationPart>();
  const asked: ReAsk[] = [];
  for (let at = firstLive; at < messages.length; at++) {
    const message = messages.at(at);
    if (message === undefined || message.fixed) continue;
    for (const part of message.parts) {
      if (part.kind !== "call") continue;
      const key = keyOf(transcript.text(part));
      const turn = turns.of(at);
      const before = answers.get(key);
      if (before !== undefined && turns.of(before.message) < turn && isNew(at))
        asked.push({ turn, part: part.index, observation: before });
      const mate = pairs.mate(part.index);
      const answer = mate === undefined ? undefined : parts.at(mate);
      if (answer?.kind === "observation") answers.set(key, answer);
    }
  }
  return asked;
}

/** Long arguments are written files: compared by digest. */
function keyOf(text: string): string {
  return text.length <= 64 ? text : digestOf(text);
}
