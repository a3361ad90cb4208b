import type { Format } from "../../../formats/format.ts";
import { isReadByTable } from "../../../formats/shared/read-by-table.ts";
import { type ChatColumns, HAS_ODD, UNCOUNTED } from "../../../json/tape/chat-table.ts";
import { type PairCounts, ROW, type RowPolicy } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../reduce/pipeline/policy.ts";
import type { LearnedRow, RowColumns } from "../../input/column-takers.ts";
import { isPlainPolicy } from "../policy/plain-policy.ts";
import { PlainPlaceholders } from "../results/plain-placeholders.ts";
import { PlainResults } from "../results/plain-results.ts";
import { KernelAnswers } from "./kernel-answers.ts";
import { LearnedRows } from "./learned-rows.ts";
import { rowSettings } from "./row-settings.ts";
import type { ColumnRow, ColumnTaker } from "./taken-columns.ts";

/** For analyses that need objects: every row is left to its format. */
const LEAVES_ALL: ColumnTaker = {
  // A window that masks nothing, so that the kernel asks nothing about texts.
  policy: createPolicy({ window: 1e9, keepErrors: "none", keepExempt: false }, PROGRAM_DEFAULTS),
  takeRow: () => false,
};

/** Passes rows that the kernel reads on to a `ColumnTaker` as columns, for analyses that edit nothing. */
export class ReadRows implements RowColumns, ColumnRow {
  private readonly taker: ColumnTaker;
  private readonly answers: KernelAnswers;
  private readonly rows: LearnedRows;
  readonly results = new PlainResults(false);
  private readonly placeholders: PlainPlaceholders;
  // The current row.
  line = 0;
  readonly masked = { count: 0, chars: 0, resultChars: 0, maskedTurns: 0, remaining: 0 };
  private latest: ChatColumns | undefined;
  left: PairCounts | undefined;

  private constructor(taker: ColumnTaker, settings: Omit<RowPolicy, "answers">) {
    const { policy } = taker;
    this.taker = taker;
    this.answers = new KernelAnswers({ policy });
    this.placeholders = new PlainPlaceholders(policy, this.results);
    this.answers.takeRow = (columns, integers) => this.take(columns, integers);
    this.rows = new LearnedRows({ ...settings, answers: this.answers }, this.answers);
  }

  /** Undefined if the policy needs more than the kernel can decide. */
  static for(taker: ColumnTaker = LEAVES_ALL): ReadRows | undefined {
    const { policy } = taker;
    const settings = rowSettings({ policy, archive: undefined, savings: true });
    return settings && isPlainPolicy(policy) ? new ReadRows(taker, settings) : undefined;
  }

  get columns(): ChatColumns {
    if (this.latest === undefined) throw new Error("no row to look at");
    return this.latest;
  }

  get format(): Format {
    if (this.learned === undefined) throw new Error("no row to look at");
    return this.learned;
  }

  get policy(): RowPolicy {
    return this.rows.policy;
  }

  get learned(): Format | undefined {
    return this.rows.format;
  }

  learn(tree: TapeTree, about: LearnedRow): void {
    if (isReadByTable(about.format)) this.rows.learn(tree, about);
  }

  begin(line: number): void {
    this.line = line;
    this.left = undefined;
  }

  private take(columns: ChatColumns, integers: Int32Array): boolean {
    const { answers, results, taker } = this;
    const { tree } = answers;
    if (tree === undefined) return false;
    tree.renew();
    results.open(tree, columns.results);
    this.latest = columns;
    const { masked } = this;
    masked.count = integers[ROW.masked] ?? 0;
    masked.chars = integers[ROW.saved] ?? 0;
    masked.resultChars = integers[ROW.resultChars] ?? 0;
    masked.maskedTurns = integers[ROW.maskedTurns] ?? 0;
    masked.remaining = masked.count + (integers[ROW.maskedBefore] ?? 0);
    const isTaken = taker.takeRow(this);
    if (isTaken) this.line++;
    else if ((columns.notes & (UNCOUNTED | HAS_ODD)) === 0)
      this.left = { results: columns.count, calls: columns.calls };
    return isTaken;
  }

  isMasked(result: number): boolean {
    this.placeholders.open();
    const node = this.results.node(result);
    return node >= 0 && this.placeholders.isMasked(node);
  }
}
