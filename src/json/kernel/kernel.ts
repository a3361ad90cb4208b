import { startWasm } from "../../base/web-assembly.ts";
import { SPELLED_BYTES } from "../tape/byte-search.ts";
import { type MaskedRows, NOT_SCANNED, type RowPolicy } from "../tape/masked-rows.ts";
import type { NotedLines } from "../tape/noted-lines.ts";
import type { SessionBatch } from "../tape/session-words.ts";
import { createTape, STRIDE, type Tape } from "../tape/tape.ts";
import { CHAT_BYTES, KEPT_BYTES, KernelChat, WRITE_WORDS } from "./kernel-chat.ts";
import type { KernelExports } from "./kernel-exports.ts";
import { FEW_IDS, ITEM_BYTES, KernelItems, READ_ITEM } from "./kernel-items.ts";
import { kernelModule } from "./kernel-module.ts";
import { KernelNotes, type LinesAt } from "./kernel-notes.ts";
import { KernelRows } from "./kernel-rows.ts";
import { type FirstOfSession, KernelSessions, sessionBytes } from "./kernel-sessions.ts";
import { KernelTexts } from "./kernel-texts.ts";
import type { PartScan, PartString } from "./part-scan.ts";
import { ROW_BYTES } from "./row-places.ts";

/** The line continues after the available bytes. */
export const INCOMPLETE = -1;
/** The line is not JSON; the TypeScript scanner says why. */
export const WRONG = -2;
/** The line has more tokens than fit on the tape. */
export const TAPE_FULL = -3;

/** The states of the scanner before and after a document. */
export const BEFORE = 0;
export const AFTER = 7;

const NO_STRING: PartString = { chars: 0, flags: 0 };

/** The offset of the tape in the memory; the window is behind it. */
const TAPE = 65_536;

/**
 * Bytes after the window, and after parts, that the kernel may read: sixteen at a time, and a needle's
 * length.
 */
const MARGIN = 1024;

/** Room for the bytes of a document to scan. */
const PART_ROOM = 1024 * 1024;

/** The input that a kernel has room for. Memory that is not used takes none of the machine's. */
export interface KernelRoom {
  readonly windowBytes: number;
  readonly tapeTokens: number;
  /** The most ids of a session to number: at least `FEW_IDS`. */
  readonly mostIds?: number;
}

/**
 * The scanner as a WebAssembly kernel. Input is read directly into its memory, into the window, and scanned
 * there line by line. Trees over its tape are valid until the next line is scanned.
 */
export class Kernel {
  readonly bytes: Buffer;
  readonly tape: Tape;
  readonly tapeTokens: number;
  /** The window: `bytes[windowStart, windowEnd)`. */
  readonly windowStart: number;
  readonly windowEnd: number;
  /** The room for parts of documents: `bytes[partStart, partEnd)`. */
  readonly partStart: number;
  readonly partEnd: number;
  private readonly exports: KernelExports;
  private readonly tapeEnd: number;
  private isInRows = false;
  /**
   * The line after a batch of lines, if it was scanned: `bytes[start, end)`, and the result of scanning it.
   */
  private readonly ahead = { start: -1, end: -1, count: 0 };
  /** Searches and decodes strings. */
  readonly texts: KernelTexts;
  /** Finds the tool results of conversations. */
  readonly chat: KernelChat;
  /** Masks the results of rows. */
  readonly rows: KernelRows;
  /** Notes and masks the results of lines. */
  readonly notes: KernelNotes;
  /** Reads lines of sessions. */
  readonly sessions: KernelSessions;
  /** Learns rows by their messages. */
  readonly items: KernelItems;

