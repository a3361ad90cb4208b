import { startWasm, type WasmMemory } from "../../base/web-assembly.ts";
import {
  SESSION_FOUND,
  SESSION_NOTE_STRIDE,
  SESSION_NOTES,
  SESSION_PARTS,
  SESSION_SIDES,
  type SessionBatch,
} from "../tape/session-words.ts";
import type { ArrangedExports } from "./arranged-exports.ts";
import { kernelModule } from "./kernel-module.ts";

/** The policy that a session is masked by, in the integers of arranged-masks.ts. */
export interface ArrangedPolicy {
  /** The place of the unit in `ARRANGED_UNITS`. */
  readonly unit: number;
  readonly size: number;
  readonly every: number;
  readonly minGain: number;
  readonly larger: number;
  readonly orphans: boolean;
  readonly asksTools: boolean;
  readonly keepsDead: boolean;
  readonly countsTurns: boolean;
  /** How often a placeholder has the length; its other chars, and their bytes in UTF-8 and in ASCII. */
  readonly fields: number;
  readonly literalChars: number;
  readonly literalBytes: number;
  readonly literalAscii: number;
}

/** The units of windows: by place, tool turn, messages that are not the system's, all messages; and tokens. */
export const ARRANGED_UNITS = ["observations", "turns", "messages", "events", "tokens"] as const;

/** The kinds of what is found in a session, by the numbers of arranged-columns.ts; roles are before these. */
export const ARRANGED_KINDS = { synthetic: 4, link: 5, boundary: 6, leaf: 7, torn: 8, other: 9 };

/** Flags of a result besides the number of a reason: see arranged-masks.ts. */
export const ARRANGED_STATES = {
  isAscii: 0x100,
  isError: 0x200,
  isLarge: 0x400,
  byFormat: 0x800,
  masked: 0x1000,
};

/** The integers of a message or a mark, or -1 for what is none. */
export interface FoundIntegers {
  readonly kind: number;
  readonly id: number;
  readonly parent: number;
  readonly thread: number;
  readonly reply: number;
  readonly record: number;
}

// Where the parts of the memory begin.
const POLICY = 65_536;
const SUMS = POLICY + 1024;
const COLUMNS = SUMS + 1024;
/** Messages, parts and results that there is room for at first: those of 60 MB or so. */
const FIRST_ROOM = { found: 32 * 1024, parts: 40 * 1024, results: 20 * 1024 };
const FIRST_BYTES = 4 * 1024 * 1024;

const KEEPER_OF = 48;

/** The columns of a session that the kernel arranges, pairs and decides about, in a memory of their own. */
export class KernelArranged {
  readonly exports: ArrangedExports;
  private readonly memory: WasmMemory;
  private view: Int32Array;
  /** The unit that results have a number in, by its place. */
  private unit = 0;
  private keeperOf: (name: number) => number = () => 0;

  constructor() {
    const ask = (question: number, k: number) => (question === KEEPER_OF ? this.keeperOf(k) : 0);
    const started = startWasm<ArrangedExports>(kernelModule(), FIRST_BYTES, { ask });
    this.exports = started.exports;
    this.memory = started.memory;
    this.view = new Int32Array(this.memory.buffer);
  }

  /** Begins with nothing. `keeperOf` gives the reason for which the tool with the name of a number keeps results. */
  begin(policy: ArrangedPolicy, keeperOf: (name: number) => number): void {
    const { found, parts, results } = FIRST_ROOM;
    this.exports.beginArranged(COLUMNS, found, parts, results);
    this.keeperOf = keeperOf;
    const { unit, size, every, minGain, larger, orphans, asksTools, keepsDead, countsTurns } =
      policy;
    const { fields, literalChars, literalBytes, literalAscii } = policy;
    const flags = [orphans, asksTools, keepsDead, countsTurns].map(Number);
    const numbers = [unit, size, every, minGain, larger, ...flags];
    this.integers.set([...numbers, fields, literalChars, literalBytes, literalAscii], POLICY / 4);
    this.exports.beginMasks(POLICY, SUMS);
    this.unit = ARRANGED_UNITS[unit] === "tokens" ? 0 : unit;
  }

  /** All of the memory, which is another once it grew. */
  get integers(): Int32Array {
    if (this.view.length === 0) this.view = new Int32Array(this.memory.buffer);
    return this.view;
  }

  /** Adds lines that were read, which begin at an offset of the input. */
  append(batch: SessionBatch, offset: number): void {
    const { integers } = this;
    const { found, parts, results, sides } = batch;
    for (const place of FOUND_PLACES) integers.set(batch.column(place, found), COLUMNS / 4 + place);
    for (const place of PART_PLACES) integers.set(batch.column(place, parts), COLUMNS / 4 + place);
    const notes = batch.column(SESSION_NOTES, results * SESSION_NOTE_STRIDE);
    integers.set(notes, COLUMNS / 4 + SESSION_NOTES);
    if (sides > 0)
      integers.set(batch.sideBytes.subarray(0, 2 * sides), COLUMNS / 4 + SESSION_SIDES);
    this.exports.appendArranged(found, parts, results, sides, offset);
  }

  /** Ends with the lines, and looks how they hang together: see arranged-links.ts. */
  link(
    idCount: number,
    threads: { readonly byRoot: number; readonly unnamed: number } | undefined,
  ): void {
    const { byRoot = 0, unnamed = 0 } = threads ?? {};
    this.exports.linkArranged(idCount, Number(threads !== undefined), byRoot, unnamed);
    this.exports.beginCounting(this.unit);
  }

  /** Four numbers for each reason: results that stay and their chars, masked ones and the chars that saved. */
  get sums(): Float64Array {
    return new Float64Array(this.integers.buffer, SUMS, 4 * 16);
  }
}

const FOUND_PLACES = Object.values(SESSION_FOUND);
const PART_PLACES = Object.values(SESSION_PARTS);
