import type { Splice } from "../../../json/splice/splice.ts";
import { RESULT } from "../../../json/tape/chat-table.ts";
import { ROW_REASONS } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { RuleName } from "../../../reduce/rules/index.ts";
import type { Job } from "../../edits/job.ts";
import type { Line } from "../../input/lines/line.ts";
import { windowColumn } from "../policy/window-limit.ts";
import type { DecisionTable } from "./decision-table.ts";
import type { OddResult } from "./odd-results.ts";
import { PlainGuards } from "./plain-guards.ts";
import { PlainPlaceholders } from "./plain-placeholders.ts";
import { PlainResults, type ResultWords } from "./plain-results.ts";
import type { Written } from "./plain-writing.ts";
import type { ResultTable } from "./result-table.ts";

/** The results of a line, in columns. */
export interface LineResults {
  readonly numbers: Int32Array;
  /** The texts about results (tool, id, arguments), if they are not strings of the line. */
  readonly words?: ResultWords;
  /** By result: set if its text is not one string of the line. */
  readonly odd?: readonly (OddResult | undefined)[];
  readonly count: number;
  /** Whether the reader knows everything in the line. */
  readonly isClosed: boolean;
  /** Whether any of them may turn out not to reach the model. */
  readonly mayBeDead?: boolean;
}

/** Decides about the results of lines as they are read. Only the window is applied later. */
export class PlainDecisions<Table extends DecisionTable = ResultTable> {
  readonly table: Table;
  private readonly job: Job;
  private readonly results: PlainResults;
  private readonly placeholders: PlainPlaceholders;
  private readonly guards: PlainGuards;
  private readonly column: number | undefined;
  /** The number of results on earlier lines. */
  private before = 0;
  /** The end of the last possible edit. */
  private end = 0;
  /** Chars of the texts that are kept in memory for an archive. */
  private heldChars = 0;

  constructor(job: Job, table: Table) {
    const { policy, findsErrors = false } = job;
    this.job = job;
    this.table = table;
    this.results = new PlainResults(findsErrors);
    this.placeholders = new PlainPlaceholders(policy, this.results);
    this.guards = new PlainGuards(policy.rules, this.results);
    this.column = windowColumn(policy.window);
  }

  /** Whether each result can be decided without looking at the others. */
  get areLocal(): boolean {
    return this.guards.areLocal;
  }

  /** Whether it can, even if the order of results is unknown. */
  get areUnordered(): boolean {
    return this.guards.areLocal && !this.guards.keepsFirst;
  }

  /** Decides about the results of a line; false if the format's own reader is needed. */
  add(line: Line, tree: TapeTree, found: LineResults): boolean {
    const { odd = [] } = found;
    this.before = this.table.count;
    this.results.open(tree, found.numbers, { words: found.words, odd });
    this.placeholders.open();
    for (let k = 0; k < found.count; k++) {
      const result = odd[k];
      const isAdded =
        result === undefined
          ? this.addResult(line, k, found)
          : this.addOdd(result, k, found.mayBeDead ?? false);
      if (!isAdded) return false;
    }
    return true;
  }

  /** The reason to keep the results of a tool, by index in `ROW_REASONS`; 0 for none. */
  keeperOfTool(name: string | undefined): number {
    const keeper = this.guards.keeperOfName(name);
    return Math.max(0, (ROW_REASONS as readonly string[]).indexOf(keeper));
  }

  /** A placeholder whose only field is the length. */
  ofLength(chars: number, way: "ascii" | "utf8"): Written {
    return this.placeholders.ofLength(chars, way);
  }

  private addResult(line: Line, k: number, { isClosed, mayBeDead = false }: LineResults): boolean {
    const { results, table, placeholders, column } = this;
    const { policy, archive } = this.job;
    const node = results.node(k);
    const chars = results.chars(k);
    // An empty text may be elsewhere in the line.
    if (chars === 0 && !isClosed) return false;
    const number = column === undefined ? 0 : results.column(k, column);
    const about = { chars, number, toolTurn: results.column(k, RESULT.toolTurn) };
    if (node < 0) table.keep(about, "not-editable");
    else if (placeholders.isMasked(node)) table.keep(about, "masked-before");
    else {
      const keeper = this.keeper(k);
      if (chars === 0) table.keep(about, keeper ?? "not-shorter", "not-shorter");
      else if (keeper !== undefined && !mayBeDead) table.keep(about, keeper);
      else {
        const { start, end } = results.place(node);
        const shift = line.offset - line.first;
        const written = placeholders.write(k, chars);
        const digest = archive === undefined ? undefined : results.knownDigest(k);
        const edit = { start: start + shift, end: end + shift, written, keeper, digest };
        if (edit.start < this.end) return false;
        this.end = edit.end;
        table.edit(about, edit, policy.minGain);
      }
    }
    return true;
  }

  private keeper(k: number): RuleName | undefined {
    const { guards, table, before } = this;
    return table.pairsLater ? guards.ownKeeper(k) : guards.keeper(k, before);
  }

  /** Adds a result that is not plain; false if its edit does not come after the previous ones. */
  private addOdd(odd: OddResult, k: number, mayBeDead: boolean): boolean {
    const { results, table, placeholders, column } = this;
    const chars = results.column(k, RESULT.chars);
    const number = column === undefined ? 0 : results.column(k, column);
    const about = { chars, number, toolTurn: results.column(k, RESULT.toolTurn) };
    const keeper = this.keeper(k);
    if (placeholders.isMaskedText(odd.text)) table.keep(about, "masked-before");
    else if (chars === 0 && odd.images === 0)
      table.keep(about, keeper ?? "not-shorter", "not-shorter");
    else if (keeper !== undefined && !mayBeDead) table.keep(about, keeper);
    else {
      const edit = odd.edit(placeholders.textFor(k, odd.note));
      const splices = this.archived(odd, edit.splices);
      const [first] = edit.splices;
      if (
        table.editOdd === undefined ||
        splices === undefined ||
        (first !== undefined && first.start < this.end)
      )
        return false;
      this.end = edit.splices.at(-1)?.end ?? this.end;
      table.editOdd(about, { ...edit, splices, keeper }, this.job.policy.minGain);
    }
    return true;
  }

  /**
   * The splices of a result, with the text for the archive; undefined if too much text is kept in memory for
   * that.
   */
  private archived({ text, isArchived }: OddResult, splices: readonly Splice[]) {
    const [first, ...others] = splices;
    if (this.job.archive === undefined || !isArchived || first === undefined) return splices;
    this.heldChars += text.length;
    return this.heldChars > MOST_HELD ? undefined : [{ ...first, archived: text }, ...others];
  }
}

/** The most chars of text kept in memory for an archive until it is known which results are masked. */
const MOST_HELD = 8 * 1024 * 1024;
