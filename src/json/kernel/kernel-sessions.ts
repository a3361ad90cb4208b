import type { ChatColumns } from "../tape/chat-table.ts";
import type { PathStep } from "../tape/learned-steps.ts";
import type { RowPolicy } from "../tape/masked-rows.ts";
import {
  MOST_FOUND,
  MOST_PARTS,
  SESSION_LINES,
  SESSION_NOTE_STRIDE,
  SESSION_NOTES,
  SESSION_PARTS,
  SESSION_USES,
  SESSION_WORDS,
  type SessionAbout,
  type SessionAnswers,
  type SessionBatch,
  type SessionPart,
} from "../tape/session-words.ts";
import { STRIDE, type Tape, WORD_SHIFT } from "../tape/tape.ts";
import { WORDS } from "../tree/key.ts";
import { ARRANGED_NAME_BITS } from "./kernel-arranged.ts";
import { CALL_BYTES, type CallExports, KernelCalls } from "./kernel-calls.ts";
import type { KernelRows } from "./kernel-rows.ts";
import { LEARNED_BYTES, LEARNED_WORDS, LearnedPaths } from "./learned-paths.ts";
import { OUT } from "./row-places.ts";

/** The exports of session-columns.ts and session-ids.ts. */
export interface SessionExports extends CallExports {
  beginIds(at: number, mostIds: number, textBytes: number): void;
  internId(from: number, length: number): number;
  readonly idCount: { readonly value: number };
  idAt(number: number): number;
  idLength(number: number): number;
  setClass(word: number, from: number, length: number, kind: number, value: number): void;
  beginSession(
    link: number,
    boundary: number,
    leaf: number,
    turn: number,
    byRoot: number,
    wantsModels: number,
    messagesOnly: number,
    areWritten: number,
    calls: number,
    learned: number,
  ): void;
  readSession(
    start: number,
    end: number,
    tokens: number,
    tokensEnd: number,
    chat: number,
    from: number,
    into: number,
    firstRecord: number,
    firstPart: number,
    model: number,
  ): number;
  readonly sessionFound: { readonly value: number };
  readonly sessionMessages: { readonly value: number };
  readonly sessionParts: { readonly value: number };
  readonly sessionPart: { readonly value: number };
  readonly sessionCalls: { readonly value: number };
  readonly sessionResults: { readonly value: number };
  readonly sessionSides: { readonly value: number };
  readonly sessionSigned: { readonly value: number };
  readonly sessionModel: { readonly value: number };
  readonly sessionHasThreads: { readonly value: number };
  readonly sessionNext: { readonly value: number };
  readonly sessionScan: { readonly value: number };
  readonly sessionWritten: { readonly value: number };
}

/**
 * The most ids of a session to number, and the bytes of their texts. Memory pages that are not used take no
 * room.
 */
export const MOST_IDS: number = 900_000;
const TEXT_BYTES = 19 * 1024 * 1024;
/** Bytes of classes, and of an entry and slots for each id: see session-ids.ts. */
const ID_BYTES = 20 * 1024 + (MOST_IDS + 1) * 12 + TEXT_BYTES + 512;
/** Bytes of columns. */
const OUT_BYTES =
  4 * (SESSION_NOTES + MOST_PARTS * (SESSION_NOTE_STRIDE + 2) + MOST_FOUND * 2) + 512;
const SCRATCH_BYTES = 1024;

export const SESSION_BYTES = ID_BYTES + OUT_BYTES + SCRATCH_BYTES + CALL_BYTES + LEARNED_BYTES;

/** Where placeholders are written in the memory of rows, as in session-writing.ts. */
const WRITTEN = OUT + 1024 * 1024;

/** The kinds of classes, as in session-ids.ts. */
const AS_KEY = 0;
const AS_LINE = 1;
const AS_WORD = 2;

// The questions of session-columns.ts, and those of row-policy.ts that sessions use.
const IS_PLACEHOLDER = 1;
const IS_SHOWN_ERROR = 2;
const SIGN_OF = 32;
const SAYS_RESULT = 33;
const TEXT_FAILED = 34;
const ARGUMENT_READ = 35;
const BEGINS_TURN = 38;

/** The layout of the memory: the tape, results, the policy, and `SESSION_BYTES`. */
interface SessionPlaces {
  readonly tape: number;
  readonly tapeEnd: number;
  readonly chat: number;
  readonly rows: number;
  readonly start: number;
}

