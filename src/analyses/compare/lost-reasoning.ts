import { boundBlocks } from "../../reduce/binding/bound-blocks.ts";
import type { BindingOption } from "../../reduce/binding/reasoning-setting.ts";
import { weightOf } from "../../reduce/binding/weight-of.ts";
import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import type { Message, ReasoningPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/** A bound block in the requests of a session. */
export interface SentBlock {
  readonly part: ReasoningPart;
  readonly tokens: number;
}

/** The bound blocks of a context, in order, with their tokens. */
export function sentBlocks(
  { transcript, counter, before }: Requests,
  binding: BindingOption,
): readonly SentBlock[] {
  return boundBlocks(transcript, { binding, lone: "stays" }).map(({ part }) => {
    const { index, chars } = part;
    if (chars > 0) return { part, tokens: (before[index + 1] ?? 0) - (before[index] ?? 0) };
    const weight = weightOf(transcript, part);
    return { part, tokens: counter.countChars?.(weight) ?? weight / 4 };
  });
}

/** The lost blocks, and for each request the tokens of those that the model writes again; none without blocks. */
export interface LostReasoning {
  readonly blocks: number;
  readonly again: readonly number[] | undefined;
}

/**
 * The bound blocks that the edits of a setting made invalid: at each request those after the first part that
 * changed since the request before. Only blocks of the current turn, after the user's last message, are written
 * again: the model continues without the others.
 */
export function lostReasoning(
  { transcript, steps }: Requests,
  blocks: readonly SentBlock[],
  { changedFrom }: Pick<Replay, "changedFrom">,
): LostReasoning {
  if (blocks.length === 0) return NONE_LOST;
  const again = steps.map(() => 0);
  const lastAsk = asksBefore(transcript);
  /** Blocks that were sent and are still valid, in order. */
  const valid: SentBlock[] = [];
  let next = 0;
  let lost = 0;
  steps.forEach((step, request) => {
    const end = transcript.turns.messagesUpTo(step);
    for (; (blocks[next]?.part.message ?? end) < end; next++) valid.push(blocks[next] as SentBlock);
    const from = changedFrom[request] ?? 0;
    for (
      let last = valid.at(-1);
      last !== undefined && last.part.index > from;
      last = valid.at(-1)
    ) {
      valid.pop();
      lost++;
      if (last.part.message > lastAsk(end)) again[request] = (again[request] ?? 0) + last.tokens;
    }
  });
  return { blocks: lost, again };
}

const NONE_LOST: LostReasoning = { blocks: 0, again: undefined };

/** Finds the last message of the user before a message; ends may only grow. */
function asksBefore({ messages }: Transcript): (end: number) => number {
  let at = 0;
  let latest = -1;
  return (end) => {
    for (; at < end; at++) {
      const message = messages.at(at);
      if (message !== undefined && isAsk(message)) latest = at;
    }
    return latest;
  };
}

function isAsk({ role, parts }: Message): boolean {
  return role === "user" && parts.every(({ kind }) => kind !== "observation");
}
