import type { Role } from "../../transcript/model/message.ts";

/** Counts the turns of a conversation as its messages come: see `TurnCounter`, which keeps what can be asked for later. */
export class TurnCount {
  /** The turn at hand, from 1. */
  turn = 0;
  toolTurns = 0;
  private reply = 0;
  private isAnswered = true;
  private isCounted = false;

  /** The next message; `reply` is the number of its reply's id, 0 where it has none. */
  message(role: Role, reply = 0): void {
    if (role === "user") this.isAnswered = true;
    if (role !== "assistant") return;
    const goesOn = reply === 0 ? !this.isAnswered : reply === this.reply;
    if (!goesOn || this.turn === 0) {
      this.turn++;
      this.isCounted = false;
    }
    this.reply = reply;
    this.isAnswered = false;
  }

  /** The message has an observation. */
  observation(): void {
    this.isAnswered = true;
  }

  /** The turn at hand has a call, or a result whose call was not recorded. */
  tool(): void {
    if (this.turn === 0 || this.isCounted) return;
    this.isCounted = true;
    this.toolTurns++;
  }
}
