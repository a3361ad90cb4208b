import type { EvidenceKept } from "../../analyses/compare/evidence/result.ts";
import { number, percent } from "../figures.ts";
import { layOut, type TableColumn } from "../table-columns.ts";
import { share } from "./amounts.ts";

const COLUMNS: readonly [TableColumn<string>, ...TableColumn<string>[]] = [
  { name: "pass", align: "left" },
  { name: "results", goes: 2 },
  { name: "kept", goes: 1 },
  { name: "used lines" },
  { name: "stay" },
  { name: "head only" },
  { name: "tail only" },
  { name: "random" },
];

/** The sentence above the table. */
export const ABOUT_EVIDENCE =
  "Lines that later turns use or quote, of results that a pass shortens: the share that stays, and that would if as many chars were the head alone, the tail alone, or lines at random";

/** The evidence left by passes, a row for each pass that shortens anything. */
export function evidenceTable(
  evidence: readonly EvidenceKept[],
  layout: { readonly columns: number; readonly color: boolean },
): string {
  const rows = evidence
    .filter(({ results }) => results > 0)
    .map(({ pass, results, chars, keptChars, lines, ...counts }) => {
      const of = (count: number) => (lines === 0 ? "–" : share(count / lines));
      return {
        pass,
        results: number(results),
        kept: percent(keptChars, chars),
        "used lines": number(lines),
        stay: of(counts.kept),
        "head only": of(counts.head),
        "tail only": of(counts.tail),
        random: of(counts.random),
      };
    });
  return rows.length === 0 ? "" : `${layOut(rows, COLUMNS, layout)}\n`;
}
