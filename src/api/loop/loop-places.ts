import { TurnCounter } from "../../transcript/model/turns.ts";
import type { LoopPolicy } from "./compactor-options.ts";
import type { LoopPart, ReadUnit } from "./loop-reader.ts";

/** The place of a result in a conversation, and the call that it answers. */
export interface LoopPlace {
  readonly toolName: string | undefined;
  readonly args: string;
  readonly turn: number;
  /** Its place among the units of the window, from 1. */
  readonly ordinal: number;
}

/** Counts the turns and the units of a window, message after message. */
export class LoopPlaces {
  private readonly unit: LoopPolicy["windowUnit"];
  private readonly turns = new TurnCounter();
  private readonly calls = new Map<string, { readonly part: LoopPart; readonly turn: number }>();
  private units = 0;
  private isFixed = false;

  constructor(unit: LoopPolicy["windowUnit"]) {
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
    if (part.kind === "call") this.call(part);
    return part.kind === "observation" ? this.result(part) : undefined;
  }

  clear(): void {
    this.turns.clear();
    this.calls.clear();
    this.units = 0;
  }

  private call(part: LoopPart): void {
    this.turns.call();
    if (part.id !== undefined) this.calls.set(part.id, { part, turn: this.turns.count });
  }

  private result(part: LoopPart): LoopPlace {
    const { turns, unit } = this;
    turns.observation();
    const call = part.id === undefined ? undefined : this.calls.get(part.id);
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
