import type { Format } from "../../../formats/format.ts";
import { isReadByTable } from "../../../formats/shared/read-by-table.ts";
import type { ChatColumns, ChatFinder, ChatTable } from "../../../json/tape/chat-table.ts";
import {
  NOT_SCANNED,
  ROW,
  ROW_REASONS,
  ROW_STRIDE,
  type RowPolicy,
} from "../../../json/tape/masked-rows.ts";
import {
  NOTE,
  NOTE_REASON,
  NOTE_STRIDE,
  NOTED_MASKED,
  type NoteChunk,
  type NoteMasker,
} from "../../../json/tape/noted-lines.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { isOfLength } from "../../../reduce/placeholders/rendering.ts";
import type { Job } from "../../edits/job.ts";
import type { NotedResults } from "../../edits/splice-notes.ts";
import type { LineColumns, ShownRecord } from "../../input/column-takers.ts";
import type { NotedLineSource } from "../../input/lines/kernel-lines.ts";
import type { Line } from "../../input/lines/line.ts";
import { isLeft, isOver } from "../policy/plain-budget.ts";
import { isPlainForLines } from "../policy/plain-policy.ts";
import { plainTelemetry } from "../policy/plain-telemetry.ts";
import { windowColumn, windowLimit } from "../policy/window-limit.ts";
import { NoteTable } from "../results/note-table.ts";
import { PlainDecisions } from "../results/plain-decisions.ts";
import { mayBeBound } from "../results/plain-reasoning.ts";
import {
  areAllSigns,
  holdsHeader,
  holdsOtherSigns,
  isSureOfResults,
  messageLists,
} from "../results/plain-unread.ts";
import { KernelAnswers } from "../rows/kernel-answers.ts";
import { maskedOf } from "../rows/row-account.ts";
import { lineSettings } from "../rows/row-settings.ts";
import { LineStarts } from "./line-starts.ts";

/**
 * Compacts a conversation with one message on each line, under a plain policy and without an object for each
 * message. A result is decided when its line is read, except for the window, which depends on all lines. No
 * line is read twice.
 */
export class PlainLines implements LineColumns {
  private readonly job: Job;
  private readonly decisions: PlainDecisions<NoteTable>;
  private format: Format | undefined;
  /** The record whose messages the lines are; undefined if they are lines of the input. */
  private record: ShownRecord | undefined;
  private areBound: boolean | undefined;
  private finder: ChatFinder | undefined;
  private notes: NoteMasker | undefined;
  private latest: ChatColumns | undefined;
  /** The line of the first message. */
  private line = 0;
  private chars = 0;
  /** Known where a trigger asks for them. */
  private readonly starts: LineStarts | undefined;
  areClosed = true;
  /** Whether a line before the first result may be a tool's answer in a text. */
  private mayAnswer = false;
  /** The outcome, as the integers of a row. */
  private readonly sums = new Float64Array(ROW_STRIDE);

  /** The policy for the kernel; undefined if the kernel cannot apply it. */
  private readonly policy: RowPolicy | undefined;
  private readonly answers: KernelAnswers;
  /** Whether the kernel may read several lines in one call. */
  private isTogether = false;

  private constructor(job: Job) {
    this.job = job;
    const areNumbered = windowColumn(job.policy.window) === undefined;
    this.decisions = new PlainDecisions(job, new NoteTable({ areNumbered }));
    this.starts = LineStarts.for(job.policy);
    this.answers = new KernelAnswers(job);
    const settings = lineSettings(job);
    this.policy = settings && { ...settings, answers: this.answers };
  }

  /** Undefined if the job needs objects. */
  static for(job: Job): PlainLines | undefined {
    if (!isPlainForLines(job)) return undefined;
    const lines = new PlainLines(job);
    return lines.decisions.areLocal ? lines : undefined;
  }

  begin(format: Format, record?: ShownRecord): boolean {
    const { chat } = format;
    const isBegun = this.format !== undefined;
    if (isBegun || chat === undefined || !isReadByTable(format)) return false;
    this.format = format;
    this.record = record;
    return record === undefined || holdsOnly(record, chat);
  }

  add(line: Line, tree: TapeTree): boolean {
    const columns = this.read(tree);
    if (columns === undefined) return false;
    const { count, isClosed, hasSigned } = columns;
    if (hasSigned && this.mayBeBound()) return false;
    if (!isClosed && this.holdsOtherSigns(tree, count)) return false;
    this.latest = columns;
    this.areClosed &&= isClosed;
    this.chars += columns.chars;
    if (this.line === 0) this.line = line.number;
    if (this.decisions.table.count + count === 0)
      this.mayAnswer ||= columns.chars === 0 || holdsHeader(tree, tree.root);
    if (count === 0) return true;
    return this.decisions.add(line, tree, { numbers: columns.results, count, isClosed });
  }

  /** Whether signed reasoning may be bound; that of lines is for their format to tell. */
  private mayBeBound(): boolean {
    const { record, job } = this;
    this.areBound ??= record === undefined || mayBeBound(record.tree, job.policy);
    return this.areBound;
  }

  /** Whether a line may hold more results than those that were read. */
  private holdsOtherSigns(tree: TapeTree, results: number): boolean {
    const { blocks, callWord } = this.format?.chat ?? {};
    const areOfTable = blocks !== undefined || callWord !== undefined;
    return areOfTable ? !areAllSigns(tree, results) : holdsOtherSigns(tree, results);
  }

