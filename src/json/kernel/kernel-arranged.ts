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

/** The policy for a session, as the integers of arranged-reasons.ts. */
export interface ArrangedPolicy {
  /** The index of the unit in `ARRANGED_UNITS`. */
  readonly unit: number;
  readonly size: number;
  readonly every: number;
  readonly minGain: number;
  readonly larger: number;
  /** The number of first results that stay. */
  readonly first: number;
  readonly orphans: boolean;
  readonly asksTools: boolean;
  readonly keepsDead: boolean;
  readonly countsTurns: boolean;
  /** Whether the counts at the start of each turn are stored: see `starts`. */
  readonly notesTurns: boolean;
  /** How often a placeholder contains the length; its other chars, and their bytes in UTF-8 and in ASCII. */
  readonly fields: number;
  readonly literalChars: number;
  readonly literalBytes: number;
  readonly literalAscii: number;
}

/**
 * The units of windows: results, tool turns, messages other than the system's, all messages, tokens, and
 * messages with calls.
 */
export const ARRANGED_UNITS = [
  ...(["observations", "turns", "messages", "events", "tokens", "call-messages"] as const),
] as const;

/**
 * The kinds of marks and the like in a session, by the numbers of arranged-columns.ts; roles have the numbers
 * before these.
 */
export const ARRANGED_KINDS = {
  synthetic: 4,
  link: 5,
  boundary: 6,
  leaf: 7,
  torn: 8,
  preserved: 9,
  other: 10,
};

/** The bits of such a kind, or of a role; flags are above them. */
export const ARRANGED_KIND = 0xf;

/** The marks with a kind of their own, from `link` on. */
export const ARRANGED_MARKS: readonly string[] = ["link", "boundary", "leaf", "torn", "preserved"];

/** The kinds of parts, and the bits of these, before the number of a name. */
export const ARRANGED_PARTS = { text: 0, reasoning: 1, call: 2, result: 3, image: 4 };
export const ARRANGED_PART = 0x7;
export const ARRANGED_NAME_BITS = 5;

/** Flags of a result besides its reason: see arranged-reasons.ts. */
export const ARRANGED_STATES = {
  isAscii: 0x100,
  isError: 0x200,
  isLarge: 0x400,
  byFormat: 0x800,
  masked: 0x1000,
  waits: 0x2000,
};

// The layout of the memory.
const POLICY = 65_536;
const SUMS = POLICY + 1024;
const COLUMNS = SUMS + 1024;
/** Room at first for the messages, parts and results of about 60 MB. */
const FIRST_ROOM = { found: 32 * 1024, parts: 40 * 1024, results: 20 * 1024 };
const FIRST_BYTES = 4 * 1024 * 1024;

const KEEPER_OF = 48;

/** Bytes of the counts at the start of a turn, as in arranged-counts.ts. */
const TURN_START = 16;
/** For a result that stays outside the window, as in arranged-reasons.ts. */
const SAVES_NOTHING = -(2 ** 31);

/** The columns of a session in the kernel, which arranges, pairs and decides, in a memory of their own. */
export class KernelArranged {
  readonly exports: ArrangedExports;
  private readonly memory: WasmMemory;
  private view: Int32Array;
  /** The unit in which results are numbered, by index. */
  private unit = 0;
  private notesTurns = false;
  private keeperOf: (name: number) => number = () => 0;

  constructor() {
    const ask = (question: number, k: number) => (question === KEEPER_OF ? this.keeperOf(k) : 0);
    const started = startWasm<ArrangedExports>(kernelModule(), FIRST_BYTES, { ask });
    this.exports = started.exports;
    this.memory = started.memory;
    this.view = new Int32Array(this.memory.buffer);
  }

  /** Starts empty. `keeperOf` returns the reason to keep the results of a tool, by the number of its name. */
  begin(policy: ArrangedPolicy, keeperOf: (name: number) => number): void {
    const { found, parts, results } = FIRST_ROOM;
    this.exports.beginArranged(COLUMNS, found, parts, results);
    this.keeperOf = keeperOf;
    const { unit, size, every, minGain, larger, orphans, asksTools, keepsDead, countsTurns } =
      policy;
    const { fields, literalChars, literalBytes, literalAscii, first } = policy;
    const flags = [orphans, asksTools, keepsDead, countsTurns].map(Number);
    const numbers = [unit, size, every, minGain, larger, ...flags];
    const texts = [fields, literalChars, literalBytes, literalAscii];
    this.integers.set([...numbers, ...texts, first], POLICY / 4);
    this.exports.beginMasks(POLICY, SUMS);
    this.unit = ARRANGED_UNITS[unit] === "tokens" ? 0 : unit;
    this.notesTurns = policy.notesTurns;
  }

  /** A view of the memory, renewed after it has grown. */
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

  /** Ends the lines, and links their messages: see arranged-links.ts. */
  link(
    idCount: number,
    threads: { readonly byRoot: number; readonly unnamed: number } | undefined,
  ): void {
    const { byRoot = 0, unnamed = 0 } = threads ?? {};
    this.exports.linkArranged(idCount, Number(threads !== undefined), byRoot, unnamed);
    this.exports.beginCounting(this.unit, Number(this.notesTurns));
  }

  /** Passes the chars before each turn of the conversation, the units of the window, and the results. */
  eachStart(pass: (chars: number, units: number, results: number) => void): void {
    const { turnStarts, turnTotal } = this.exports;
    const { buffer } = this.integers;
    const starts = new DataView(buffer, turnStarts.value, turnTotal.value * TURN_START);
    for (let at = 0; at < starts.byteLength; at += TURN_START)
      pass(
        starts.getFloat64(at, true),
        starts.getInt32(at + 8, true),
        starts.getInt32(at + 12, true),
      );
  }

  /**
   * The chars that masking the result at a place of the conversation saves; undefined if it stays outside the window.
   */
  savedAt(at: number): number | undefined {
    const saved = this.exports.savedAt(at);
    return saved === SAVES_NOTHING ? undefined : saved;
  }

  /** Four numbers for each reason: results kept and their chars, results masked and the chars saved. */
  get sums(): Float64Array {
    return new Float64Array(this.integers.buffer, SUMS, 4 * 16);
  }
}

const FOUND_PLACES = Object.values(SESSION_FOUND);
const PART_PLACES = Object.values(SESSION_PARTS);
