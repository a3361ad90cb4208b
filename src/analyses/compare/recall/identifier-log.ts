import { Column } from "../../../transcript/columns/column.ts";
import type { ObservationPart, Part } from "../../../transcript/model/message.ts";
import { Entries, NO_ORIGIN } from "./entries.ts";
import { IdentifierTable } from "./identifier-table.ts";

/** Collects the identifiers of a transcript and their uses while its parts are read in order. */
export class IdentifierLog {
  readonly entries = new Entries();
  observations: ObservationPart[] = [];
  /** The uses, once a turn: the identifier's number, the turn and the part. */
  readonly found = { entries: new Column(), turns: new Column(), parts: new Column() };
  private readonly table = new IdentifierTable();
  private keepsAll = false;
  /** The part that is being read. */
  private part = 0;
  private turn = 0;
  /** The number of the observation; `NO_ORIGIN` for another part. */
  private ordinal = NO_ORIGIN;
  private mayUse = false;

  /** Begins a transcript. `keepsAll` notes all copies, else none after the first in text that is never masked. */
  begin({ keepsAll }: { readonly keepsAll: boolean }): void {
    const { found, table, entries } = this;
    this.keepsAll = keepsAll;
    this.observations = [];
    entries.clear();
    table.clear();
    for (const column of [found.entries, found.turns, found.parts]) column.clear();
  }

  /** Begins an observation: the next identifiers are in it. */
  beginObservation(part: ObservationPart, turn: number): void {
    this.part = part.index;
    this.turn = turn;
    this.ordinal = this.observations.push(part) - 1;
    this.mayUse = false;
  }

  /** Begins a text or a call; `mayUse` where an identifier in it counts as a use. */
  beginSaid(
    { index }: Part,
    { turn, mayUse }: { readonly turn: number; readonly mayUse: boolean },
  ): void {
    this.part = index;
    this.turn = turn;
    this.ordinal = NO_ORIGIN;
    this.mayUse = mayUse;
  }

  /**
   * Notes an identifier of the part by its 64-bit hash. Returns its number if the part is the observation that
   * introduces it.
   */
  see(high: number, low: number): number | undefined {
    const { entries, table, ordinal } = this;
    const known = table.length;
    const entry = table.numberOf(high, low);
    if (entry === known) {
      entries.add({ high, low, origin: ordinal, turn: this.turn });
      return ordinal === NO_ORIGIN ? undefined : entry;
    }
    const origin = entries.origins.at(entry);
    if (origin === NO_ORIGIN || origin === ordinal) return undefined;
    const isNews = ordinal === NO_ORIGIN ? this.noteSaid(entry) : this.noteOutput(entry);
    if (isNews) this.noteCopy(entry);
    return undefined;
  }

  /** False where the same observation was noted before. */
  private noteOutput(entry: number): boolean {
    const { entries, ordinal } = this;
    if (entries.lastOutputs.at(entry) === ordinal) return false;
    entries.lastOutputs.set(entry, ordinal);
    entries.outputs.set(entry, entries.outputs.at(entry) + 1);
    if (entries.turns.at(entry) === this.turn) entries.shared.set(entry, 1);
    return true;
  }

  /** False where a use in the same turn was noted before. */
  private noteSaid(entry: number): boolean {
    const { entries, found, turn } = this;
    if (!this.mayUse || entries.turns.at(entry) >= turn) return true;
    if (entries.lastUses.at(entry) === turn) return false;
    entries.lastUses.set(entry, turn);
    found.entries.push(entry);
    found.turns.push(turn);
    found.parts.push(this.part);
    return true;
  }

  private noteCopy(entry: number): void {
    const { entries } = this;
    if (!this.keepsAll && entries.echoes.at(entry) === 1) return;
    if (this.ordinal === NO_ORIGIN) entries.echoes.set(entry, 1);
    entries.addCopy(entry, this.part);
  }
}
