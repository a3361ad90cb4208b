import type { Format } from "../../../formats/format.ts";
import type { Mark } from "../../../transcript/model/arrangement.ts";
import type { MessageAbout, ObservationHead, PartHead } from "../../../transcript/model/heads.ts";
import { type Id, textOfId } from "../../../transcript/model/id.ts";
import type { ObservationExtra, Role } from "../../../transcript/model/message.ts";
import type { PartSize, PartTarget } from "../../../transcript/model/part-target.ts";
import { BoundColumns, type BoundModels } from "../policy/plain-bound.ts";
import type { TurnStarts } from "../policy/turn-starts.ts";
import type { ResultNumbers, UnitTotals } from "../policy/window-limit.ts";
import { TurnCount } from "./turn-count.ts";

/**
 * A result of a line, its call and its position. Of its numbers, tool turns and messages with calls are counted
 * up to its call, other messages up to its own.
 */
export interface CountedResult extends ResultNumbers {
  /** The number of its part in the line. */
  readonly part: number;
  readonly chars: number;
  readonly editable: boolean;
  readonly isError: boolean;
  /** Set if its text is within JSON in a string, or if it has images. */
  extra: ObservationExtra | undefined;
  readonly hasCall: boolean;
  readonly tool: string | undefined;
  /** The arguments of its call, or only the main one, if they are kept; else empty. */
  readonly args: string;
  readonly turn: number;
}

/** The numbers of a result that is arranged once all lines are read. */
export const UNPLACED = { turn: 0, toolTurn: 0, spoken: 0, message: 0, callMessage: 0 };

/** The attributes that few results have, before images are counted. */
export function extraOf(size: PartSize | undefined): ObservationExtra | undefined {
  return size?.frame && { images: 0, imageBytes: 0, frame: size.frame };
}

/** Adds an image to the latest result; false if there is none. */
export function addImage(found: readonly CountedResult[], size: PartSize | undefined): boolean {
  const result = found.at(-1);
  if (result === undefined) return false;
  const { images = 0, imageBytes = 0, frame } = result.extra ?? {};
  result.extra = { images: images + 1, imageBytes: imageBytes + (size?.bytes ?? 0), frame };
  return true;
}

/** Returns the arguments of a call, by the number of its part in the current line. */
export type ArgumentsOf = (part: number) => string;

interface OpenCall {
  readonly name: string;
  readonly args: string;
  readonly turn: number;
  readonly toolTurn: number;
  readonly callMessage: number;
  /** The earlier open call with the same id. */
  readonly before: OpenCall | undefined;
}

/**
 * Counts messages, turns and chars as lines are read, and pairs results with their calls. A lighter
 * `TurnCounter` and `PairFinder`: nothing is kept for later queries. `isPlain` becomes false at a message
 * that needs more.
 */
export class MessageCounter implements PartTarget {
  isPlain = true;
  /** Whether it is not plain only because messages need arranging: see `ArrangedMessages`. */
  isUnordered = false;
  messages = 0;
  /** Messages other than the system's. */
  spoken = 0;
  chars = 0;
  /** The line of the first message. */
  firstLine = 0;
  /** The results of the current line. */
  readonly found: CountedResult[] = [];
  /** Reads the arguments of a call. */
  argumentsOf: ArgumentsOf = () => "";
  private readonly openCalls = new Map<string, OpenCall>();
  private readonly bound: BoundModels;
  /** The blocks of bound reasoning. */
  readonly blocks = new BoundColumns();
  private results = 0;
  private marks: readonly string[] | undefined;
  private line = 0;
  private part = 0;
  /** Whether the latest message has a result. */
  private isInResult = false;
  /** Whether it has a result without a call. */
  private hasOrphan = false;
  private readonly turns = new TurnCount();
  /** The counts at the start of each turn, if they are wanted. */
  readonly starts: TurnStarts | undefined;

  constructor(bound: BoundModels, starts: TurnStarts | undefined) {
    this.bound = bound;
    this.starts = starts;
  }

