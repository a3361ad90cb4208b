import type { Role } from "../../../transcript/model/message.ts";

/**
 * Counts the turns of a conversation as its messages are read: a `TurnCounter` that keeps nothing for later
 * queries.
 */
export class TurnCount {
  /** The current turn, from 1. */
  turn = 0;
  toolTurns = 0;
  /** Messages with calls; of those that share a reply id, the first. */
  callMessages = 0;
  private reply = 0;
  private isAnswered = true;
  private isCounted = false;
  /** The number of the newest message with a call, and the number of its reply's id. */
  private callMessage = 0;
  private callReply = 0;

  /** Adds a message; `reply` is the number of its reply's id, 0 for none. Returns whether a turn starts with it. */
  message(role: Role, reply = 0): boolean {
    if (role === "user") this.isAnswered = true;
    if (role !== "assistant") return false;
    const goesOn = reply === 0 ? !this.isAnswered : reply === this.reply;
    const starts = !goesOn || this.turn === 0;
    if (starts) {
      this.turn++;
      this.isCounted = false;
    }
    this.reply = reply;
    this.isAnswered = false;
    return starts;
  }

  /** Adds a call of message number `message`, from 1. */
  call(message: number): void {
    if (this.turn === 0) return;
    const goesOn = this.reply !== 0 && this.reply === this.callReply;
    if (message !== this.callMessage && !(goesOn && this.callMessages > 0)) this.callMessages++;
    this.callMessage = message;
    this.callReply = this.reply;
    this.tool();
  }

  /** Adds an observation of the message. */
  observation(): void {
    this.isAnswered = true;
  }

  /** Makes the current turn a tool turn: it has a call, or a result whose call was not recorded. */
  tool(): void {
    if (this.turn === 0 || this.isCounted) return;
    this.isCounted = true;
    this.toolTurns++;
  }
}
