import { PairFinder } from "../../transcript/model/pairs.ts";
import { TurnCounter } from "../../transcript/model/turns.ts";
import type { LoopPart, ReadUnit } from "./loop-reader.ts";
import type { LoopUnit } from "./result-window.ts";

/** The place of a result in a conversation, and the call that it answers. */
export interface LoopPlace {
  readonly toolName: string | undefined;
  readonly args: string;
  readonly turn: number;
  /** Its place among the units of the window, from 1. */
  readonly ordinal: number;
}

/** Counts turns and units of a window, message by message. */
export class LoopPlaces {
  private readonly unit: LoopUnit;
  private readonly turns = new TurnCounter();
  private readonly pairs = new PairFinder();
  /** Calls by their numbers as parts. */
  private readonly calls = new Map<number, { readonly part: LoopPart; readonly turn: number }>();
  private parts = 0;
  private units = 0;
  private isFixed = false;

  constructor(unit: LoopUnit) {
    this.unit = unit;
  }

  /** The units so far. */
  get count(): number {
    return this.unit === "turns" ? this.turns.toolTurnsUpTo(this.turns.count) : this.units;
  }

  /** The next message. */
  message({ role, about }: ReadUnit): void {
    this.turns.message(role, about);
    this.isFixed = about.fixed === true;
    if (this.unit === "messages" && role !== "system" && !this.isFixed) this.units++;
  }

  /** The next part of the message: the place of a result; undefined for any other part. */
  part(part: LoopPart): LoopPlace | undefined {
    const index = this.parts++;
    if (part.kind === "observation") return this.result(part, index);
    if (part.kind === "call") this.call(part, index);
    else this.pairs.other();
    return undefined;
  }

  clear(): void {
    this.turns.clear();
    this.pairs.clear();
    this.calls.clear();
    this.parts = 0;
    this.units = 0;
  }

  private call(part: LoopPart, index: number): void {
    this.turns.call();
    const turn = this.turns.count;
    this.pairs.call({ index, id: part.id, name: part.name, turn });
    this.calls.set(index, { part, turn });
  }

  private result(part: LoopPart, index: number): LoopPlace {
    const { turns, unit } = this;
    turns.observation();
    this.pairs.observation({ index, id: part.id, name: part.name, turn: turns.count });
    const call = this.calls.get(this.pairs.mate(index) ?? -1);
    if (call === undefined) turns.tool();
    if (unit === "observations" && !this.isFixed) this.units++;
    const turn = call?.turn ?? turns.count;
    return {
      toolName: part.name || call?.part.name,
      args: call?.part.text().slice(call.part.name?.length ?? 0) ?? "",
      turn,
      ordinal: unit === "turns" ? turns.toolTurnsUpTo(turn) : this.units,
    };
  }
}
