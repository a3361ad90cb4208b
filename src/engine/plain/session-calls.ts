import { Column } from "../../transcript/columns/column.ts";
import { OpenCalls } from "./open-calls.ts";

/** A call: the number of its part, its tool, and its arguments, or only the main one. */
export interface SessionCall {
  readonly part: number;
  readonly tool: string | undefined;
  readonly args: string;
}

/**
 * Pairs the results of a session with calls as lines are read, for placeholders that name the call. Whether the pairs
 * are the same in conversation order is known when all lines are read.
 */
export class SessionCalls {
  private readonly open = new OpenCalls();
  private readonly about = new Map<number, SessionCall>();
  /** By the part of a result: that of its call plus one; 0 if it has none. */
  private readonly pairs = new Column();

  add(id: number, call: SessionCall): void {
    this.open.add(id, call.part);
    this.about.set(call.part, call);
  }

  /** Closes the call of a result, by the number of its part. */
  take(id: number, result: number): SessionCall | undefined {
    const call = this.open.take(id);
    this.pairs.pushAt(result, call + 1);
    const about = this.about.get(call);
    this.about.delete(call);
    return about;
  }

  /** The call that was paired with a result: its part plus one; 0 for none. */
  callOf(result: number): number {
    return this.pairs.at(result) ?? 0;
  }
}
