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
 * Without one, to the first call still open of the latest turn that has such calls, by name where both have a
 * name: a call within the text of a message has none (`""`).
 */
export class PairFinder implements Pairs {
  violations = 0;
  /** A part's mate, by its number from 1; for an open call the one of its id that was open before. */
  private readonly mates = new Column();
  private readonly openById = new Map<string, number>();
  /** The latest call while it is open: not in the map yet, since most are answered next. */
  private latest = NONE;
  private latestId: Id = "";
  private readonly held = new IdBytes();
  private openInOrder = new CallsInOrder();
  private turn = 0;

  /** The next part; a part that is neither call nor observation has no mate. */
  other(): void {
    this.mates.push(NO_MATE);
  }

  call({ index, id, name, turn }: Half): void {
    this.violations++;
    if (id === undefined) {
      if (turn !== this.turn) this.openInOrder = new CallsInOrder();
      this.turn = turn;
      this.openInOrder.add(index, name);
      this.mates.push(NO_MATE);
      return;
    }
    this.fileLatest();
    this.mates.push(NO_MATE);
    this.latest = index;
    if (typeof id === "object") this.held.copy(id);
    this.latestId = typeof id === "object" ? this.held : id;
  }

  observation(half: Half): void {
    const call = half.id === undefined ? this.openInOrder.take(half.name) : this.takeById(half.id);
    this.mates.push(call === undefined ? NO_MATE : mateAt(call));
    if (call === undefined) this.violations++;
    else {
      this.mates.set(call, mateAt(half.index));
      this.violations--;
    }
  }

  mate(index: number): number | undefined {
    const mate = index < this.mates.length ? this.mates.at(index) : NO_MATE;
    return mate <= NO_MATE ? undefined : mate - 1;
  }

  clear(): void {
    this.violations = 0;
    this.mates.clear();
    this.openById.clear();
    this.latest = NONE;
    this.openInOrder = new CallsInOrder();
    this.turn = 0;
  }

  /** Adds the latest call to the open ones. */
  private fileLatest(): void {
    if (this.latest === NONE) return;
    const index = this.latest;
    const id = textOfId(this.latestId);
    const before = this.openById.get(id);
    if (before !== undefined) this.mates.set(index, openBefore(before));
    this.openById.set(id, index);
    this.latest = NONE;
  }

  private takeById(given: Id): number | undefined {
    if (this.latest !== NONE && sameId(this.latestId, given)) {
      const index = this.latest;
      this.latest = NONE;
      return index;
    }
    if (this.openById.size === 0) return undefined;
    const id = textOfId(given);
    const call = this.openById.get(id);
    if (call === undefined) return undefined;
    const before = this.mates.at(call);
    if (before === NO_MATE) this.openById.delete(id);
    else this.openById.set(id, openBefore(before));
    return call;
  }
}

/** No part. */
const NONE = -1;

/** The value for no mate: columns of zeros take no memory. */
const NO_MATE = 0;

/** The column's value for a part. */
function mateAt(index: number): number {
  return index + 1;
}

/** The column's value for a call that is still open, and back. */
function openBefore(index: number): number {
  return -1 - index;
}
