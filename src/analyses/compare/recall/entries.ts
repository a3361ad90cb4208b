import { Column } from "../../../transcript/columns/column.ts";
import type { IdentifierKind } from "./identifier-kind.ts";

/** The identifiers found while a transcript is read, in columns. */
export class Entries {
  readonly highs = new Column();
  readonly lows = new Column();
  /** The number of the observation that first had it; `NO_ORIGIN` if it came from elsewhere. */
  readonly origins = new Column();
  /** The turn that it came in. */
  readonly turns = new Column();
  /** How many observations have it, and the number of the newest. */
  readonly outputs = new Column();
  readonly lastOutputs = new Column();
  /** 1 if two observations of one turn have it, so that neither is its origin. */
  readonly shared = new Column();
  readonly lastUses = new Column();
  /** The kinds of identifiers with an observation as origin. */
  kinds: (IdentifierKind | undefined)[] = [];
  /** 1 once it appears in text that is never masked. */
  readonly echoes = new Column();
  private readonly newest = new Column();
  private readonly copyParts = new Column();
  private readonly copiesBefore = new Column();

  /** Adds the next identifier, numbered in sequence. */
  add(about: { high: number; low: number; origin: number; turn: number }): void {
    this.highs.push(about.high);
    this.lows.push(about.low);
    this.origins.push(about.origin);
    this.turns.push(about.turn);
    this.outputs.push(1);
    this.lastOutputs.push(about.origin);
    this.shared.push(0);
    this.lastUses.push(0);
    this.echoes.push(0);
    this.newest.push(NO_COPY);
  }

  /** Forgets all, and keeps the room. */
  clear(): void {
    this.kinds = [];
    for (const column of this.columns) column.clear();
  }

  private get columns(): readonly Column[] {
    const { highs, lows, origins, turns, outputs, lastOutputs, shared, lastUses } = this;
    const { echoes, newest, copyParts, copiesBefore } = this;
    return [
      ...[highs, lows, origins, turns, outputs, lastOutputs, shared, lastUses],
      ...[echoes, newest, copyParts, copiesBefore],
    ];
  }

  /** Another part that has the identifier. */
  addCopy(entry: number, part: number): void {
    this.copiesBefore.push(this.newest.at(entry));
    this.newest.set(entry, this.copyParts.length);
    this.copyParts.push(part);
  }

  /** The other parts that have it besides the first one, newest first. */
  *copies(entry: number): Iterable<number> {
    for (let copy = this.newest.at(entry); copy !== NO_COPY; copy = this.copiesBefore.at(copy))
      yield this.copyParts.at(copy);
  }
}

/** The origin of identifiers that do not come from an observation. */
export const NO_ORIGIN = -1;

const NO_COPY = -1;