  constructor({ windowBytes, tapeTokens, mostIds = FEW_IDS }: KernelRoom) {
    this.tapeTokens = tapeTokens;
    this.tapeEnd = TAPE + tapeTokens * STRIDE * 4;
    this.windowStart = this.tapeEnd + KEPT_BYTES;
    this.windowEnd = this.windowStart + windowBytes;
    this.partStart = this.windowEnd + MARGIN;
    this.partEnd = this.partStart + PART_ROOM;
    const chatStart = this.partEnd + MARGIN;
    const rowStart = chatStart + CHAT_BYTES;
    const spelledStart = rowStart + ROW_BYTES;
    const sessionStart = spelledStart + SPELLED_BYTES + MARGIN;
    const itemStart = sessionStart + sessionBytes(mostIds);
    const end = itemStart + ITEM_BYTES;
    const ask = (question: number, k: number) => this.ask(question, k);
    const { exports, buffer } = startWasm<KernelExports>(kernelModule(), end, { ask });
    this.exports = exports;
    exports.limitTape(this.tapeEnd);
    this.bytes = Buffer.from(buffer);
    this.tape = createTape(0);
    this.tape.tokens = new Int32Array(buffer, TAPE, (this.windowStart - TAPE) / 4);
    const chat = { tape: TAPE, kept: this.tapeEnd, start: chatStart };
    const numberWords = () => this.numberWords();
    this.chat = new KernelChat(exports, this.bytes, { at: chat, numberWords });
    const rows = { tape: TAPE, tapeEnd: this.tapeEnd, chat: chatStart, start: rowStart };
    this.texts = new KernelTexts(exports, this.bytes, spelledStart);
    const textOf = (raw: Buffer) => this.texts.textOf(raw);
    this.rows = new KernelRows(exports, this.bytes, { chat: this.chat, at: rows, textOf });
    const { windowStart: window, windowEnd } = this;
    this.notes = new KernelNotes(exports, this.bytes, {
      chat: this.chat,
      rows: this.rows,
      at: { ...rows, window, windowEnd },
      textOf,
    });
    this.sessions = new KernelSessions(exports, this.bytes, {
      tape: this.tape,
      results: this.chat.results,
      rows: this.rows,
      at: { ...rows, rows: rowStart, start: sessionStart, mostIds },
    });
    this.items = new KernelItems(exports, this.bytes, {
      words: this.sessions.words,
      tape: TAPE,
      at: itemStart,
    });
  }

  /**
   * Scans the line at `start`; bytes up to `end` are available. Writes the tape and returns the number of
   * tokens, 0 for a blank line, or INCOMPLETE, WRONG or TAPE_FULL.
   */
  scanLine(start: number, end: number): number {
    const { ahead } = this;
    const isScanned = start === ahead.start && end === ahead.end;
    ahead.start = -1;
    if (!isScanned) this.terminate(end);
    const count = isScanned ? ahead.count : this.exports.scanLine(start, end, TAPE, this.tapeEnd);
    if (count >= 0) this.scanned(count);
    return count;
  }

  /** Scans items of an array as lines, in a document with these flags; without flags, lines again. */
  turnToItems(flags?: number): void {
    this.ahead.start = -1;
    this.exports.turnToItems(flags === undefined ? 0 : 1, flags ?? 0);
  }

  /** Reads the rows at `start` that are like those learned under a policy; undefined if the kernel has another. */
  readRows(policy: RowPolicy, start: number, end: number): MaskedRows | undefined {
    this.terminate(end);
    this.isInRows = true;
    const rows = this.rows.read(policy, start, end);
    this.isInRows = false;
    return rows && this.lookAhead(rows, end);
  }

  /** Reads lines of a conversation: see `KernelNotes`; undefined if the kernel has another policy. */
  readLines(policy: RowPolicy, lines: LinesAt): NotedLines | undefined {
    if (!this.rows.reads(policy)) return undefined;
    this.terminate(lines.end);
    return this.lookAhead(this.notes.read(lines), lines.end);
  }

  /** Reads lines of the current session at `start`; undefined if there is none, or it has no room for ids. */
  readSession(start: number, end: number, first: FirstOfSession): SessionBatch | undefined {
    this.terminate(end);
    const lines = this.sessions.read(start, end, first);
    return lines && this.lookAhead(lines, end);
  }

