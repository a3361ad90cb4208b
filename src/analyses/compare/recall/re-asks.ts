import type { CallPart, ObservationPart } from "../../../transcript/model/message.ts";
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

/** Finds calls made again as the parts of a transcript are read. */
export interface ReAskFinder {
  /** Looks at the next live call, in order: a record that is read again for one text has the others open. */
  call(part: CallPart): void;
  readonly reAsks: readonly ReAsk[];
}

/**
 * Finds calls that repeat an earlier one, tool and arguments alike. The agent had everything in view, so it
 * repeated these calls for its own reasons. If a policy would have masked the earlier result by then, the agent
 * would certainly have asked for it again.
 */
export function findReAsks(
  transcript: Transcript,
  { isNew = () => true }: Pick<DrawnOptions, "isNew"> = {},
): ReAskFinder {
  const { turns, pairs, parts } = transcript;
  const ofSize = callsOfSize(transcript);
  const answers = new Map<string, ObservationPart>();
  const reAsks: ReAsk[] = [];
  return {
    reAsks,
    call(part) {
      if (ofSize.get(part.chars) === 1) return;
      const key = keyOf(transcript.text(part));
      const turn = turns.of(part.message);
      const before = answers.get(key);
      if (before !== undefined && turns.of(before.message) < turn && isNew(part.message))
        reAsks.push({ turn, part: part.index, observation: before });
      const mate = pairs.mate(part.index);
      const answer = mate === undefined ? undefined : parts.at(mate);
      if (answer?.kind === "observation") answers.set(key, answer);
    },
  };
}

/** How many live calls there are of each size: those of different sizes are different, and need not be read. */
function callsOfSize(transcript: Transcript): ReadonlyMap<number, number> {
  const { parts, firstLive } = transcript;
  const ofSize = new Map<number, number>();
  for (let part = transcript.firstPartOf(firstLive); part < parts.length; part++) {
    if (transcript.kindOf(part) !== "call" || transcript.isFixed(transcript.messageOf(part)))
      continue;
    const chars = transcript.charsOf(part);
    ofSize.set(chars, (ofSize.get(chars) ?? 0) + 1);
  }
  return ofSize;
}

/**
 * Long arguments are written files: compared by length and a 64-bit hash, as identifiers are. A digest would load
 * Node's crypto module, which takes longer than all else that is done about calls.
 */
function keyOf(text: string): string {
  const { length } = text;
  if (length <= MOST_KEPT) return text;
  let high = 0;
  let low = SEED;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193) ^ (high >>> 13);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 15);
  }
  return `\0${length} ${high} ${low}`;
}

/** Chars of a call that is kept as it is. */
const MOST_KEPT = 64;

const SEED = 0x9e3779b9 | 0;
