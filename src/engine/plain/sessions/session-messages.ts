import {
  ARRANGED_KIND,
  ARRANGED_KINDS,
  ARRANGED_MARKS,
  ARRANGED_NAME_BITS,
  ARRANGED_PARTS,
  type KernelArranged,
} from "../../../json/kernel/kernel-arranged.ts";
import type { SessionBatch } from "../../../json/tape/session-words.ts";
import type { NumberedTexts } from "../../../transcript/columns/text-table.ts";
import type { Mark } from "../../../transcript/model/arrangement.ts";
import type { MessageAbout, ObservationHead, PartHead } from "../../../transcript/model/heads.ts";
import type { Id } from "../../../transcript/model/id.ts";
import { ROLES, type Role, SYNTHETIC_TAG } from "../../../transcript/model/message.ts";
import type { PartSize, PartTarget, SideOf } from "../../../transcript/model/part-target.ts";
import type { SessionNumbers } from "../learned/found-sink.ts";
import {
  type ArgumentsOf,
  addImage,
  type CountedResult,
  extraOf,
  UNPLACED,
} from "../messages/message-counter.ts";
import type { BoundModels } from "../policy/plain-bound.ts";
import type { SessionCalls } from "./session-calls.ts";
import type { SessionResults } from "./session-results.ts";

/**
 * The messages of a session whose columns are in the kernel: lines that the kernel read are added in batches,
 * others one by one. Messages are arranged, paired and decided about when all are added.
 */
export class SessionMessages implements PartTarget, SessionNumbers {
  isPlain = true;
  /** The results of the current line. */
  readonly found: CountedResult[] = [];
  readonly texts: NumberedTexts;
  readonly kernel: KernelArranged;
  /** Reads the arguments of a call. */
  argumentsOf: ArgumentsOf | undefined;
  private readonly calls: SessionCalls | undefined;
  /** Marks that have no kind of their own. */
  readonly otherMarks: string[] = [];
  private readonly results: SessionResults;
  private readonly bound: BoundModels;
  readonly keepsCopies: boolean;
  readonly inOrder = false;
  private part = 0;
  /** Whether the latest message has a result. */
  private isInResult = false;
  private hasThreads = false;
  private hasSidesOfCalls = false;

  constructor(
    kernel: KernelArranged,
    {
      texts,
      results,
      bound,
      calls,
      keepsCopies,
    }: {
      readonly texts: NumberedTexts;
      readonly results: SessionResults;
      readonly bound: BoundModels;
      /** Pairs calls and results, if placeholders name the call. */
      readonly calls: SessionCalls | undefined;
      /** Whether copies of results count: they do not where file order is conversation order. */
      readonly keepsCopies: boolean;
    },
  ) {
    this.calls = calls;
    this.keepsCopies = keepsCopies;
    this.kernel = kernel;
    this.texts = texts;
    this.results = results;
    this.bound = bound;
  }

  /** Starts a line. */
  open(): void {
    this.part = 0;
    this.results.open();
    if (this.found.length > 0) this.found.length = 0;
  }

  /** The number of parts so far. */
  get partCount(): number {
    return this.kernel.exports.partTotal.value;
  }

  /** Adds lines that the kernel read, which begin at an offset; `modelOf` gives a model by its number. */
  append(
    batch: SessionBatch,
    { offset, bytes }: { readonly offset: number; readonly bytes: number },
    modelOf: (number: number) => string,
  ): void {
    if (offset + bytes > MOST_BYTES) this.isPlain = false;
    this.kernel.append(batch, offset);
    if (batch.hasThreads) this.thread();
    if (batch.sides > 0) this.sideOfCall();
    const { signed, signedParts } = batch;
    for (let k = 0; k < signed; k++) {
      const model = signedParts[2 * k + 1] ?? 0;
      this.bound.nextMessage();
      if (model !== 0) this.bound.model(modelOf(model));
      this.kernel.exports.setBound(signedParts[2 * k] ?? 0, this.boundModel());
    }
  }

  /** The number of the model that reasoning of the current message is bound to; 0 for none. */
  private boundModel(): number {
    const { current, keeps } = this.bound;
    if (current !== 0 && !keeps) this.isPlain = false;
    return current;
  }

  addMessage(role: Role, record: number, about: MessageAbout<Id> = NOTHING): void {
    const { thread, id, parent, reply } = about;
    const kind = this.kindOfMessage(role, about);
    if (kind === undefined) this.isPlain = false;
    if (thread !== undefined) this.thread();
    this.add(kind ?? 0, record, { id, parent, thread, reply });
    this.isInResult = false;
    this.bound.nextMessage();
  }

