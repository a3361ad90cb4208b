import type { DiffChange, TranscriptDiff } from "../../analyses/diff/result.ts";
import { type CsvValue, csvRows } from "../csv-report.ts";
import { counted, number } from "../figures.ts";
import type { ResultKind } from "../index.ts";
import { wrapped } from "../list-table.ts";
import type { Reporter, ReportTarget } from "../reporter.ts";
import { createDiffStat } from "./diff-stat.ts";
import { diffText } from "./diff-text.ts";

/** Writes the diffs of transcripts. */
export type DiffReporter = Reporter<TranscriptDiff, object, object>;

/** A reporter of a kind; `isStat`: a table has sums by tool instead of each change. */
export async function createDiffReporter(
  kind: ResultKind,
  target: ReportTarget,
  { isStat }: { readonly isStat: boolean },
): Promise<DiffReporter> {
  switch (kind) {
    case "table":
      return isStat ? statReporter(target) : textReporter(target);
    case "json":
      return (await import("../json-document.ts")).jsonDocument(target);
    case "ndjson":
      return (await import("../ndjson-report.ts")).ndjsonReporter(target);
    case "csv":
      return csvReporter(target);
    default:
      return kind satisfies never;
  }
}

/** Transcripts in which nothing would change are counted, and shown only if there is no other. */
function textReporter(target: ReportTarget): DiffReporter {
  let shown = 0;
  let same = 0;
  let firstSame: TranscriptDiff | undefined;
  return {
    transcript(diff) {
      if (diff.changes.length === 0) {
        same++;
        firstSame ??= diff;
        return;
      }
      shown++;
      target.write(diffText(diff, target));
    },
    file: () => {},
    discard: () => {},
    async finish() {
      if (firstSame === undefined) return;
      if (shown + same === 1) target.write(diffText(firstSame, target));
      else target.write(wrapped(sameText(shown, same), target.columns));
    },
  };
}

function sameText(shown: number, same: number): string {
  if (shown === 0) return `nothing would change in any of ${number(same)} transcripts`;
  return `nothing would change in ${counted(same, "other transcript")}`;
}

/** Sums over the inputs that were read to their end. */
function statReporter(target: ReportTarget): DiffReporter {
  const stat = createDiffStat();
  let held: TranscriptDiff[] = [];
  return {
    transcript: (diff) => void held.push(diff),
    file() {
      for (const diff of held.splice(0)) stat.add(diff);
    },
    discard() {
      held = [];
    },
    finish: async () => target.write(stat.text(target)),
  };
}

type DiffField = readonly [
  name: string,
  value: (change: DiffChange, diff: TranscriptDiff) => CsvValue,
];

const FIELDS: readonly DiffField[] = [
  ["file", (_, { file }) => file],
  ["line", ({ line }) => line],
  ["turn", ({ turn }) => turn],
  ["kind", ({ kind }) => kind],
  ["tool", ({ tool }) => tool],
  ["argument", ({ argument }) => argument],
  ["ref", ({ ref }) => ref],
  ["beforeChars", ({ beforeChars }) => beforeChars],
  ["afterChars", ({ afterChars }) => afterChars],
  ["by", ({ by }) => by],
  ["messages", ({ messages }) => messages],
  ["goes", ({ goes }) => goes],
  ["comes", ({ comes }) => comes],
];

/** A row for each change. */
function csvReporter({ write }: ReportTarget): DiffReporter {
  const names = FIELDS.map(([name]) => name);
  return csvRows(write, names, (diff: TranscriptDiff) =>
    diff.changes.map((change) => FIELDS.map(([, value]) => value(change, diff))),
  );
}
