import type { OpenedCall } from "../tape/session-words.ts";

/** The exports of answered-calls.ts. */
export interface CallExports {
  openCall(id: number, part: number, name: number): number;
  takeCall(id: number): number;
  readonly callsAreLost: { readonly value: number };
  readonly latestOpened: { readonly value: number };
  readonly answered: { readonly value: number };
}

/** Bytes of open calls, and the places in one: see answered-calls.ts. */
export const CALL_BYTES = 4 * 1024 + 2048 * 256;
const CALL = { part: 8, name: 12, length: 20, argument: 24 };

/** The open calls of a session in the kernel, of lines that it reads and of others. */
export class KernelCalls {
  private readonly exports: CallExports;
  private readonly bytes: Buffer;
  private readonly integers: Int32Array;
  private hasHalfPairs = false;

  constructor(exports: CallExports, bytes: Buffer) {
    this.exports = exports;
    this.bytes = bytes;
    this.integers = new Int32Array(bytes.buffer);
  }

  /** Starts a session. */
  begin(): void {
    this.hasHalfPairs = false;
  }

  /** Opens a call, by its id; a result closes it. */
  open(id: number, { part, name, argument }: OpenedCall): void {
    const call = this.exports.openCall(id, part, name);
    if (call !== 0) this.integers[(call + CALL.length) / 4] = this.write(call, argument);
  }

  /** Writes the argument of the call opened last; returns its bytes. */
  writeArgument(argument: string): number {
    return this.write(this.exports.latestOpened.value, argument);
  }

  /** Closes the latest open call with an id; undefined if none is open. */
  take(id: number): OpenedCall | undefined {
    this.exports.takeCall(id);
    return this.answered;
  }

  /** The call of the result that was read last. */
  get answered(): OpenedCall | undefined {
    const { exports, integers, bytes } = this;
    const call = exports.answered.value;
    if (call === 0) return undefined;
    const integer = (place: number) => integers[(call + place) / 4] ?? 0;
    const start = call + CALL.argument;
    const argument = bytes.toString("utf8", start, start + integer(CALL.length));
    return { part: integer(CALL.part) - 1, name: integer(CALL.name), argument };
  }

  /** Whether all calls are known: there was room for them, and UTF-8 can write their arguments. */
  get areKnown(): boolean {
    return this.exports.callsAreLost.value === 0 && !this.hasHalfPairs;
  }

  private write(call: number, argument: string): number {
    this.hasHalfPairs ||= HALF_PAIR.test(argument);
    return this.bytes.write(argument, call + CALL.argument, "utf8");
  }
}

const HALF_PAIR = /[\ud800-\udfff]/u;
