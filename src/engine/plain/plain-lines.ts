import type { Format } from "../../formats/format.ts";
import type { Splice } from "../../json/splice/splice.ts";
import type { ChatColumns, ChatFinder } from "../../json/tape/chat-table.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { isOfLength } from "../../reduce/placeholders/rendering.ts";
import type { Job } from "../edits/job.ts";
import type { LineColumns } from "../input/input-piece.ts";
import type { Line } from "../input/line-frame.ts";
import { PlainGuards } from "./plain-guards.ts";
import { PlainPlaceholders } from "./plain-placeholders.ts";
import { isPlainJob } from "./plain-policy.ts";
import { PlainResults } from "./plain-results.ts";
import { plainTelemetry } from "./plain-telemetry.ts";
import { holdsOtherSigns } from "./plain-unread.ts";
import { ResultTable } from "./result-table.ts";
import { windowColumn } from "./window-limit.ts";

/**
 * Compacts the conversation that lines are together, a message a line, under a plain policy and without an
 * object for each message. What is done with a result is decided when its line is read, but for the window, of
 * which all lines tell: no line is read again.
 */
export class PlainLines implements LineColumns {
  private readonly job: Job;
  private readonly results: PlainResults;
  private readonly placeholders: PlainPlaceholders;
  private readonly guards: PlainGuards;
  private readonly table = new ResultTable();
  private format: Format | undefined;
  private finder: ChatFinder | undefined;
  private latest: ChatColumns | undefined;
  /** The line of the first message. */
  private line = 0;
  private chars = 0;

  private constructor(job: Job) {
    const { policy, findsErrors = false } = job;
    this.job = job;
    this.results = new PlainResults(findsErrors);
    this.placeholders = new PlainPlaceholders(policy, this.results);
    this.guards = new PlainGuards(policy.rules, this.results);
  }

  /** None where the job asks for more. */
  static for(job: Job): PlainLines | undefined {
    if (!isPlainJob(job)) return undefined;
    const lines = new PlainLines(job);
    return lines.guards.areLocal ? lines : undefined;
  }

  begin(format: Format): boolean {
    this.format = format;
    return format.chat !== undefined && format.arrange === undefined;
  }

  add(line: Line, tree: TapeTree): boolean {
    const columns = this.read(tree);
    if (columns === undefined) return false;
    const { count, isClosed } = columns;
    if (!isClosed && holdsOtherSigns(tree, count)) return false;
    this.latest = columns;
    this.chars += columns.chars;
    if (this.line === 0) this.line = line.number;
    if (count === 0) return true;
    this.results.open(tree, columns.results);
    this.placeholders.open();
    for (let k = 0; k < count; k++) if (!this.addResult(line, k, isClosed)) return false;
    return true;
  }

  private read(tree: TapeTree): ChatColumns | undefined {
    const { chatLines: finder } = tree;
    if (this.finder === undefined) {
      const table = this.format?.chat;
      const keepsArguments = !isOfLength(this.job.policy.placeholder);
      if (table === undefined || finder?.beginLines(table, { keepsArguments }) !== true)
        return undefined;
      this.finder = finder;
    }
    return finder === this.finder ? finder?.readLine() : undefined;
  }

  /** Decides about a result; false where the format's own reader is needed. */
  private addResult(line: Line, k: number, isClosed: boolean): boolean {
    const { results, table, placeholders, guards, job } = this;
    const { policy, archive } = job;
    const column = windowColumn(policy.window);
    const node = results.node(k);
    const chars = results.chars(k);
    if (archive !== undefined && results.isInBlock(k)) return false;
    // Where nothing is said, it may be said elsewhere in the line.
    if (chars === 0 && !isClosed) return false;
    const about = { chars, number: column === undefined ? 0 : results.column(k, column) };
    if (node < 0) table.keep(about, "not-editable");
    else if (placeholders.isMasked(node)) table.keep(about, "masked-before");
    else {
      const keeper = guards.keeper(k, table.count);
      if (keeper !== undefined || chars === 0) table.keep(about, keeper ?? "not-shorter");
      else {
        const { start, end } = results.place(node);
        const shift = line.offset - line.first;
        const written = placeholders.write(k, chars);
        table.edit(about, { start: start + shift, end: end + shift, written }, policy.minGain);
      }
    }
    return true;
  }

  get counts(): { readonly results: number; readonly calls: number } {
    return { results: this.table.count, calls: this.latest?.calls ?? 0 };
  }

  /** Reports the conversation, and gives its splices in order. */
  compact(): Iterable<Splice> {
    const { job, table, format, latest, line } = this;
    if (format === undefined || latest === undefined) throw new Error("there are no lines");
    const { messages, spoken, toolTurns } = latest;
    const masked = table.mask(job.policy.window, { messages, spoken, toolTurns });
    const about = { format, line, messages, chars: this.chars };
    job.onTranscript(plainTelemetry(job.file, about, masked));
    return table.splices(masked.limit);
  }
}
