import { turn } from "../../io/signals.ts";
import type { FilePart, PartTurns } from "./part-turns.ts";

/** Bytes of output that a thread holds, rather than wait for the parts before. Memory is only taken when used. */
const HELD_BYTES = 16 * 1024 * 1024;

/** Output of a part that is not written yet: `room[from, to)`. */
interface HeldPart {
  readonly part: FilePart;
  from: number;
  to: number;
}

/**
 * Writes the output of a thread's parts, each once it is due. Until then it is held, and the thread goes on: threads
 * that wait for each other would end their parts at the same time, and wait again.
 */
export class PartOutput {
  private readonly turns: PartTurns;
  private readonly sink: (pieces: readonly Buffer[]) => Promise<void>;
  private readonly room = Buffer.from(new SharedArrayBuffer(HELD_BYTES));
  /** Bytes of the room in use. */
  private used = 0;
  /** Complete parts that are not written, and the current one. */
  private readonly held: HeldPart[] = [];

  /** `sink` writes bytes, and is awaited. */
  constructor(turns: PartTurns, sink: (pieces: readonly Buffer[]) => Promise<void>) {
    this.turns = turns;
    this.sink = sink;
  }

  /** Begins the next part of this thread: the one before is complete. */
  async begin(part: FilePart): Promise<void> {
    this.held.push({ part, from: this.used, to: this.used });
    await this.catchUp();
  }

  /** Writes output of the current part, now or later. */
  async write(pieces: readonly Buffer[]): Promise<void> {
    const isDue = await this.catchUp();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (isDue || this.used + length > HELD_BYTES) {
      await this.untilDue();
      await this.sink(pieces);
      return;
    }
    for (const piece of pieces) this.used += piece.copy(this.room, this.used);
    const current = this.held.at(-1);
    if (current !== undefined) current.to = this.used;
  }

  /** Ends the last part of this thread. */
  async end(): Promise<void> {
    await this.untilDue();
    const last = this.held.pop();
    if (last !== undefined) this.turns.pass(last.part);
  }

  /** Waits until the current part is due, and all that is held is written. */
  async untilDue(): Promise<void> {
    while (!(await this.catchUp())) {
      if (this.turns.isStopped) throw new Error("another thread failed");
      this.turns.wait();
      await turn();
    }
  }

  /** Writes what is due. True if the current part is due, and nothing is held any more. */
  private async catchUp(): Promise<boolean> {
    const { held, turns } = this;
    for (let [first] = held; first !== undefined && turns.isDue(first.part); [first] = held) {
      const { from, to } = first;
      if (to > from) await this.sink([this.room.subarray(from, to)]);
      if (held.length === 1) {
        this.used = 0;
        first.from = 0;
        first.to = 0;
        return true;
      }
      held.shift();
      turns.pass(first.part);
    }
    return false;
  }
}
