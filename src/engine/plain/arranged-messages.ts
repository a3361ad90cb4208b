import { Column } from "../../transcript/columns/column.ts";
import { FoundStore } from "../../transcript/columns/found-store.ts";
import type { Arrange, Arrangement, Mark } from "../../transcript/model/arrangement.ts";
import type { MessageAbout, ObservationHead, PartHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import { type Role, SYNTHETIC_TAG } from "../../transcript/model/message.ts";
import type { PartSize, PartTarget, SideOf } from "../../transcript/model/part-target.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { type ArgumentsOf, addImage, type CountedResult, extraOf } from "./message-counter.ts";
import { OpenCalls } from "./open-calls.ts";
import { BoundColumns, type BoundModels } from "./plain-bound.ts";
import { SideBytes } from "./side-bytes.ts";
import { TurnCount } from "./turn-count.ts";

/** The counts of one conversation among the lines of an input, and its results in its order. */
export interface ArrangedConversation {
  /** The line of its first message. */
  readonly line: number;
  readonly messages: number;
  readonly spoken: number;
  readonly toolTurns: number;
  /** Chars that reach the model, and those that no longer do. */
  readonly chars: number;
  readonly deadChars: number;
  /** Numbers of results; the first of them no longer reach the model. */
  readonly results: Sequence<number>;
  readonly deadResults: number;
  /** Tool turns of which a message no longer reaches the model. */
  readonly deadToolTurns: number;
  /** The blocks of bound reasoning that reach the model. */
  readonly blocks: BoundColumns;
}

/** Takes where a result is in its conversation. */
export type ResultPlacer = (
  result: number,
  at: { readonly toolTurn: number; readonly spoken: number; readonly message: number },
) => void;

/**
 * Messages whose file order need not be conversation order, in columns until all are there: see `Findings`. Results
 * are paired with calls as lines come, and that is looked at again when they are arranged.
 */
export class ArrangedMessages implements PartTarget {
  isPlain = true;
  /** The results of the line at hand. */
  readonly found: CountedResult[] = [];
  /** Where the arguments of calls are asked for; those of open calls are kept, by their parts. */
  argumentsOf: ArgumentsOf | undefined;
  private readonly openArguments = new Map<number, string>();
  private readonly store = new FoundStore();
  private readonly chars = new Column();
  private readonly openCalls = new OpenCalls();
  /** By part: one more than the number of the result that it is. */
  private readonly results = new Column();
  /** By result: one more than the part that is its call. */
  private readonly calls = new Column();
  private readonly sides = new SideBytes();
  /** The names of tools, by their numbers. */
  private readonly names: (string | undefined)[] = [];
  private readonly bound: BoundModels;
  /** By part: the number of the model whose bound reasoning it is; 0 for most. */
  private readonly boundParts = new Column();
  private readonly masksSides: boolean;
  private part = 0;
  /** Whether a result was found in the message begun last. */
  private isInResult = false;
  private hasThreads = false;
  private hasSidesOfCalls = false;

  constructor(bound: BoundModels, { masksSides }: { readonly masksSides: boolean }) {
    this.bound = bound;
    this.masksSides = masksSides;
  }

  /** Begins with a line. */
  open(): void {
    this.part = 0;
    if (this.found.length > 0) this.found.length = 0;
  }

  /** The messages and marks so far. */
  get count(): number {
    return this.store.length;
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
      this.openCalls.add(store.idNumber(index), index);
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
    if (callId === undefined) this.isPlain = false;
    this.isInResult = true;
    const id = store.idNumber(index);
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

  /** The name of a call: few tools are called many times. */
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
      if (this.hasThreads || of.thread !== undefined) this.isPlain = false;
      sides.addToCall(store.numberOfId(of.callId), bytes);
    }
  }

  /** Calls of several threads may have one id: a copy that names a call says too little then. */
  private thread(): void {
    this.hasThreads = true;
    if (this.hasSidesOfCalls) this.isPlain = false;
  }

  /** The bytes of the side copies of those of a conversation's results that are masked. */
  sideBytes({ results }: ArrangedConversation, isMasked: (result: number) => boolean): number {
    return this.sides.ofMasked(results, isMasked);
  }

  /** The parents that no line has: each as it is named, and the number of the line. */
  *parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    const { store } = this;
    for (const index of store.parentless())
      yield { parent: store.parentOf(index) ?? "", line: store.place(index).record + 1 };
  }

  /** The conversations, once all lines are there; undefined where calls and results are paired otherwise. */
  arrange(arrange: Arrange, place: ResultPlacer): readonly ArrangedConversation[] | undefined {
    const conversations: ArrangedConversation[] = [];
    const made = { openCalls: this.openCalls, toolTurns: new Int32Array(this.store.partCount) };
    for (const arrangement of arrange(this.store.all())) {
      const conversation = this.follow(arrangement, made, place);
      if (conversation === undefined) return undefined;
      conversations.push(conversation);
    }
    return conversations;
  }

  private follow(
    { messages, dead = 0, again }: Arrangement,
    calls: CallsSoFar,
    place: ResultPlacer,
  ): ArrangedConversation | undefined {
    if (again !== undefined && again.size > 0) return undefined;
    calls.openCalls.clear();
    const { store } = this;
    const at = new FollowedSoFar();
    let deadResults = 0;
    let deadChars = 0;
    let deadTurn = 0;
    let deadToolTurns = 0;
    for (const index of messages) {
      const role = store.role(index);
      at.enter(role);
      if (!store.hasTags(index)) at.turns.message(role, store.replyNumber(index));
      if (!this.followParts(index, { at, calls, place })) return undefined;
      if (at.turns.turn === deadTurn) deadToolTurns = at.turns.toolTurns;
      if (at.message !== dead) continue;
      deadTurn = at.turns.turn;
      deadToolTurns = at.turns.toolTurns;
      deadResults = at.results.length;
      deadChars = at.chars;
      at.blocks.clear();
    }
    const first = messages.at(0);
    return {
      line: first === undefined ? 1 : store.place(first).record + 1,
      messages: at.message,
      spoken: at.spoken,
      toolTurns: at.turns.toolTurns,
      chars: at.chars - deadChars,
      deadChars,
      results: at.results,
      deadResults,
      deadToolTurns,
      blocks: at.blocks,
    };
  }

  /** Counts the parts of a message; false where calls and results are paired otherwise than before. */
  private followParts(
    index: number,
    about: { readonly at: FollowedSoFar; readonly calls: CallsSoFar; readonly place: ResultPlacer },
  ): boolean {
    const { store } = this;
    const { at, calls, place } = about;
    const end = store.partsEnd(index);
    for (let part = store.firstPart(index); part < end; part++) {
      at.chars += this.chars.at(part);
      const result = this.results.at(part) - 1;
      if (result >= 0) {
        if (!this.answer(result, { part, at, calls })) return false;
        place(result, at);
        at.results.push(result);
      } else if (store.isCall(part)) {
        at.turns.tool();
        calls.toolTurns[part] = at.turns.toolTurns;
        calls.openCalls.add(store.idNumber(part), part);
      } else {
        const model = this.boundParts.at(part);
        if (model > 0) at.blocks.add(model, this.chars.at(part), at.results.length);
      }
    }
    return true;
  }

  /** Pairs a result with its call; false if that is not the one that it had when its line came. */
  private answer(
    result: number,
    about: { readonly part: number; readonly at: FollowedSoFar; readonly calls: CallsSoFar },
  ): boolean {
    const { part, at, calls } = about;
    const call = calls.openCalls.take(this.store.idNumber(part));
    at.turns.observation();
    if (call < 0) at.turns.tool();
    at.toolTurn = call < 0 ? at.turns.toolTurns : (calls.toolTurns[call] ?? 0);
    return call + 1 === this.calls.at(result);
  }
}

/** How far a conversation was followed. */
class FollowedSoFar {
  readonly turns = new TurnCount();
  readonly results = new Column();
  readonly blocks = new BoundColumns();
  message = 0;
  spoken = 0;
  chars = 0;
  /** Of the call of the result at hand. */
  toolTurn = 0;

  enter(role: Role): void {
    this.message++;
    if (role !== "system") this.spoken++;
  }
}

/** The calls of a conversation, and by their parts the tool turns up to their own. */
interface CallsSoFar {
  readonly openCalls: OpenCalls;
  readonly toolTurns: Int32Array;
}

const NOTHING: MessageAbout = {};
const SYNTHETIC = [SYNTHETIC_TAG];

/** Known only when all lines are there. */
const UNPLACED = { turn: 0, toolTurn: 0, spoken: 0, message: 0 };

function isSynthetic(tags: readonly string[]): boolean {
  return tags.length === 1 && tags[0] === SYNTHETIC_TAG;
}
