import { HAS_CALL, RESULT } from "../../../json/tape/chat-table.ts";
import type { WindowPolicy } from "../../../reduce/pipeline/checked-policy.ts";
import type { WindowLimit } from "../policy/window-limit.ts";
import type { NotedConversation } from "./noted-conversation.ts";

/**
 * The messages of a conversation that survive summarization and fallback, 1 for each: those of the system, the task,
 * those of the window, and every message that shares a pair with a kept one. The same as `keptMessages`.
 */
export function keptColumns(
  conversation: NotedConversation,
  { start, task }: { readonly start: number; readonly task: number | undefined },
): Uint8Array {
  const { messages } = conversation;
  const kept = new Uint8Array(messages).fill(1, Math.min(start, messages));
  for (let at = 0; at < start; at++) if (conversation.role(at) === "system") kept[at] = 1;
  if (task !== undefined) kept[task] = 1;
  while (keepPairs(conversation, kept));
  return kept;
}

/** Keeps the messages that share a pair with a kept one; false if there were none. The newest call first. */
function keepPairs(conversation: NotedConversation, kept: Uint8Array): boolean {
  let isMore = false;
  for (let call = conversation.calls - 1; call >= 0; call--) {
    const result = conversation.answerTo(call);
    if (result < 0) continue;
    const from = conversation.caller(call);
    const to = conversation.answerer(result);
    if (kept[from] === kept[to]) continue;
    kept[from] = 1;
    kept[to] = 1;
    isMore = true;
  }
  return isMore;
}

/** The first message inside a window that moves by one unit, at the last step: see `WindowEnds`. */
export function windowStart(
  conversation: NotedConversation,
  { unit }: WindowPolicy,
  { limit }: Pick<WindowLimit, "limit">,
): number {
  if (limit < 0) return 0;
  switch (unit) {
    case "turns":
      return startOfTurn(conversation, limit);
    case "messages":
      return nthOf(conversation.messages, limit, (at) => conversation.role(at) !== "system");
    case "events":
      return Math.min(limit, conversation.messages);
    case "call-messages":
      return callMessages(conversation)[limit] ?? conversation.messages;
    case "observations":
    case "tokens":
      return limit < conversation.results ? conversation.answerer(limit) : conversation.messages;
    default:
      return unit satisfies never;
  }
}

/** The number of the item that has `count` others before it of which something holds; `all` if there is none. */
function nthOf(all: number, count: number, holds: (at: number) => boolean): number {
  let left = count;
  for (let at = 0; at < all; at++) if (holds(at) && left-- === 0) return at;
  return all;
}

/** The first message of the tool turn that has `count` others before it. */
function startOfTurn(conversation: NotedConversation, count: number): number {
  const { messages } = conversation;
  const turn = toolTurns(conversation)[count];
  if (turn !== undefined) return nthOf(messages, 0, (at) => conversation.turn(at) >= turn);
  const withParts = new Uint8Array(messages);
  for (let call = 0; call < conversation.calls; call++) withParts[conversation.caller(call)] = 1;
  for (let k = 0; k < conversation.results; k++) withParts[conversation.answerer(k)] = 1;
  return withParts.lastIndexOf(1) + 1;
}

/** The turns with a call, or with a result whose call was not recorded. */
function toolTurns(conversation: NotedConversation): readonly number[] {
  const turns = new Set<number>();
  for (let call = 0; call < conversation.calls; call++)
    turns.add(conversation.turn(conversation.caller(call)));
  for (let k = 0; k < conversation.results; k++)
    if ((conversation.result(k, RESULT.flags) & HAS_CALL) === 0)
      turns.add(conversation.turn(conversation.answerer(k)));
  turns.delete(0);
  return [...turns].sort((one, other) => one - other);
}

/** The messages with a call, in order. */
function callMessages(conversation: NotedConversation): readonly number[] {
  const messages = new Set<number>();
  for (let call = 0; call < conversation.calls; call++) {
    const message = conversation.caller(call);
    if (conversation.turn(message) > 0) messages.add(message);
  }
  return [...messages];
}