  /** Stores the result of scanning the line after a batch, if it is in the window. */
  private lookAhead<L extends MaskedRows | NotedLines | SessionBatch>(lines: L, end: number): L {
    const { ahead } = this;
    const isAhead = lines.scanned !== NOT_SCANNED && lines.next < this.windowEnd;
    ahead.start = isAhead ? lines.next : -1;
    ahead.end = end;
    ahead.count = lines.scanned;
    return lines;
  }

  /** Answers a question about the current row or line. */
  private ask(question: number, k: number): number {
    if (question === WRITE_WORDS) return Number(this.chat.learnSignsOfLines());
    if (question === READ_ITEM) return this.readItem(k);
    const { sessions, notes, rows } = this;
    const reader = sessions.isReading ? sessions : notes.isReading ? notes : rows;
    this.scanned(reader.scanned);
    return sessions.words.answer(question, k) ?? reader.answer(question, k);
  }

  /** Has a format read the message at a token. */
  private readItem(token: number): number {
    if (this.isInRows) this.scanned(this.rows.scanned);
    return Number(this.items.read(token, this.isInRows));
  }

  private scanned(count: number): void {
    this.tape.length = count;
    this.tape.flags = this.exports.lineFlags.value;
  }

  /** Terminates the bytes at `end`, for the scanner. */
  private terminate(end: number): void {
    this.items.forget();
    this.bytes[end] = 0x0a;
    this.texts.addWords();
  }

  /**
   * Scans the JSON value in `bytes[start, end)`, which may contain line breaks, as `scanLine` does; false if
   * it is not JSON.
   */
  scanWhole(start: number, end: number): boolean {
    this.bytes[end] = 0x20; // Terminates a number at the end.
    const { count, at, open, state } = this.scanPart(start, end + 1, {
      depth: 0,
      state: BEFORE,
      string: undefined,
    });
    if (count <= 0 || at !== end + 1 || open.length > 0 || state !== AFTER) return false;
    this.scanned(count);
    return true;
  }

  /**
   * Continues to scan a document at `start`, see scan.ts. Bytes up to `end` are available, and the first
   * `depth` tokens of the tape are the open containers. A string may continue at `start`.
   */
  scanPart(
    start: number,
    end: number,
    {
      depth,
      state,
      string,
    }: {
      readonly depth: number;
      readonly state: number;
      readonly string: PartString | undefined;
    },
  ): PartScan {
    this.ahead.start = -1;
    this.terminate(end);
    for (let level = 0; level < depth; level++)
      this.tape.tokens[level * STRIDE + 2] = level === 0 ? 0 : TAPE + (level - 1) * STRIDE * 4;
    const { exports } = this;
    const { chars, flags } = string ?? NO_STRING;
    const count = exports.scanPart(start, end, TAPE, this.tapeEnd, depth, state, chars, flags);
    const open: number[] = [];
    if (count >= 0) {
      for (let at = exports.partOpen.value; at !== 0; ) {
        const index = (at - TAPE) / (STRIDE * 4);
        open.push(index);
        at = this.tape.tokens[index * STRIDE + 2] ?? 0;
      }
    }
    return {
      count,
      flags: exports.lineFlags.value,
      at: exports.partAt.value,
      open: open.reverse(),
      state: exports.partState.value,
      string:
        exports.partStringAt.value === 0
          ? undefined
          : {
              at: exports.partStringAt.value,
              chars: exports.partStringChars.value,
              flags: exports.partStringFlags.value,
            },
    };
  }

  /** Numbers new words on the tape: many formats are loaded because of the record that is on it. */
  private numberWords(): void {
    if (this.texts.addWords()) this.exports.numberWords(TAPE, this.tape.length);
  }

  /** The offset of the line break after the last line scanned. */
  get lineEnd(): number {
    return this.exports.lineEnd.value;
  }
}
