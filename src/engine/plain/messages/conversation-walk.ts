import { Column } from "../../../transcript/columns/column.ts";
import type { FoundStore } from "../../../transcript/columns/found-store.ts";
import type { Arrange, Arrangement } from "../../../transcript/model/arrangement.ts";
import type { Role } from "../../../transcript/model/message.ts";
import type { Sequence } from "../../../transcript/model/sequence.ts";
import { BoundColumns } from "../policy/plain-bound.ts";
import type { CountsSoFar, TurnStarts } from "../policy/turn-starts.ts";
import type { ResultNumbers } from "../policy/window-limit.ts";
import type { OpenCalls } from "./open-calls.ts";
import { TurnCount } from "./turn-count.ts";

/** The counts of one conversation among the lines of an input, and its results in conversation order. */
export interface ArrangedConversation {
  /** The line of its first message. */
  readonly line: number;
  readonly messages: number;
  readonly spoken: number;
  readonly toolTurns: number;
  readonly callMessages: number;
  /** Chars that reach the model, and chars that no longer do. */
  readonly chars: number;
  readonly deadChars: number;
  /** Numbers of results, and how many of them, from the first, no longer reach the model. */
  readonly results: Sequence<number>;
  readonly deadResults: number;
  /** Tool turns with a message that no longer reaches the model. */
  readonly deadToolTurns: number;
  /** The blocks of bound reasoning that reach the model. */
  readonly blocks: BoundColumns;
  /** The counts at the start of each turn, if they are wanted. */
  readonly starts: TurnStarts | undefined;
}

/** Receives the position of a result in its conversation. */
export type ResultPlacer = (result: number, at: ResultNumbers) => void;

/** The columns of the messages to arrange. */
export interface ArrangedColumns {
  readonly store: FoundStore;
  readonly chars: Column;
  readonly openCalls: OpenCalls;
  /** By part: the number of its result plus one; 0 if it is no result. */
  readonly results: Column;
  /** By result: the part of its call plus one; 0 if it has none. */
  readonly calls: Column;
  /** By part: the number of the model that its reasoning is bound to. */
  readonly boundParts: Column;
}

/** Walks conversations once all lines are read, and counts their messages, turns, results and chars. */
export class ConversationWalk {
  private readonly columns: ArrangedColumns;
  private readonly place: ResultPlacer;
  /** By call part: the number of tool turns up to and including its own. */
  private readonly toolTurns: Int32Array;
  /** The same for messages with calls. */
  private readonly callMessages: Int32Array;
  private readonly startsOf: () => TurnStarts | undefined;

  constructor(
    columns: ArrangedColumns,
    place: ResultPlacer,
    startsOf: () => TurnStarts | undefined,
  ) {
    this.columns = columns;
    this.place = place;
    this.startsOf = startsOf;
    this.toolTurns = new Int32Array(columns.store.partCount);
    this.callMessages = new Int32Array(columns.store.partCount);
  }

  /**
   * The conversations, once all lines are read; undefined if arranging changes the pairs of calls and
   * results.
   */
  conversations(arrange: Arrange): readonly ArrangedConversation[] | undefined {
    const conversations: ArrangedConversation[] = [];
    for (const arrangement of arrange(this.columns.store.all())) {
      const conversation = this.follow(arrangement);
      if (conversation === undefined) return undefined;
      conversations.push(conversation);
    }
    return conversations;
  }

  private follow({ messages, dead = 0, again }: Arrangement): ArrangedConversation | undefined {
    if (again !== undefined && again.size > 0) return undefined;
    const { store, openCalls } = this.columns;
    openCalls.clear();
    const at = new FollowedSoFar(this.startsOf());
    let deadResults = 0;
    let deadChars = 0;
    let deadTurn = 0;
    let deadToolTurns = 0;
    const { length } = messages;
    for (let k = 0; k < length; k++) {
      const index = messages.at(k) ?? 0;
      const role = store.role(index);
      at.enter(role, store.hasTags(index) ? undefined : store.replyNumber(index));
      if (!this.followParts(index, at)) return undefined;
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
      callMessages: at.turns.callMessages,
      chars: at.chars - deadChars,
      deadChars,
      results: at.results,
      deadResults,
      deadToolTurns,
      blocks: at.blocks,
      starts: at.starts,
    };
  }

  /** Counts the parts of a message; false if a result has another call than when its line was read. */
  private followParts(index: number, at: FollowedSoFar): boolean {
    const { place, toolTurns, callMessages } = this;
    const { store, chars, results, openCalls, boundParts } = this.columns;
    const end = store.partsEnd(index);
    for (let part = store.firstPart(index); part < end; part++) {
      at.chars += chars.at(part);
      const result = results.at(part) - 1;
      if (result >= 0) {
        if (!this.answer(result, part, at)) return false;
        place(result, at);
        at.results.push(result);
      } else if (store.isCall(part)) {
        if (at.hasOrphan) return false;
        at.turns.call(at.message);
        toolTurns[part] = at.turns.toolTurns;
        callMessages[part] = at.turns.callMessages;
        openCalls.add(store.idNumber(part), part);
      } else {
        const model = boundParts.at(part);
        if (model > 0) at.blocks.add(model, chars.at(part), at.results.length);
      }
    }
    return true;
  }

  /** Pairs a result with its call; false if it had another call when its line was read. */
  private answer(result: number, part: number, at: FollowedSoFar): boolean {
    const { store, openCalls, calls } = this.columns;
    const call = openCalls.take(store.idNumber(part));
    at.turns.observation();
    if (call < 0) at.turns.tool();
    at.hasOrphan ||= call < 0;
    at.toolTurn = call < 0 ? at.turns.toolTurns : (this.toolTurns[call] ?? 0);
    at.callMessage = call < 0 ? at.turns.callMessages : (this.callMessages[call] ?? 0);
    return call + 1 === calls.at(result);
  }
}

/** The counts of a conversation up to the current message. */
class FollowedSoFar {
  readonly turns = new TurnCount();
  readonly results = new Column();
  readonly blocks = new BoundColumns();
  readonly starts: TurnStarts | undefined;
  message = 0;
  spoken = 0;
  chars = 0;
  /** The tool turn of the current result's call, and the messages with calls up to its own. */
  toolTurn = 0;
  callMessage = 0;
  /** Whether the current message has a result without a call. */
  hasOrphan = false;

  constructor(starts: TurnStarts | undefined) {
    this.starts = starts;
  }

  /** Starts a message; `reply` is the number of its reply's id, undefined if it starts no turn. */
  enter(role: Role, reply: number | undefined): void {
    if (reply !== undefined && this.turns.message(role, reply)) this.starts?.add(this.counts);
    this.message++;
    this.hasOrphan = false;
    if (role !== "system") this.spoken++;
  }

  private get counts(): CountsSoFar {
    const { message: messages, spoken, chars, results } = this;
    const { toolTurns, callMessages } = this.turns;
    return { messages, spoken, chars, toolTurns, callMessages, count: results.length };
  }
}