  takeLines(lines: NotedLineSource): void {
    const { policy, finder } = this;
    const { table } = this.decisions;
    if (policy === undefined || finder === undefined || !this.isTogether) return;
    for (;;) {
      const first = lines.lines + 1;
      const noted = lines.nextLines?.(policy, { earlier: table.count, base: table.base });
      if (noted === undefined) return;
      if (this.line === 0) this.line = first;
      this.latest = finder.soFar();
      this.starts?.addNoted(noted.lines, this.chars);
      this.chars += noted.lines.chars;
      this.mayAnswer ||= noted.lines.mayAnswer;
      table.take(noted.lines, noted.base);
      if (noted.lines.scanned !== NOT_SCANNED) return;
    }
  }

  private read(tree: TapeTree): ChatColumns | undefined {
    const { scanned } = tree;
    if (this.finder === undefined) {
      const table = this.format?.chat;
      if (table === undefined || scanned === undefined) return undefined;
      const keepsArguments = !isOfLength(this.job.policy.placeholder);
      const about = { keepsArguments, signs: this.answers.signs };
      if (!scanned.chatLines.beginLines(table, about)) return undefined;
      this.finder = scanned.chatLines;
      this.notes = scanned.notes;
      this.answers.tree = tree;
      this.isTogether = this.policy !== undefined && scanned.beginLines(this.policy, table);
    }
    return scanned?.chatLines === this.finder ? this.readNext(this.finder) : undefined;
  }

  /** Reads a line, and notes whether a turn starts with it. */
  private readNext(finder: ChatFinder): ChatColumns | undefined {
    const { starts, latest, chars } = this;
    // Copied, since the columns read next replace them.
    const before = starts && { ...(latest ?? NO_COUNTS), count: this.decisions.table.count, chars };
    const columns = finder.readLine();
    if (before !== undefined && columns !== undefined) starts?.addLine(columns, before);
    return columns;
  }

  get counts(): { readonly results: number; readonly calls: number } {
    return { results: this.decisions.table.count, calls: this.latest?.calls ?? 0 };
  }

  get areWithoutResults(): boolean {
    const { counts, latest, areClosed, mayAnswer } = this;
    const isAny = counts.results + counts.calls > 0;
    return !isAny && (latest?.messages ?? 0) > 0 && areClosed && !mayAnswer;
  }

  finish(): boolean {
    const { policy } = this.job;
    if (isLeft(policy, this.chars)) this.leave();
    else this.mask();
    return !isOver(policy, this.chars - (this.sums[ROW.saved] ?? 0));
  }

  /** Marks the masked results. */
  private mask(): void {
    const { job, latest, notes, sums } = this;
    const { table } = this.decisions;
    if (latest === undefined || notes === undefined) throw new Error("there are no lines");
    const { chunks, count } = table;
    const charsOf = (result: number) => table.charsOf(result);
    const { limit } = windowLimit(job.policy.window, { ...latest, count, charsOf });
    this.starts?.keepWaiting(table, latest, this.chars);
    notes.begin();
    for (const chunk of chunks) notes.mask(chunk, limit, sums);
    if (notes.areMixed) sums[ROW.maskedTurns] = turnsOf(chunks);
  }

  /** Keeps a conversation that is within the budget. */
  private leave(): void {
    const { sums } = this;
    const add = (place: number, by: number) => {
      sums[place] = (sums[place] ?? 0) + by;
    };
    for (const { notes, count } of this.decisions.table.chunks)
      for (let note = 0; note < count * NOTE_STRIDE; note += NOTE_STRIDE) {
        const chars = notes[note + NOTE.chars] ?? 0;
        const reason = (notes[note + NOTE.about] ?? 0) & NOTE_REASON;
        add(ROW.resultChars, chars);
        add(NO_MASKING, 1);
        add(NO_MASKING + 1, chars);
        if (reason === MASKED_BEFORE) add(ROW.maskedBefore, 1);
      }
  }

  /** Reports the conversation, and returns its results. */
  compact(): NotedResults {
    const { job, decisions, format, latest, line, notes, sums } = this;
    const { chunks, byHand } = decisions.table;
    if (format === undefined || latest === undefined || notes === undefined)
      throw new Error("there are no lines");
    const { messages, toolTurns } = latest;
    const about = { format, line, messages, chars: this.chars, toolTurns };
    const masked = maskedOf(sums);
    job.onTranscript(plainTelemetry(job, about, masked));
    return { chunks, byHand, notes, masked: masked.count };
  }
}

/** Whether certainly all results of a record are in the messages of a list. */
function holdsOnly({ shown, list }: ShownRecord, table: ChatTable): boolean {
  const columns = shown.scanned?.chat(table);
  const isList = messageLists(shown, table).join() === `${list}`;
  return isList && columns !== undefined && isSureOfResults(shown, table, columns);
}

/** Before the first line. */
const NO_COUNTS = { messages: 0, spoken: 0, toolTurns: 0, callMessages: 0 };

const MASKED_BEFORE = ROW_REASONS.indexOf("masked-before");
const NO_MASKING = ROW.reasons + 2 * ROW_REASONS.indexOf("no-masking");

/** The tool turns with a masked result. */
function turnsOf(chunks: readonly NoteChunk[]): number {
  const turns = new Set<number>();
  for (const { notes, count } of chunks)
    for (let note = 0; note < count * NOTE_STRIDE; note += NOTE_STRIDE)
      if (((notes[note + NOTE.about] ?? 0) & NOTED_MASKED) !== 0)
        turns.add(notes[note + NOTE.toolTurn] ?? 0);
  turns.delete(0);
  return turns.size;
}