/** The numbers of the lines' first record and first part, and of the model named before them. */
export interface FirstOfSession {
  readonly record: number;
  readonly part: number;
  readonly model: number;
}

/** The part of the kernel that reads lines of sessions into columns. */
export class KernelSessions {
  /** The calls that have no result yet. */
  readonly calls: KernelCalls;
  private readonly exports: SessionExports;
  private readonly bytes: Buffer;
  private readonly at: SessionPlaces;
  private readonly tape: Tape;
  private readonly numbers: Int32Array;
  private readonly paths: LearnedPaths;
  private readonly columns: Pick<ChatColumns, "results">;
  private readonly scratch: number;
  private readonly rows: Pick<KernelRows, "answerField">;
  private about: SessionAbout | undefined;
  private policy: RowPolicy | undefined;
  private answers: SessionAnswers | undefined;
  /** The number of words whose classes were written. */
  private words = 0;
  private mostIds = MOST_IDS;
  private firstPart = 0;
  /** Whether questions are about a line of a session. */
  isReading = false;

  constructor(
    exports: SessionExports,
    bytes: Buffer,
    about: {
      tape: Tape;
      results: Pick<ChatColumns, "results">;
      rows: Pick<KernelRows, "answerField">;
      at: SessionPlaces;
    },
  ) {
    const { tape, results, rows, at } = about;
    this.rows = rows;
    this.exports = exports;
    this.bytes = bytes;
    this.at = at;
    this.tape = tape;
    this.columns = results;
    const out = at.start + ID_BYTES;
    this.scratch = out + OUT_BYTES;
    this.numbers = new Int32Array(bytes.buffer, out, OUT_BYTES / 4);
    this.calls = new KernelCalls(exports, bytes);
    this.paths = new LearnedPaths(bytes, this.scratch + SCRATCH_BYTES + CALL_BYTES);
  }

  /** Forgets all texts; from then on at most `mostIds` are numbered. */
  clear(mostIds: number = MOST_IDS): void {
    this.mostIds = mostIds;
    this.exports.beginIds(this.at.start, mostIds, TEXT_BYTES);
  }

  /** The number of a text in UTF-8, of 85 characters at most; negative if there is no room. */
  intern(text: string): number {
    const length = this.bytes.write(text, this.scratch, "utf8");
    return this.exports.internId(this.scratch, length);
  }

  /** The number of an id of 85 bytes at most, as `intern` gives it. */
  internBytes({ bytes, length }: { bytes: Uint8Array; length: number }): number {
    for (let k = 0; k < length; k++) this.bytes[this.scratch + k] = bytes[k] ?? 0;
    return this.exports.internId(this.scratch, length);
  }

  /** The number of texts. */
  get count(): number {
    return this.exports.idCount.value;
  }

  /** Whether no more ids can be numbered: then most lines are left to the format's reader. */
  get isFull(): boolean {
    return this.count === this.mostIds;
  }

  /** The text with a number. */
  text(number: number): string {
    const start = this.exports.idAt(number);
    return this.bytes.toString("utf8", start, start + this.exports.idLength(number));
  }

  /** Starts a session, after `clear`; the policy has been written already. */
  begin(about: SessionAbout, policy: RowPolicy, answers: SessionAnswers): void {
    this.about = about;
    this.policy = policy;
    this.answers = answers;
    this.words = 0;
    const { table, marks, rootThread, wantsModels, messagesOnly } = about;
    this.exports.beginSession(
      marks.link,
      marks.boundary,
      marks.leaf,
      marks.turn,
      rootThread,
      Number(wantsModels),
      Number(messagesOnly),
      Number(answers.writing !== undefined),
      this.scratch + SCRATCH_BYTES,
      table === undefined ? this.paths.at : 0,
    );
    this.calls.begin();
    this.paths.clear();
  }

  /** Learns a line, if there is no table of words. False if it is known. */
  learn(path: readonly PathStep[]): boolean {
    return this.paths.add(path);
  }

