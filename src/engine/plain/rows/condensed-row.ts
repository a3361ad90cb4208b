import type { Format } from "../../../formats/format.ts";
import { CONTENT, TEXT_KEY } from "../../../formats/shared/shared-keys.ts";
import { editItems } from "../../../json/splice/array-items.ts";
import { encodeString } from "../../../json/splice/encode.ts";
import { type Splice, sortSplices } from "../../../json/splice/splice.ts";
import { RESULT } from "../../../json/tape/chat-table.ts";
import {
  EDIT,
  EDIT_STRIDE,
  type MaskedRows,
  type NotedMessages,
  STAYS_MASKED,
} from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { getString, NONE, type Node } from "../../../json/tree/tree.ts";
import type { NotedConversation } from "../messages/noted-conversation.ts";
import type { Condensed, Masked } from "../policy/plain-telemetry.ts";
import { maskedOf } from "./row-account.ts";
import type { RowTask } from "./row-summary.ts";

/** A conversation whose results were masked, of whose messages only some are kept. */
export class CondensedRow {
  /** The number of messages that are dropped, and their bytes. */
  readonly dropped: number;
  readonly droppedBytes: number;
  /** The chars of the messages that are kept, once masked. */
  readonly keptChars: number;
  readonly conversation: NotedConversation;
  readonly kept: Uint8Array;
  private readonly tree: TapeTree;
  private readonly list: Node;
  private readonly batch: MaskedRows;
  private readonly missed: NotedMessages;

  constructor(tree: TapeTree, { list, items, conversation, kept, batch, missed }: AboutCondensed) {
    this.tree = tree;
    this.list = list;
    this.conversation = conversation;
    this.kept = kept;
    this.batch = batch;
    this.missed = missed;
    let dropped = 0;
    let droppedBytes = 0;
    let keptChars = 0;
    for (const [message, item] of items.entries()) {
      if (kept[message] === 1) keptChars += conversation.charsOf(message);
      else {
        dropped++;
        droppedBytes += tree.end(item) - tree.start(item);
      }
    }
    for (let k = 0; k < conversation.results; k++)
      if (this.isKept(k)) keptChars -= Math.max(0, this.savedBy(k));
    this.dropped = dropped;
    this.droppedBytes = droppedBytes;
    this.keptChars = keptChars;
  }

  /** Whether a dropped message may be only signed reasoning, which stays with the reply after it. */
  mayDropReasoning(items: readonly Node[]): boolean {
    const { conversation, kept, tree } = this;
    const calls = new Uint8Array(items.length);
    for (let call = 0; call < conversation.calls; call++) calls[conversation.caller(call)] = 1;
    return items.some(
      (item, at) =>
        kept[at] === 0 &&
        calls[at] === 0 &&
        conversation.role(at) === "assistant" &&
        !hasText(tree, tree.get(item, CONTENT)),
    );
  }

  /** The message of a summary, as JSON. */
  message(format: Format, summary: string): string {
    const { tree, list: array } = this;
    const encode = (text: string) => encodeString(text, { ascii: tree.isAscii });
    return format.message?.(summary, encode, { tree, array }) ?? "";
  }

  /** The place of a summary: after the first messages of the system, and the task if that is kept. */
  placeOfSummary(task: RowTask): number {
    const { conversation } = this;
    let place = 0;
    while (place < conversation.messages && conversation.role(place) === "system") place++;
    return task === "none" ? place : Math.max(place, task.message + 1);
  }

  /** The splices that remove the messages, mask kept results, and insert a message of a summary at a place. */
  splices(summary: { readonly at: number; readonly json: string } | undefined): readonly Splice[] {
    const { tree, list, kept, conversation } = this;
    const remove = { has: (index: number) => kept[index] === 0 };
    const splices = editItems(tree, list, {
      remove,
      insert: summary === undefined ? [] : [summary],
    });
    let edit = 0;
    for (let k = 0; k < conversation.results; k++) {
      if (this.savedBy(k) <= STAYS_MASKED) continue;
      if (this.isKept(k)) splices.push(this.maskedBy(edit));
      edit++;
    }
    return sortSplices(splices);
  }

  /** The counts of masking, for a report. */
  account(condensed: Pick<Condensed, "afterChars" | "stage" | "fits">): Masked {
    const { conversation, dropped } = this;
    const turns = new Set<number>();
    let savedInResults = 0;
    let remaining = 0;
    for (let k = 0; k < conversation.results; k++) {
      const saved = this.savedBy(k);
      const isMasked = saved > STAYS_MASKED;
      if (!this.isKept(k)) savedInResults += conversation.result(k, RESULT.chars);
      else if (isMasked) savedInResults += saved;
      if (this.isKept(k) && saved >= STAYS_MASKED) remaining++;
      if (isMasked || !this.isKept(k)) turns.add(conversation.result(k, RESULT.turn));
    }
    turns.delete(0);
    const masked = maskedOf(this.batch.numbers);
    const about = { ...condensed, dropped, savedInResults };
    return { ...masked, remaining, maskedTurns: turns.size, condensed: about };
  }

  /** Whether the message of a result is kept. */
  private isKept(result: number): boolean {
    return this.kept[this.conversation.answerer(result)] === 1;
  }

  /** The chars that masking a result saves; `STAYS_MASKED` or less if it stays. */
  private savedBy(result: number): number {
    return this.missed.saved[result] ?? 0;
  }

  /** The splice of an edit of the kernel. */
  private maskedBy(edit: number): Splice {
    const { bytes, edits } = this.batch;
    const integer = (place: number) => edits[edit * EDIT_STRIDE + place] ?? 0;
    const out = integer(EDIT.out);
    const text = bytes.toString("utf8", out, out + integer(EDIT.length));
    return { start: integer(EDIT.start), end: integer(EDIT.end), text };
  }
}

function hasText(tree: TapeTree, content: Node): boolean {
  if (tree.isString(content)) return true;
  return tree.items(content).some((block) => getString(tree, block, TEXT_KEY) !== NONE);
}

interface AboutCondensed {
  /** The array of messages, and its items. */
  readonly list: Node;
  readonly items: readonly Node[];
  readonly conversation: NotedConversation;
  /** 1 for each message that is kept. */
  readonly kept: Uint8Array;
  readonly batch: MaskedRows;
  readonly missed: NotedMessages;
}
