import type { DiffChange, TranscriptDiff } from "../../analyses/diff/result.ts";
import { visible } from "../../base/visible.ts";
import { number, percent } from "../figures.ts";
import type { ReportTarget } from "../reporter.ts";
import { layOut, type TableColumn } from "../table-columns.ts";

type StatColumn = "tool" | "changes" | "before" | "after" | "saved" | "share";

const COLUMNS: readonly [TableColumn<StatColumn>, ...TableColumn<StatColumn>[]] = [
  { name: "tool", align: "left" },
  { name: "changes" },
  { name: "before", goes: 2 },
  { name: "after", goes: 3 },
  { name: "saved" },
  { name: "share", align: "left", goes: 1 },
];

/** Rows of the table; the tools that save least are one row. */
const MAX_ROWS = 20;

/** Characters of the longest bar. */
const BAR = 20;

interface ToolSum {
  readonly tool: string;
  changes: number;
  before: number;
  after: number;
}

/** Sums changes by tool, like `git diff --stat` by file. */
export function createDiffStat() {
  const sums = new Map<string, ToolSum>();
  const all: ToolSum = { tool: "total", changes: 0, before: 0, after: 0 };
  return {
    add({ changes }: TranscriptDiff) {
      for (const change of changes) {
        const tool = nameOf(change);
        const sum = sums.get(tool) ?? { tool, changes: 0, before: 0, after: 0 };
        sums.set(tool, sum);
        for (const each of [sum, all]) {
          each.changes++;
          each.before += change.beforeChars;
          each.after += change.afterChars;
        }
      }
    },
    text(layout: Pick<ReportTarget, "columns" | "color">): string {
      if (all.changes === 0) return "nothing would change\n";
      const sorted = [...sums.values()].sort((a, b) => savedBy(b) - savedBy(a));
      const shown = sorted.slice(0, MAX_ROWS);
      const rest = sorted.slice(MAX_ROWS).reduce(plus, { ...NONE, tool: "others" });
      const rows = [...shown, ...(rest.changes > 0 ? [rest] : [])];
      const most = Math.max(...rows.map(savedBy), 1);
      const lines = rows.map((sum) => rowOf(sum, barOf(savedBy(sum) / most)));
      const total = rowOf(all, `${percent(savedBy(all), all.before)} of what changes`);
      return `${layOut([...lines, total], COLUMNS, { ...layout, hasTotal: true })}\n`;
    },
  };
}

const NONE: Omit<ToolSum, "tool"> = { changes: 0, before: 0, after: 0 };

function plus(sum: ToolSum, { changes, before, after }: ToolSum): ToolSum {
  return {
    tool: sum.tool,
    changes: sum.changes + changes,
    before: sum.before + before,
    after: sum.after + after,
  };
}

/** None where the notes of images, which have no chars, are longer than the texts. */
const barOf = (share: number): string => "#".repeat(Math.max(0, Math.round(share * BAR)));

const savedBy = ({ before, after }: ToolSum): number => before - after;

function nameOf({ kind, tool = "unknown" }: DiffChange): string {
  if (kind === "result") return tool;
  return kind === "call" ? `arguments of ${tool}` : kind;
}

function rowOf(sum: ToolSum, share: string): Readonly<Record<StatColumn, string>> {
  return {
    tool: visible(sum.tool),
    changes: number(sum.changes),
    before: number(sum.before),
    after: number(sum.after),
    saved: number(savedBy(sum)),
    share,
  };
}
