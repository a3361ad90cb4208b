import { type Message, SUMMARY_TAG } from "../../transcript/model/message.ts";
import { type Transcript, taskOf } from "../../transcript/model/transcript.ts";
import type { Step, WindowEnds } from "../windows/window-ends.ts";
import type { Policy } from "./checked-policy.ts";

/**
 * The messages that survive summarization and fallback at a step: system messages, the task, the messages of the
 * window, and every message that shares a pair or an item with a kept one, or holds the signed reasoning before
 * it, transitively. One entry a message, 1 for kept.
 */
export function keptMessages(
  transcript: Transcript,
  policy: Policy,
  { window, step }: { readonly window: WindowEnds; readonly step: Step },
): Uint8Array {
  const { messages } = transcript;
  const end = transcript.turns.messagesUpTo(step);
  const kept = new Uint8Array(end);
  const added: Message[] = [];
  const keep = (message: Message | undefined) => {
    if (message === undefined || message.index >= end || kept[message.index] === 1) return;
    kept[message.index] = 1;
    added.push(message);
  };

  const seen = new Uint8Array(end);
  const keepReasoning = ({ index, role }: Message) => {
    if (role !== "assistant") return;
    const turn = transcript.turns.of(index);
    for (let at = index - 1; at >= 0 && seen[at] === 0; at--) {
      const before = messages.at(at);
      if (before?.role !== "assistant" || transcript.turns.of(at) !== turn) return;
      seen[at] = 1;
      if (isSignedReasoning(before)) keep(before);
    }
  };

  const start = window.start(step);
  for (const message of messages) {
    if (message.role === "system" || message.fixed || message.index >= start) keep(message);
  }
  if (policy.keepTask) keep(taskOf(transcript));
  for (let message = added.pop(); message !== undefined; message = added.pop()) {
    const next = messages.at(message.index + 1);
    if (message.joined) keep(messages.at(message.index - 1));
    if (next?.joined === true) keep(next);
    keepReasoning(message);
    for (const part of message.parts) {
      const mate = transcript.pairs.mate(part.index);
      if (mate !== undefined) keep(messages.at(transcript.messageOf(mate)));
    }
  }
  return kept;
}

/**
 * The kept messages if only the newest part of a transcript can stay. Of the messages before it, the system's, the
 * fixed ones and the task are kept if `keeps` is `any`, and none if it is `newest`. A new summary replaces that of
 * an earlier compaction.
 */
export function keptNatively(
  transcript: Transcript,
  policy: Policy,
  {
    window,
    step,
    keeps,
  }: { readonly window: WindowEnds; readonly step: Step; readonly keeps: "any" | "newest" },
): { readonly kept: Uint8Array; readonly start: number } {
  const { messages, firstLive } = transcript;
  const end = transcript.turns.messagesUpTo(step);
  const start = newestStart(transcript, Math.max(firstLive, window.start(step)), end);
  const kept = new Uint8Array(end).fill(1, Math.min(start, end));
  if (keeps === "newest") return { kept, start };
  for (const { index, role, fixed, tags } of messages) {
    if (index < firstLive || index >= end) continue;
    if (tags.includes(SUMMARY_TAG)) kept[index] = 0;
    else if (role === "system" || fixed) kept[index] = 1;
  }
  const task = policy.keepTask ? taskOf(transcript) : undefined;
  if (task !== undefined && task.index < end) kept[task.index] = 1;
  return { kept, start };
}

/** The first message from `start` on at which the newest part can begin without separating a pair or a turn. */
function newestStart(transcript: Transcript, start: number, end: number): number {
  const { messages, turns, pairs, firstLive } = transcript;
  const turnStart = (index: number) => turns.messagesUpTo(turns.of(index) - 1);
  const isInReply = messages.at(start)?.role === "assistant";
  let first = isInReply ? Math.max(firstLive, turnStart(start)) : start;
  for (let seen = end; seen > first; ) {
    const from = first;
    for (let index = from; index < seen; index++) {
      for (const part of messages.at(index)?.parts ?? []) {
        const mate = pairs.mate(part.index);
        if (mate !== undefined) first = Math.min(first, transcript.messageOf(mate));
      }
    }
    seen = from;
    if (first < from) first = turnStart(first);
    first = Math.max(first, firstLive);
  }
  return first;
}

/** Whether a message is only signed reasoning, which providers require before the reply after it. */
function isSignedReasoning({ parts }: Message): boolean {
  return parts.length > 0 && parts.every((part) => part.kind === "reasoning" && part.signed);
}

/** The index at which a summary is inserted: after the leading system messages and the task. */
export function summaryPlace(transcript: Transcript, policy: Policy): number {
  const { messages, firstLive } = transcript;
  let place = firstLive;
  while (messages.at(place)?.role === "system") place++;
  const task = policy.keepTask ? taskOf(transcript) : undefined;
  return task === undefined ? place : Math.max(place, task.index + 1);
}
