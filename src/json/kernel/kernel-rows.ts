import type { ChatColumns, ChatTable } from "../tape/chat-table.ts";
import {
  type ConversationPlace,
  type ItemsPlace,
  type MaskedRows,
  type OddAnswer,
  type PairCounts,
  ROW_STRIDE,
  type RowAnswers,
  type RowPolicy,
  type Rows,
  type ShapeAbout,
  type TextFinder,
} from "../tape/masked-rows.ts";
import { NONE, type Node } from "../tree/tree.ts";
import { CHAT_RESULTS, type KernelChat } from "./kernel-chat.ts";
import { writeMainKeys } from "./main-keys.ts";
import { NotedPlaces } from "./noted-places.ts";
import { writePlaceholders } from "./placeholder-texts.ts";
import { pressureOf, readerOf } from "./policy-integers.ts";
import type { RowExports } from "./row-exports.ts";
import { ASKED, EDITS, LASTS, MARK, OUT, ROW_BYTES, ROWS, START, WRITTEN } from "./row-places.ts";
import { nodeAt, tokenAt } from "./token-address.ts";

/** The setting of which part of the kernel reads conversations, as in row-policy.ts. */
const READER = 10;

/** Bits of a shape, as in row-shapes.ts. */
const HAS_SIGN = 2;
const IS_ASKED = 4;
const IS_TOLD = 8;

/** The outcome of `maskRow` for a conversation that is over its budget, as in row-columns.ts. */
const MISSED = 2;

/** The numbers of questions before and after those about fields. */
const IS_SURE = 0;
const TURN_TO = 10;
const TAKE_ROW = 11;
const IS_BOUND = 12;
const HOLDS_RESULT = 13;
const ODD = 14;
const ROOT_OF_FORMAT = 15;

/** The most bytes of an answer. */
const MOST_ANSWER = WRITTEN - ASKED - 4;

/** The questions for the first field, of a placeholder and of the shorter one: see questions.ts. */
const FIELD = 4;
const SHORTER_FIELD = 16;

/** The part of the kernel that masks tool results of rows. */
export class KernelRows implements Rows {
  private readonly exports: RowExports;
  private readonly bytes: Buffer;
  private readonly chat: KernelChat;
  private readonly at: RowPlaces;
  private readonly textOf: TextFinder;
  /** The policy, as integers. */
  private readonly settings: Int32Array;
  private readonly numbers: Int32Array;
  private readonly edits: Int32Array;
  private readonly noted: NotedPlaces;
  private policy: RowPolicy | undefined;
  private table: ChatTable | undefined;
  private isKnown = false;

  constructor(
    exports: RowExports,
    bytes: Buffer,
    { chat, at, textOf }: { chat: KernelChat; at: RowPlaces; textOf: TextFinder },
  ) {
    this.exports = exports;
    this.bytes = bytes;
    this.chat = chat;
    this.at = at;
    this.textOf = textOf;
    this.settings = new Int32Array(bytes.buffer, at.start, ROWS / 4);
    this.numbers = new Int32Array(bytes.buffer, at.start + ROWS, (OUT - ROWS) / 4);
    this.edits = new Int32Array(bytes.buffer, at.start + EDITS, (ROW_BYTES - EDITS) / 4);
    this.noted = new NotedPlaces(bytes, at.start);
  }

  learn(policy: RowPolicy, table: ChatTable, about: ShapeAbout): boolean {
    const { start, tape } = this.at;
    const { root, hasSign, isAsked, isToldByMessages } = about;
    if (!this.begin(policy, table)) return false;
    const bits =
      (hasSign ? HAS_SIGN : 0) | (isAsked ? IS_ASKED : 0) | (isToldByMessages ? IS_TOLD : 0);
    return this.exports.learnShape(start, tape, tokenAt(tape, root), bits) !== 0;
  }

  begin(policy: RowPolicy, table: ChatTable): boolean {
    if (policy === this.policy && table === this.table) return this.isKnown;
    this.policy = policy;
    this.table = table;
    this.isKnown = this.chat.knows(table) && this.write(policy, table);
    return this.isKnown;
  }

