import { Column } from "../../../transcript/columns/column.ts";
import { FoundStore } from "../../../transcript/columns/found-store.ts";
import type { Arrange, Mark } from "../../../transcript/model/arrangement.ts";
import type { MessageAbout, ObservationHead, PartHead } from "../../../transcript/model/heads.ts";
import type { Id } from "../../../transcript/model/id.ts";
import { type Role, SYNTHETIC_TAG } from "../../../transcript/model/message.ts";
import type { PartSize, PartTarget, SideOf } from "../../../transcript/model/part-target.ts";
import type { BoundModels } from "../policy/plain-bound.ts";
import type { TurnStarts } from "../policy/turn-starts.ts";
import {
  type ArrangedConversation,
  ConversationWalk,
  type ResultPlacer,
} from "./conversation-walk.ts";
import {
  type ArgumentsOf,
  addImage,
  type CountedResult,
  extraOf,
  UNPLACED,
} from "./message-counter.ts";
import { OpenCalls } from "./open-calls.ts";
import { SideBytes } from "./side-bytes.ts";

/**
 * Columns of the messages of a format whose file order need not be conversation order, kept until all lines
 * are read: see `Findings`. Results are paired with calls as lines are read, and the pairs are checked when
 * the messages are arranged.
 */
export class ArrangedMessages implements PartTarget {
  isPlain = true;
  /** The results of the current line. */
  readonly found: CountedResult[] = [];
  /** Reads the arguments of a call; those of open calls are kept, by part. */
  argumentsOf: ArgumentsOf | undefined;
  private readonly openArguments = new Map<number, string>();
  readonly store = new FoundStore();
  readonly chars = new Column();
  readonly openCalls = new OpenCalls();
  /** By part: the number of its result plus one; 0 if it is no result. */
  readonly results = new Column();
  /** By result: the part of its call plus one; 0 if it has none. */
  readonly calls = new Column();
  private readonly sides = new SideBytes();
  /** The names of tools, by number. */
  private readonly names: (string | undefined)[] = [];
  private readonly bound: BoundModels;
  /** By part: the number of the model that its reasoning is bound to; 0 for most parts. */
  readonly boundParts = new Column();
  private readonly masksSides: boolean;
  private part = 0;
  /** Whether the latest message has a result. */
  private isInResult = false;
  private hasThreads = false;
  private hasSidesOfCalls = false;
  /** The number of the latest call's id. */
  private latestCall = 0;

  constructor(bound: BoundModels, { masksSides }: { readonly masksSides: boolean }) {
    this.bound = bound;
    this.masksSides = masksSides;
  }

  /** Starts a line. */
  open(): void {
    this.part = 0;
    if (this.found.length > 0) this.found.length = 0;
  }

  addMessage(role: Role, record: number, about: MessageAbout<Id> = NOTHING): void {
    const { tags, fixed, thread } = about;
    if (fixed || (tags !== undefined && tags !== SYNTHETIC && !isSynthetic(tags)))
      this.isPlain = false;
    if (thread !== undefined) this.thread();
    this.store.addMessage(role, about, record);
    this.isInResult = false;
    this.bound.nextMessage();
  }

  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void {
    const { store } = this;
    const index = store.partCount;
    const part = this.part++;
    store.addPart(head);
    this.chars.push(chars);
    if (head.kind === "observation") this.result(head, { index, part, chars, size });
    else if (head.kind === "call") {
      if (head.id === undefined) this.isPlain = false;
      this.latestCall = store.idNumber(index);
      this.openCalls.add(this.latestCall, index);
      if (this.argumentsOf !== undefined) this.openArguments.set(index, this.argumentsOf(part));
    } else if (head.kind === "image") {
      if (head.insideObservation) this.isPlain &&= this.isInResult && addImage(this.found, size);
    } else if (head.kind === "reasoning" && head.signed) this.signed(index);
  }

  private result(
    { callId, toolName, isError, editable }: ObservationHead<Id>,
    about: { index: number; part: number; chars: number; size: PartSize | undefined },
  ): void {
    const { store, calls } = this;
    const { index, part, chars, size } = about;
    this.isInResult = true;
    const id = store.idNumber(index);
    // Which call it answers without an id is known once messages are arranged.
    if (callId === undefined) this.isPlain = false;
    const call = this.openCalls.take(id);
    this.sides.addResult(id);
    this.results.pushAt(index, calls.length + 1);
    calls.push(call + 1);
    const tool = toolName ?? (call < 0 ? undefined : this.nameOf(call));
    const hasCall = call >= 0;
    const args = this.openArguments.get(call) ?? "";
    this.openArguments.delete(call);
    const extra = extraOf(size);
    this.found.push({ part, chars, editable, isError, extra, hasCall, tool, args, ...UNPLACED });
  }

  /** The name of a call, cached: few tools are called many times. */
  private nameOf(call: number): string | undefined {
    const number = this.store.nameNumber(call);
    this.names[number] ??= this.store.partName(call);
    return this.names[number];
  }

  private signed(part: number): void {
    const { current, keeps } = this.bound;
    if (current === 0) return;
    if (keeps) this.boundParts.pushAt(part, current);
    else this.isPlain = false;
  }

  addMark(mark: Mark<Id>, record: number): void {
    this.store.addMark(mark, record);
  }

  addUsage(): void {}

  addModel(model: string): void {
    this.bound.model(model);
  }

  addSide(of: SideOf | undefined, bytes: number): void {
    const { sides, store } = this;
    if (of === "prompt" || this.masksSides || (of === undefined && this.calls.length === 0))
      this.isPlain = false;
    else if (of === undefined) sides.addToLatest(bytes);
    else {
      this.hasSidesOfCalls = true;
      const isLatest = of === "latest call";
      if (this.hasThreads || (!isLatest && of.thread !== undefined)) this.isPlain = false;
      const id = isLatest ? this.latestCall : store.numberOfId(of.callId);
      if (id !== 0) sides.addToCall(id, bytes);
    }
  }

  /** Calls of several threads may share an id: a copy that names only a call is ambiguous then. */
  private thread(): void {
    this.hasThreads = true;
    if (this.hasSidesOfCalls) this.isPlain = false;
  }

  /** The bytes of the side copies of a conversation's masked results. */
  sideBytes({ results }: ArrangedConversation, isMasked: (result: number) => boolean): number {
    return this.sides.ofMasked(results, isMasked);
  }

  /** The parents that no line has: the parent's id, and the number of the line that names it. */
  *parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    const { store } = this;
    for (const index of store.parentless())
      yield { parent: store.parentOf(index) ?? "", line: store.place(index).record + 1 };
  }

  /**
   * The conversations, once all lines are read, with the counts at the start of each turn in what `startsOf` makes;
   * undefined if arranging changes the pairs of calls and results.
   */
  arrange(
    arrange: Arrange,
    place: ResultPlacer,
    startsOf: () => TurnStarts | undefined,
  ): readonly ArrangedConversation[] | undefined {
    return new ConversationWalk(this, place, startsOf).conversations(arrange);
  }
}

const NOTHING: MessageAbout = {};
const SYNTHETIC = [SYNTHETIC_TAG];

function isSynthetic(tags: readonly string[]): boolean {
  return tags.length === 1 && tags[0] === SYNTHETIC_TAG;
}
