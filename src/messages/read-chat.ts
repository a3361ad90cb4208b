import type { Found } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/index.ts";
import { outlineMessage } from "../formats/outline.ts";
import { type Slot, slotExcerpt, slotIncludes, slotText } from "../json/slot.ts";
import { ValueNode } from "../json/value-node.ts";
import type { Message, Part } from "../transcript/message.ts";
import { createTranscript, type Transcript } from "../transcript/transcript.ts";
import type { AnyChatMessage } from "./chat-message.ts";

/** Plain chat objects as a transcript, and the way back from its parts and messages to them. */
export interface ChatTranscript {
  readonly transcript: Transcript;
  readonly format: FormatName;
  /** The slot of a part; none where it has no text. */
  slotOf(part: Part): Slot<ValueNode> | undefined;
  /** The index in the input array of a message. */
  indexOf(message: Message): number;
}

/**
 * Reads chat objects of either shape. Sizes count `content` alone, as the seeds do: calls and
 * reasoning are there, with no chars.
 */
export function readChat(messages: readonly AnyChatMessage[]): ChatTranscript {
  const record = new ValueNode(messages);
  const format = FORMATS["chat-message"].detect([record]) ? "chat-message" : "openai-chat";
  const found = FORMATS[format].read(record);
  const slots = new Map<number, Slot<ValueNode>>();
  const outlines: Message[] = [];
  let firstPart = 0;
  for (const [index, each] of found.entries()) {
    const at = { index, firstPart, record: 0, slot: firstPart };
    outlines.push(contentOnly(outlineMessage(each, at), each));
    for (const [k, { slot }] of each.parts.entries()) {
      if (slot !== undefined) slots.set(firstPart + k, slot);
    }
    firstPart += each.parts.length;
  }

  const slotOf = (part: Part) => slots.get(part.index);
  const withSlot =
    <A extends unknown[], R>(read: (slot: Slot<ValueNode>, ...rest: A) => R, otherwise: R) =>
    (part: Part, ...rest: A): R => {
      const slot = part.chars === 0 ? undefined : slotOf(part);
      return slot === undefined ? otherwise : read(slot, ...rest);
    };
  const texts = {
    text: withSlot(slotText, ""),
    excerpt: withSlot(slotExcerpt, ""),
    includes: withSlot(slotIncludes, false),
  };
  return {
    transcript: createTranscript({ label: "messages", messages: outlines, texts }),
    format,
    slotOf,
    indexOf: ({ index }) => found[index]?.unit?.index ?? 0,
  };
}

function contentOnly(message: Message, found: Found<ValueNode>): Message {
  const parts = message.parts.map((part, k) => {
    const slot = found.parts[k]?.slot;
    return slot?.node.path[1] === "content" ? part : { ...part, chars: 0 };
  });
  return { ...message, parts };
}