  /** Sets a policy for sessions, which use only how it keeps errors and recognizes placeholders. */
  beginSession(policy: RowPolicy): boolean {
    this.policy = policy;
    this.table = undefined;
    this.isKnown = false;
    return this.write(policy, undefined);
  }

  /** Whether this policy is set for conversations of lines. */
  reads(policy: RowPolicy): boolean {
    return this.isKnown && policy === this.policy;
  }

  mask(
    policy: RowPolicy,
    table: ChatTable,
    { root, length, flags }: ConversationPlace,
  ): MaskedRows | undefined {
    const { tape, chat, start } = this.at;
    const isBegun = policy === this.policy && this.isKnown;
    if (!(isBegun || this.begin(policy, table)) || !this.chat.knows(table)) return undefined;
    const { exports, settings } = this;
    const at = tokenAt(tape, root);
    // Rows go on to be read as they were learned.
    settings[READER] = readerOf(table);
    const outcome = exports.maskRow(at, length, flags, tape, chat, CHAT_RESULTS, start);
    settings[READER] = readerOf(this.table);
    return outcome === 0 ? undefined : this.found(1, outcome === MISSED);
  }

  /**
   * Reads the rows in `bytes[start, end)` that are like those learned under a policy, up to the first that is
   * not.
   */
  read(policy: RowPolicy, start: number, end: number): MaskedRows | undefined {
    const { exports, at, table } = this;
    if (!this.reads(policy) || table === undefined) return undefined;
    if (!this.chat.knows(table)) return undefined;
    const { tape, tapeEnd, chat } = at;
    const outEnd = at.start + EDITS;
    const from = at.start;
    const count = exports.readRows(start, end, tape, tapeEnd, chat, CHAT_RESULTS, from, outEnd);
    return this.found(count);
  }

  readItems(policy: RowPolicy, { root, stop, length, flags }: ItemsPlace): MaskedRows | undefined {
    const { exports, at, table } = this;
    if (!this.reads(policy) || table === undefined || !this.chat.knows(table)) return undefined;
    const { tape, chat, start } = at;
    const [first, end] = [tokenAt(tape, root), tokenAt(tape, stop)];
    const count = exports.readItems(first, end, length, flags, tape, chat, CHAT_RESULTS, start);
    policy.answers.root = 0;
    return { ...this.found(count), next: nodeAt(tape, exports.rowsNext.value) };
  }

  /** The rows read last. */
  private found(count: number, isMissed = false): MaskedRows {
    const { exports, at } = this;
    return {
      count,
      numbers: this.numbers,
      edits: this.edits,
      bytes: this.bytes,
      textOf: this.textOf,
      start: at.start + OUT,
      end: exports.rowsOut.value,
      next: exports.rowsNext.value,
      scanned: exports.rowsScan.value,
      results: exports.rowsResults.value,
      calls: exports.rowsCalls.value,
      masked: exports.rowsMasked.value,
      over: exports.rowsOver.value === 0 ? undefined : this.counts,
      missed: isMissed ? this.noted.read(exports.notedCalls.value) : undefined,
    };
  }

  /** The results and calls of the current row. */
  private get counts(): PairCounts {
    const { rowCount, chatCalls } = this.exports;
    return { results: rowCount.value, calls: chatCalls.value };
  }

  /** The result of scanning the current row. */
  get scanned(): number {
    return this.exports.rowsScan.value;
  }

  /**
   * Answers a question of row-columns.ts or line-notes.ts about result `k` of the `count` results of the
   * current row or line.
   */
  answer(question: number, k: number, count: number = this.exports.rowCount.value): number {
    const answers = this.policy?.answers;
    if (answers === undefined) return 0;
    if (question === ROOT_OF_FORMAT) return this.rootOfFormat(answers, k);
    if (question === TURN_TO) {
      answers.root = k;
      return 0;
    }
    const columns = this.columns(count);
    if (question === TAKE_ROW) {
      const row = (k - this.at.start - ROWS) / 4;
      return Number(
        answers.takeRow?.(columns, this.numbers.subarray(row, row + ROW_STRIDE)) ?? false,
      );
    }
    if (question === ODD) return this.writeOdd(answers.odd(columns, k));
    if (question === HOLDS_RESULT) return Number(answers.holdsResult(columns));
    if (question === IS_BOUND) return Number(answers.mayBeBound(columns, k));
    // About objects next to the messages: next time the kernel decides with the words of results.
    if (question === IS_SURE && columns.hasExtra) this.chat.learnSigns(answers.signs);
    const asked = QUESTIONS[question];
    if (asked === undefined) return this.answerField(columns, question, k);
    return Number(asked(answers, { k, columns }));
  }

