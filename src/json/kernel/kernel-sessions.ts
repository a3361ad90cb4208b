import type { ChatColumns } from "../tape/chat-table.ts";
import { BEFORE_STEPS, type PathStep } from "../tape/learned-steps.ts";
import type { RowPolicy } from "../tape/masked-rows.ts";
import {
  MOST_FOUND,
  MOST_PARTS,
  SESSION_NOTE_STRIDE,
  SESSION_NOTES,
  SESSION_PARTS,
  type SessionAbout,
  type SessionAnswers,
  type SessionBatch,
  type SessionPart,
} from "../tape/session-words.ts";
import type { Tape } from "../tape/tape.ts";
import type { KernelGlobal } from "./arranged-exports.ts";
import { ARRANGED_NAME_BITS } from "./kernel-arranged.ts";
import { CALL_BYTES, type CallExports, KernelCalls } from "./kernel-calls.ts";
import type { KernelRows } from "./kernel-rows.ts";
import { idBytes, KernelWords, type WordExports } from "./kernel-words.ts";
import { LEARNED_BYTES, LearnedPaths } from "./learned-paths.ts";
import { OUT } from "./row-places.ts";

/** The exports of session-columns.ts. */
export interface SessionExports extends CallExports, WordExports {
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
    isListed: number,
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
  readonly sessionFound: KernelGlobal;
  readonly sessionMessages: KernelGlobal;
  readonly sessionParts: KernelGlobal;
  readonly sessionPart: KernelGlobal;
  readonly sessionCalls: KernelGlobal;
  readonly sessionResults: KernelGlobal;
  readonly sessionSides: KernelGlobal;
  readonly sessionHollow: KernelGlobal;
  readonly sessionSigned: KernelGlobal;
  readonly sessionModel: KernelGlobal;
  readonly sessionHasThreads: KernelGlobal;
  readonly sessionNext: KernelGlobal;
  readonly sessionScan: KernelGlobal;
  readonly sessionMayAnswer: KernelGlobal;
  readonly sessionWritten: KernelGlobal;
}

/** Bytes of columns. */
const OUT_BYTES =
  4 * (SESSION_NOTES + MOST_PARTS * (SESSION_NOTE_STRIDE + 2) + MOST_FOUND * 2) + 512;
const SCRATCH_BYTES = 1024;

const BYTES_AFTER_IDS = OUT_BYTES + SCRATCH_BYTES + CALL_BYTES + LEARNED_BYTES;

/** Bytes for sessions with `mostIds` ids. */
export function sessionBytes(mostIds: number): number {
  return idBytes(mostIds) + BYTES_AFTER_IDS;
}

/** Where placeholders are written in the memory of rows, as in session-writing.ts. */
const WRITTEN = OUT + 1024 * 1024;

// The questions of session-columns.ts, and those of questions.ts that sessions use.
const IS_PLACEHOLDER = 1;
const IS_SHOWN_ERROR = 2;
const TEXT_FAILED = 34;
const ARGUMENT_READ = 35;
const BEGINS_TURN = 38;

/** The layout of the memory: the tape, results, the policy, and `sessionBytes(mostIds)`. */
interface SessionPlaces {
  readonly tape: number;
  readonly tapeEnd: number;
  readonly chat: number;
  readonly rows: number;
  readonly start: number;
  readonly mostIds: number;
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
  /** The texts of lines and of rows. */
  readonly words: KernelWords;
  private readonly exports: SessionExports;
  private readonly bytes: Buffer;
  private readonly at: SessionPlaces;
  private readonly numbers: Int32Array;
  private readonly learnedAt: number;
  private readonly paths: LearnedPaths;
  private readonly columns: Pick<ChatColumns, "results">;
  private readonly out: number;
  private readonly scratch: number;
  private readonly rows: Pick<KernelRows, "answerField">;
  private about: SessionAbout | undefined;
  private policy: RowPolicy | undefined;
  private answers: SessionAnswers | undefined;
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
    this.columns = results;
    const { start, mostIds } = at;
    this.out = start + idBytes(mostIds);
    this.scratch = this.out + OUT_BYTES;
    this.numbers = new Int32Array(bytes.buffer, this.out, OUT_BYTES / 4);
    this.calls = new KernelCalls(exports, bytes);
    this.words = new KernelWords(exports, bytes, { tape, start, mostIds, scratch: this.scratch });
    this.learnedAt = this.scratch + SCRATCH_BYTES + CALL_BYTES;
    this.paths = new LearnedPaths(bytes, this.learnedAt + BEFORE_STEPS);
  }

  /** Starts a session, after `clear`; the policy has been written already. */
  begin(about: SessionAbout, policy: RowPolicy, answers: SessionAnswers): void {
    this.about = about;
    this.policy = policy;
    this.answers = answers;
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
      this.learnedAt,
      Number(table !== undefined),
    );
    this.words.begin(answers, table);
    this.calls.begin();
    this.paths.clear();
  }

  /** Learns a line that has other words than the table. False if it is known. */
  learn(path: readonly PathStep[]): boolean {
    return this.paths.add(path);
  }

  /** Reads the plain lines in `bytes[start, end)`, up to the first that is not plain. */
  read(start: number, end: number, first: FirstOfSession) {
    const { exports, at } = this;
    if (this.about === undefined || this.words.isFull) return undefined;
    this.words.update();
    const { tape, tapeEnd, chat, rows } = at;
    const into = this.out;
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
      hollow: exports.sessionHollow.value,
      mayAnswer: exports.sessionMayAnswer.value !== 0,
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
}
