import { digestOf } from "../../../base/digest.ts";
import type { CallPart, ObservationPart } from "../../../transcript/model/message.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import { liveMessages } from "../../inspect/live-messages.ts";
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
  const { turns, pairs, parts } = transcript;
  const calls = liveCalls(transcript);
  // Calls of different sizes are different, and need not be read.
  const ofSize = new Map<number, number>();
  for (const { chars } of calls) ofSize.set(chars, (ofSize.get(chars) ?? 0) + 1);
  const answers = new Map<string, ObservationPart>();
  const asked: ReAsk[] = [];
  for (const part of calls) {
    if (ofSize.get(part.chars) === 1) continue;
    const key = keyOf(transcript.text(part));
    const turn = turns.of(part.message);
    const before = answers.get(key);
    if (before !== undefined && turns.of(before.message) < turn && isNew(part.message))
      asked.push({ turn, part: part.index, observation: before });
    const mate = pairs.mate(part.index);
    const answer = mate === undefined ? undefined : parts.at(mate);
    if (answer?.kind === "observation") answers.set(key, answer);
  }
  return asked;
}

function liveCalls(transcript: Transcript): readonly CallPart[] {
  const calls: CallPart[] = [];
  for (const { fixed, parts } of liveMessages(transcript)) {
    if (fixed) continue;
    for (const part of parts) if (part.kind === "call") calls.push(part);
  }
  return calls;
}

/** Long arguments are written files: compared by digest. */
function keyOf(text: string): string {
  return text.length <= 64 ? text : digestOf(text);
}