  /** Reads the plain lines in `bytes[start, end)`, up to the first that is not plain. */
  read(start: number, end: number, first: FirstOfSession) {
    const { exports, at } = this;
    if (this.about === undefined || this.isFull) return undefined;
    if (this.words !== WORDS.length) this.setClasses(this.about);
    const { tape, tapeEnd, chat, rows } = at;
    const into = at.start + ID_BYTES;
    const { record, part, model } = first;
    this.firstPart = part;
    this.isReading = true;
    try {
      return this.batch(
        exports.readSession(start, end, tape, tapeEnd, chat, rows, into, record, part, model),
      );
    } finally {
      this.isReading = false;
    }
  }

  /** The number of tokens of the current line. */
  get scanned(): number {
    return this.exports.sessionScan.value;
  }

  private batch(count: number): SessionBatch {
    const { exports, numbers } = this;
    const written = exports.sessionWritten.value;
    const notes = SESSION_NOTES;
    const signed = notes + MOST_PARTS * SESSION_NOTE_STRIDE;
    const sides = signed + MOST_PARTS * 2;
    return {
      count,
      found: exports.sessionFound.value,
      messages: exports.sessionMessages.value,
      parts: exports.sessionParts.value,
      calls: exports.sessionCalls.value,
      results: exports.sessionResults.value,
      signed: exports.sessionSigned.value,
      sides: exports.sessionSides.value,
      model: exports.sessionModel.value,
      hasThreads: exports.sessionHasThreads.value !== 0,
      column: (place, length) => numbers.subarray(place, place + length),
      notes: numbers.subarray(notes, signed),
      written: this.bytes.subarray(this.at.rows + WRITTEN, this.at.rows + WRITTEN + written),
      signedParts: numbers.subarray(signed, sides),
      sideBytes: numbers.subarray(sides, sides + MOST_FOUND * 2),
      next: exports.sessionNext.value,
      scanned: exports.sessionScan.value,
    };
  }

  /** Answers a question about the current line. */
  answer(question: number, k: number): number {
    const { answers, policy, columns } = this;
    if (answers === undefined || policy === undefined) return 0;
    switch (question) {
      case IS_PLACEHOLDER:
        return Number(policy.answers.isPlaceholder(columns as ChatColumns, k));
      case IS_SHOWN_ERROR:
        return Number(policy.answers.isError(columns as ChatColumns, k));
      case SIGN_OF:
        return answers.signOf(this.word(k));
      case SAYS_RESULT:
        return Number(answers.saysResult(this.word(k >> 3), k & 7));
      case TEXT_FAILED:
        return Number(answers.saysFailure(k));
      case ARGUMENT_READ:
        return this.calls.writeArgument(answers.writing?.argumentOf(k) ?? "");
      case BEGINS_TURN:
        return Number(answers.beginsTurn(k));
      default:
        return this.rows.answerField(columns as ChatColumns, question, k);
    }
  }

  /** The part that a question is about. */
  get askedPart(): SessionPart {
    const { numbers, exports, firstPart } = this;
    const part = exports.sessionPart.value;
    const name = (numbers[SESSION_PARTS.kinds + part] ?? 0) >>> ARRANGED_NAME_BITS;
    return { index: firstPart + part, id: numbers[SESSION_PARTS.ids + part] ?? 0, name };
  }

  /** The text of a string without escapes. */
  private word(token: number): string {
    const { tokens } = this.tape;
    const at = token * STRIDE;
    const number = (tokens[at] ?? 0) >>> WORD_SHIFT;
    if (number !== 0) return WORDS[number] ?? "";
    return this.bytes.toString("latin1", (tokens[at + 1] ?? 0) + 1, (tokens[at + 2] ?? 0) - 1);
  }

  private setClasses({ table = LEARNED_WORDS }: SessionAbout): void {
    this.words = WORDS.length;
    for (const [key, use] of table.keys) this.setClass(key, AS_KEY, SESSION_USES.indexOf(use) + 1);
    for (const [type, kind] of table.lines)
      this.setClass(type, AS_LINE, SESSION_LINES.indexOf(kind) + 1);
    for (const [word, meaning] of table.words)
      this.setClass(word, AS_WORD, SESSION_WORDS.indexOf(meaning) + 1);
  }

  private setClass(text: string, kind: number, value: number): void {
    const length = this.bytes.write(text, this.scratch, "latin1");
    this.exports.setClass(Math.max(0, WORDS.indexOf(text, 1)), this.scratch, length, kind, value);
  }
}
