import type { KernelCalls } from "../../../json/kernel/kernel-calls.ts";
import { Column } from "../../../transcript/columns/column.ts";
import type { NumberedTexts } from "../../../transcript/columns/text-table.ts";

/** A call: the number of its part, its tool, and its main argument. */
export interface SessionCall {
  readonly part: number;
  readonly tool: string | undefined;
  readonly args: string;
}

/**
 * Pairs the results of a session with calls as lines are read, for placeholders that name the call. Whether the pairs
 * are the same in conversation order is known when all lines are read. The kernel has the open calls.
 */
export class SessionCalls {
  private readonly kernel: KernelCalls;
  private readonly texts: NumberedTexts;
  /** By the part of a result: that of its call plus one; 0 if it has none. */
  private readonly pairs = new Column();

  constructor(kernel: KernelCalls, texts: NumberedTexts) {
    this.kernel = kernel;
    this.texts = texts;
  }

  /** Whether the kernel had room for all calls. */
  get areKnown(): boolean {
    return this.kernel.areKnown;
  }

  /** Opens the call of a line that a format's reader read. */
  add(id: number, { part, tool, args: argument }: SessionCall): void {
    this.kernel.open(id, { part, name: this.texts.numberOf(tool), argument });
  }

  /** Closes the call of a result in such a line, by the number of its part. */
  take(id: number, result: number): SessionCall | undefined {
    const call = this.kernel.take(id);
    this.pair(result, call === undefined ? 0 : call.part + 1);
    return call && { part: call.part, tool: this.texts.text(call.name), args: call.argument };
  }

  /** Notes the call of a result: its part plus one; 0 for none. */
  pair(result: number, call: number): void {
    this.pairs.pushAt(result, call);
  }

  /** The call that was paired with a result: its part plus one; 0 for none. */
  callOf(result: number): number {
    return this.pairs.at(result) ?? 0;
  }
}
