import { Column } from "../columns/column.ts";
import { CallsInOrder } from "./calls-in-order.ts";
import { type Id, IdBytes, sameId, textOfId } from "./id.ts";

/** Which call each observation answers. */
export interface Pairs {
  /** The other half of part `index`, as the number of a part. */
  mate(index: number): number | undefined;
  /** Calls without an observation, and observations without a call. */
  readonly violations: number;
}

/** A call or an observation that is part number `index`. */
interface Half {
  readonly index: number;
  readonly id: Id | undefined;
  readonly name: string | undefined;
  readonly turn: number;
}

/**
 * Pairs calls with observations incrementally.
 *
 * With an id, an observation belongs to the latest call of that id still open: ids repeat in real transcripts.
 * Without one, to the first call still open of the latest turn that has calls, by name where both have a name (a call
 * within the text of a message has none, `""`): to one without an id before those with ids.
 */
export class PairFinder implements Pairs {
  violations = 0;
  /** A part's mate, by its number from 1. */
  private readonly mates = new Column();
  private readonly isAnswered = (call: number) => this.mates.at(call) !== NO_MATE;
  /** Calls by their ids, the latest last; those answered in order stay until they are the latest. */
  private readonly openById = new Map<string, number[]>();
  /** The latest call while it is open: not in the map yet, since most are answered next. */
  private latest = NONE;
  private latestId: Id = "";
  private readonly held = new IdBytes();
  private readonly withIds = new CallsInOrder(this.isAnswered);
  private readonly others = new CallsInOrder(this.isAnswered);
  private turn = 0;

  /** The next part; a part that is neither call nor observation has no mate. */
  other(): void {
    this.mates.push(NO_MATE);
  }

  call({ index, id, name, turn }: Half): void {
    this.violations++;
    this.mates.push(NO_MATE);
    if (turn !== this.turn) this.clearTurn(turn);
    (id === undefined ? this.others : this.withIds).add(index, name);
    if (id === undefined) return;
    this.fileLatest();
    this.latest = index;
    if (typeof id === "object") this.held.copy(id);
    this.latestId = typeof id === "object" ? this.held : id;
  }

  observation({ index, id, name }: Half): void {
    const call = this.callOf(id, name) ?? NONE;
    this.mates.push(call + 1);
    if (call === NONE) this.violations++;
    else {
      if (call === this.latest) this.latest = NONE;
      this.mates.set(call, index + 1);
      this.violations--;
    }
  }

  mate(index: number): number | undefined {
    const mate = index < this.mates.length ? this.mates.at(index) : NO_MATE;
    return mate === NO_MATE ? undefined : mate - 1;
  }

  clear(): void {
    this.violations = 0;
    this.mates.clear();
    this.openById.clear();
    this.latest = NONE;
    this.clearTurn(0);
  }

  private clearTurn(turn: number): void {
    this.turn = turn;
    this.withIds.clear();
    this.others.clear();
  }

  /** Adds the latest call to the open ones. */
  private fileLatest(): void {
    if (this.latest === NONE) return;
    const id = textOfId(this.latestId);
    const open = this.openById.get(id);
    if (open === undefined) this.openById.set(id, [this.latest]);
    else open.push(this.latest);
    this.latest = NONE;
  }

  private callOf(given: Id | undefined, name: string | undefined): number | undefined {
    if (given === undefined) return this.others.first(name) ?? this.withIds.first(name);
    if (this.latest !== NONE && sameId(this.latestId, given)) return this.latest;
    const id = textOfId(given);
    const open = this.openById.get(id) ?? [];
    let call = open.pop();
    while (call !== undefined && this.isAnswered(call)) call = open.pop();
    if (open.length === 0) this.openById.delete(id);
    return call;
  }
}

/** No part. */
const NONE = -1;

/** The value for no mate: columns of zeros take no memory. */
const NO_MATE = 0;