  /**
   * The number of the token, from 1, of a row's conversation, if the row is of the format of those with its keys,
   * which may read it with other tables; 0 if not.
   */
  private rootOfFormat(answers: RowAnswers, row: Node): number {
    const root: Node = answers.rootOfFormat?.(row) ?? NONE;
    const knows = this.table !== undefined && this.chat.knows(this.table);
    return knows ? root + 1 : 0;
  }

  /** Answers a question about a field of a placeholder of result `k`; returns its bytes. */
  answerField(columns: ChatColumns, question: number, k: number): number {
    const isOfShorter = question >= SHORTER_FIELD;
    const number = question - (isOfShorter ? SHORTER_FIELD : FIELD);
    const answer = this.policy?.answers.field(columns, k, { number, isOfShorter });
    return answer === undefined ? 0 : this.writeAnswer(answer);
  }

  /** Writes a field of a placeholder, or all of it; returns its bytes. */
  private writeAnswer({ chars, json }: ReturnType<RowAnswers["field"]>): number {
    const { bytes, at } = this;
    this.settings[ASKED / 4] = chars;
    return bytes.write(json, at.start + ASKED + 4, "utf8");
  }

  /** Writes the content of an odd result, and returns its bytes, or a code of row-placeholders.ts. */
  private writeOdd(odd: OddAnswer): number {
    if (odd === "not-shorter") return 0;
    if (odd === "min-gain") return -1;
    return Buffer.byteLength(odd.json) > MOST_ANSWER ? -2 : this.writeAnswer(odd);
  }

  private columns(count: number): ChatColumns {
    const columns = this.chat.columns(count);
    if (columns === undefined) throw new Error("no results to ask about");
    return columns;
  }

  /** Writes a policy into the module's memory; false if there is no room. */
  private write(policy: RowPolicy, table: ChatTable | undefined): boolean {
    const { bytes, settings, at } = this;
    const { mainKeys, shorter } = policy;
    const integers = [
      ...[policy.column, policy.size, policy.every, policy.minGain, policy.errors],
      ...[policy.signBytes, policy.first, policy.orphans ? 1 : 0, policy.asksTools ? 1 : 0],
      ...[policy.start.length, readerOf(table), policy.mark.length],
      ...[policy.fields.length, policy.countsTurns ? 1 : 0, mainKeys.length, policy.codeChars],
      ...[policy.larger, policy.budget, policy.notesEdits ? 1 : 0, shorter === undefined ? 0 : 1],
      ...[policy.answers.takeRow === undefined ? 0 : 1, shorter?.fields.length ?? 0],
      ...pressureOf(policy),
      policy.minGain,
    ];
    settings.fill(0);
    settings.set(integers);
    bytes.set(policy.lasts, at.start + LASTS);
    writeMainKeys(bytes, mainKeys);
    bytes.write(policy.mark, at.start + MARK, "latin1");
    bytes.write(policy.start, at.start + START, "latin1");
    const placeholders = shorter === undefined ? [policy] : [policy, shorter];
    return writePlaceholders(bytes, placeholders, { at: at.start, settings });
  }
}

/** By the numbers in questions.ts. */
const QUESTIONS: readonly ((
  answers: RowAnswers,
  about: { readonly k: number; readonly columns: ChatColumns },
) => boolean | number)[] = [
  (answers, { columns }) => answers.isSure(columns),
  (answers, { columns, k }) => answers.isPlaceholder(columns, k),
  (answers, { columns, k }) => answers.isError(columns, k),
  (answers, { columns, k }) => answers.keeperOfTool(columns, k),
];

/** The layout of the memory: the tape and its end, room for results, and `ROW_BYTES`. */
interface RowPlaces {
  readonly tape: number;
  readonly tapeEnd: number;
  readonly chat: number;
  readonly start: number;
}