  private add(
    kind: number,
    record: number,
    { id, parent, thread, reply }: Pick<MessageAbout<Id>, "id" | "parent" | "thread" | "reply">,
  ): void {
    const { texts, kernel } = this;
    const own = texts.numberOfId(id);
    const above = texts.numberOfId(parent);
    const of = texts.numberOf(thread);
    kernel.exports.pushFound(kind, own, above, of, texts.numberOfId(reply), record);
  }

  addMark(mark: Mark<Id>, record: number): void {
    this.add(this.kindOfMark(mark.mark), record, mark);
  }

  textOf(text: string | undefined): number {
    return this.texts.numberOf(text);
  }

  kindOfMessage(role: Role, { tags = [], fixed }: MessageAbout<Id>): number | undefined {
    if (fixed) return undefined;
    if (tags.length === 0) return ROLES.indexOf(role);
    const isSynthetic = tags.length === 1 && tags[0] === SYNTHETIC_TAG && role === "assistant";
    return isSynthetic ? ARRANGED_KINDS.synthetic : undefined;
  }

  /** The number of the kind of a mark. */
  kindOfMark(mark: string): number {
    const { link, other } = ARRANGED_KINDS;
    const own = ARRANGED_MARKS.indexOf(mark);
    if (own >= 0) return link + own;
    const { otherMarks } = this;
    const at = otherMarks.indexOf(mark);
    const kind = other + (at < 0 ? otherMarks.push(mark) - 1 : at);
    if (kind <= MOST_KINDS) return kind;
    this.isPlain = false;
    return other;
  }

  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void {
    const { texts, kernel } = this;
    const { exports } = kernel;
    const index = this.partCount;
    const part = this.part++;
    switch (head.kind) {
      case "observation":
        this.result(head, { index, part, chars, size });
        return;
      case "call": {
        if (head.id === undefined) this.isPlain = false;
        const name = texts.numberOf(head.name);
        const id = texts.numberOfId(head.id);
        exports.pushPart(CALL | (name << ARRANGED_NAME_BITS), id, chars);
        const args = this.argumentsOf?.(part) ?? "";
        this.calls?.add(id, { part: index, tool: head.name, args });
        return;
      }
      case "image":
        if (head.insideObservation) this.isPlain &&= this.isInResult && addImage(this.found, size);
        exports.pushPart(IMAGE, 0, chars);
        return;
      case "reasoning":
        exports.pushPart(REASONING, head.signed ? this.boundModel() : 0, chars);
        return;
      case "text":
        exports.pushPart(TEXT, 0, chars);
        return;
      default:
        head satisfies never;
    }
  }

  private result(
    { callId, toolName, isError, editable }: ObservationHead<Id>,
    about: { index: number; part: number; chars: number; size: PartSize | undefined },
  ): void {
    const { texts, kernel, results, found } = this;
    const { index, part, chars, size } = about;
    this.isInResult = true;
    // Which call it answers without an id is known once messages are arranged.
    if (callId === undefined) this.isPlain = false;
    const id = texts.numberOfId(callId);
    const name = texts.numberOf(toolName);
    const call = this.calls?.take(id, index);
    const [tool, args] = [toolName ?? call?.tool, call?.args ?? ""];
    kernel.exports.pushPart(RESULT | (name << ARRANGED_NAME_BITS), id, chars);
    results.found(index);
    const extra = extraOf(size);
    found.push({ part, chars, editable, isError, extra, hasCall: false, tool, args, ...UNPLACED });
  }

  addUsage(): void {}

  addModel(model: string): void {
    this.bound.model(model);
  }

  addSide(of: SideOf | undefined, bytes: number): void {
    if (!this.keepsCopies) return;
    if (of === "prompt") this.isPlain = false;
    else if (of === undefined) this.isPlain &&= this.results.copied(bytes);
    else {
      this.sideOfCall();
      const isLatest = of === "latest call";
      if (!isLatest && of.thread !== undefined) this.isPlain = false;
      const id = isLatest ? 0 : this.texts.numberOfId(of.callId);
      this.kernel.exports.sideOfCall(id, bytes);
    }
  }

  /** Calls of several threads may share an id: a copy that names only a call is ambiguous then. */
  private thread(): void {
    this.hasThreads = true;
    if (this.hasSidesOfCalls) this.isPlain = false;
  }

  private sideOfCall(): void {
    this.hasSidesOfCalls = true;
    if (this.hasThreads) this.isPlain = false;
  }
}

const NOTHING: MessageAbout = {};

const {
  text: TEXT,
  reasoning: REASONING,
  call: CALL,
  result: RESULT,
  image: IMAGE,
} = ARRANGED_PARTS;
/** The most kinds of messages and marks. */
const MOST_KINDS = ARRANGED_KIND;

/** The kernel's offsets have 32 bits. */
const MOST_BYTES = 2 ** 32 - 1;
