import { TurnCounter } from "./turns.ts";

/** Numbers of turns. */
export interface TurnCounts {
  readonly turns: number;
  readonly toolTurns: number;
}

/** The turns of a context after a compaction: earlier ones are counted, but their messages are not there. */
export class LaterTurns extends TurnCounter {
  override readonly before: number;
  private readonly toolTurnsBefore: number;

  constructor({ turns, toolTurns }: TurnCounts) {
    super();
    this.before = turns;
    this.count = turns;
    this.toolTurnsBefore = toolTurns;
  }

  override toolTurnsUpTo(turn: number): number {
    const own = Math.min(turn, this.count) - this.before;
    return this.toolTurnsBefore + this.toolTurnsAt.at(Math.max(0, own));
  }

  override toolTurn(ordinal: number): number | undefined {
    const own = ordinal - this.toolTurnsBefore;
    return own < 1 && ordinal >= 1 ? this.before : super.toolTurn(own);
  }

  override messagesUpTo(turn: number): number {
    if (turn >= this.count) return super.messagesUpTo(turn);
    return turn < this.before ? 0 : this.ends.at(turn - this.before);
  }
}