  begin({ orderedMarks, arrange }: Format): void {
    this.marks = arrange === undefined ? undefined : (orderedMarks ?? []);
  }

  /** Starts a line. */
  open(line: number): void {
    this.line = line;
    this.part = 0;
    if (this.found.length > 0) this.found.length = 0;
  }

  addMessage(role: Role, _record: number, about?: MessageAbout<Id>): void {
    if (about?.reply !== undefined || about?.tags !== undefined || about?.fixed)
      this.isPlain = false;
    if (this.messages === 0) this.firstLine = this.line;
    if (this.turns.message(role)) this.starts?.add({ ...this.counts, chars: this.chars });
    this.messages++;
    if (role !== "system") this.spoken++;
    this.isInResult = false;
    this.hasOrphan = false;
    this.bound.nextMessage();
  }

  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void {
    const part = this.part++;
    if (this.messages === 0) this.isPlain = false;
    this.chars += chars;
    if (head.kind === "observation") this.result(head, { part, chars, size });
    else if (head.kind === "call") {
      // With an orphan, how many messages with calls precede it was not known.
      if (head.id === undefined || this.hasOrphan) this.isPlain = false;
      else {
        this.turns.call(this.messages);
        const id = textOfId(head.id);
        const { turn, toolTurns: toolTurn, callMessages: callMessage } = this.turns;
        const before = this.openCalls.get(id);
        const args = this.argumentsOf(part);
        this.openCalls.set(id, { name: head.name, args, turn, toolTurn, callMessage, before });
      }
    } else if (head.kind === "image") {
      if (head.insideObservation) this.isPlain &&= this.isInResult && addImage(this.found, size);
    } else if (head.kind === "reasoning" && head.signed) this.signed(chars);
  }

  private result(
    { callId, toolName, isError, editable }: ObservationHead<Id>,
    { part, chars, size }: { part: number; chars: number; size: PartSize | undefined },
  ): void {
    this.isInResult = true;
    this.results++;
    // Which call it answers without an id depends on the order of them.
    if (callId === undefined && this.openCalls.size > 0) this.isPlain = false;
    const call = callId === undefined ? undefined : this.take(textOfId(callId));
    const { turns } = this;
    turns.observation();
    if (call === undefined) turns.tool();
    this.hasOrphan ||= call === undefined;
    this.found.push({
      part,
      chars,
      editable,
      isError,
      extra: extraOf(size),
      hasCall: call !== undefined,
      tool: toolName ?? call?.name,
      args: call?.args ?? "",
      turn: call?.turn ?? turns.turn,
      toolTurn: call?.toolTurn ?? turns.toolTurns,
      spoken: this.spoken,
      message: this.messages,
      callMessage: call?.callMessage ?? turns.callMessages,
    });
  }

  /** Closes the latest open call with an id. */
  private take(id: string): OpenCall | undefined {
    const call = this.openCalls.get(id);
    if (call?.before !== undefined) this.openCalls.set(id, call.before);
    else if (call !== undefined) this.openCalls.delete(id);
    return call;
  }

  /** The counts so far. */
  private get counts(): UnitTotals {
    const { messages, spoken, toolTurns, callMessages, results: count } = this;
    return { messages, spoken, toolTurns, callMessages, count };
  }

  get callMessages(): number {
    return this.turns.callMessages;
  }

  get toolTurns(): number {
    return this.turns.toolTurns;
  }

  private signed(chars: number): void {
    const { current, keeps } = this.bound;
    if (current === 0) return;
    if (keeps) this.blocks.add(current, chars, this.results);
    else this.isPlain = false;
  }

  addMark({ mark }: Mark<Id>): void {
    if (this.marks !== undefined && !this.marks.includes(mark)) this.leaveOrder();
  }

  addUsage(): void {}

  addModel(model: string): void {
    this.bound.model(model);
  }

  /** In formats whose file order is conversation order, side copies are ignored: see `Outline`. */
  addSide(): void {
    if (this.marks !== undefined) this.leaveOrder();
  }

  private leaveOrder(): void {
    this.isPlain = false;
    this.isUnordered = true;
  }
}
