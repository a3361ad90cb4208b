import { utf8Bytes } from "../../base/utf8-bytes.ts";
import type { MessageSink } from "../../formats/format.ts";
import { type Measure, showsErrorIn } from "../../formats/shared/model-chars.ts";
import { encodedBytes } from "../../json/splice/encode.ts";
import {
  type Slot,
  slotExcerpt,
  slotIncludes,
  slotMayBeginWith,
  slotMayEndWith,
  slotText,
} from "../../json/splice/slot-text.ts";
import { fingerprintOf } from "../../json/splice/string-fingerprint.ts";
import type { Shape } from "../../json/tree/shape.ts";
import { NONE, type Node } from "../../json/tree/tree.ts";
import type { ValueTree } from "../../json/tree/value-tree.ts";
import type { MessageAbout, PartHead } from "../../transcript/model/heads.ts";
import { type Id, textOfId } from "../../transcript/model/id.ts";
import type { Part, Role } from "../../transcript/model/message.ts";
import type { Outline } from "../../transcript/model/outline.ts";
import type { Texts } from "../../transcript/model/transcript.ts";

/**
 * Collects the parts that a reader finds in an array of messages: the places of texts and the ids of calls. Passes
 * each on to an outline, with its size.
 */
export class ChatParts implements MessageSink {
  readonly tree: ValueTree;
  /** The index in the array of each message. */
  readonly indices: number[] = [];
  /** Contents of tool results in which no text was found. */
  readonly textlessResults: Node[] = [];
  /** The indices of messages in which a text was found that a tool answered. */
  readonly withResult = new Set<number>();
  readonly wantsUsage = false;
  /** Whether to collect the models that wrote messages. */
  wantsModels = false;
  private readonly outline: Outline;
  private readonly measure: Measure;
  private readonly findsErrors: boolean;
  private readonly slots: (Slot | undefined)[] = [];
  private latestModel: string | undefined;
  private readonly ids: (string | undefined)[] = [];

  /** `findsErrors` looks for signs of errors in observations, beyond the flags of a shape. */
  constructor(
    tree: ValueTree,
    outline: Outline,
    { measure, findsErrors }: { readonly measure: Measure; readonly findsErrors: boolean },
  ) {
    this.tree = tree;
    this.outline = outline;
    this.measure = measure;
    this.findsErrors = findsErrors;
  }

  message(role: Role, node: Node, about?: MessageAbout): void {
    this.indices.push(Number(this.tree.path(node)[0] ?? 0));
    this.outline.addMessage(role, 0, about);
    if (role === "assistant" && this.latestModel !== undefined)
      this.outline.addModel(this.latestModel);
  }

  part(head: PartHead<Id>, node: Node = NONE, shape?: Shape): void {
    const { tree } = this;
    const slot = { node, shape };
    const id =
      head.kind === "call" ? head.id : head.kind === "observation" ? head.callId : undefined;
    this.slots.push(node === NONE ? undefined : slot);
    this.ids.push(id === undefined ? undefined : textOfId(id));
    const mayFail = this.findsErrors && head.kind === "observation" && !head.isError;
    const isError = mayFail && node !== NONE && showsErrorIn(tree, slot);
    const bytes = head.kind === "image" && node !== NONE ? utf8Bytes(tree.text(node)) : 0;
    const chars = this.measure(tree, head, slot);
    const message = this.indices.at(-1);
    if (head.kind === "observation" && chars > 0 && message !== undefined)
      this.withResult.add(message);
    this.outline.addPart(isError ? { ...head, isError } : head, chars, { bytes });
  }

  id(node: Node): Id | undefined {
    return this.tree.isString(node) ? this.tree.text(node) : undefined;
  }

  textless(content: Node): void {
    if (content !== NONE) this.textlessResults.push(content);
  }

  array(): void {}
  mark(): void {}
  side(): void {}
  ignore(): void {}
  usage(): void {}
  inside(): void {}

  model(node: Node): void {
    if (this.wantsModels && this.tree.chars(node) > 0) this.latestModel = this.tree.text(node);
  }

  /** The place of a part's text; undefined if it has none. */
  slot(index: number): Slot | undefined {
    return this.slots[index];
  }

  /** The id of a call, or the one that an observation names. */
  idOf(index: number): string | undefined {
    return this.ids[index];
  }
}

/** The texts of these parts. Their bytes are those of the JSON sent for them, in UTF-8. */
export function chatTexts(parts: ChatParts): Texts {
  const { tree } = parts;
  const nameOf = (part: Part) => (part.kind === "call" ? part.name : "");
  const ask = <T>(part: Part, none: T, answer: (slot: Slot) => T): T => {
    const slot = parts.slot(part.index);
    return slot === undefined ? none : answer(slot);
  };
  const textOf = (part: Part) => nameOf(part) + ask(part, "", (slot) => slotText(tree, slot));
  return {
    text: textOf,
    raw: () => undefined,
    fingerprint: (part) => fingerprintOf(textOf(part)),
    excerpt: (part, count) =>
      nameOf(part) + ask(part, "", (slot) => slotExcerpt(tree, slot, count)),
    includes: (part, literal) => ask(part, false, (slot) => slotIncludes(tree, slot, literal)),
    mayBeginWith: (part, code) => ask(part, false, (slot) => slotMayBeginWith(tree, slot, code)),
    mayEndWith: (part, code, before) =>
      ask(part, false, (slot) => slotMayEndWith(tree, slot, code, before)),
    callId: (part) => parts.idOf(part.index),
    savedBytes: (part, text) =>
      ask(part, 0, (slot) => {
        const images = part.kind === "observation" ? (part.extra?.imageBytes ?? 0) : 0;
        const before = encodedBytes(slotText(tree, slot), UTF8);
        return before + images - encodedBytes(text, UTF8);
      }),
  };
}

const UTF8 = { ascii: false } as const;
