import { plainModelId } from "../../../reduce/binding/model-id.ts";
import type { Requests } from "../../../reduce/replay/requests.ts";
import type { Step } from "../../../reduce/windows/window-ends.ts";
import type { Message } from "../../../transcript/model/message.ts";

/**
 * If the reasoning of a finished turn is dropped at the user's next message: the tokens before the first of it;
 * undefined if none is dropped. OpenAI's API takes reasoning back up to the user's next message only (Reasoning
 * models, "Keeping reasoning items in context"). A turn that the user cut short keeps it.
 */
export function droppedReasoning(
  { transcript, before, start }: Requests,
  { step, model }: { readonly step: Step; readonly model: string | undefined },
): number | undefined {
  if (!OPENAI.test(plainModelId(model ?? ""))) return undefined;
  const { messages, turns } = transcript;
  const at = (index: number): Message | undefined => messages.at(index);
  let index = turns.messagesUpTo(step) - 1;
  if (!isAsk(at(index))) return undefined;
  while (isAsk(at(index))) index--;
  const last = at(index);
  if (last?.role !== "assistant" || last.parts.some(({ kind }) => kind === "call"))
    return undefined;
  let first: number | undefined;
  for (; index >= 0 && !isAsk(at(index)); index--)
    for (const part of at(index)?.parts ?? [])
      if (part.kind === "reasoning") first = Math.min(first ?? part.index, part.index);
  return first === undefined ? undefined : Math.max(0, (before[first] ?? 0) - (before[start] ?? 0));
}

function isAsk(message: Message | undefined): boolean {
  return message?.role === "user" && message.parts.every(({ kind }) => kind !== "observation");
}

const OPENAI = /^(?:gpt|o\d|codex)/;
