import type { ComparedTotals } from "../../../analyses/compare/compared.ts";
import { visible } from "../../../base/visible.ts";
import { clipEnd } from "../../display-width.ts";
import { number } from "../../figures.ts";
import { escaped, type TableHead, tableOf } from "../../html.ts";
import { recommendedIn } from "../advice.ts";
import { aboutGroups, GROUP_COLUMNS, recallGroups } from "../recall-groups.ts";
import { aboutMisses } from "./about-misses.ts";
import type { HiddenBySetting, PageMiss } from "./hidden-by-setting.ts";
import type { MissedBy } from "./page-data.ts";

/** The widest that a token or a tool's name is shown. */
const MAX_WORD = 32;

/**
 * The tool results that later turns needed and a setting would have hidden, with the turn that needed each. Shows
 * the recommended setting; the script adds a menu of the others. Empty if misses were not measured.
 */
export function missesSection(found: HiddenBySetting, totals: ComparedTotals): string {
  const { misses } = found;
  if (misses === undefined) return "";
  const head = `<section id="misses">\n<h2>What later turns would have missed</h2>\n`;
  const by = missedBy(found, totals);
  if (by === undefined) return `${head}<p>Nothing, under any of these settings.</p>\n</section>\n`;
  const rows = misses.map((miss) => ({
    cells: HEADS.map(({ cell }) => escaped(cell(miss))),
    within: miss.settings,
    isHidden: !miss.settings.includes(by.setting),
  }));
  const { setting, counts } = by;
  const shown = rows.filter(({ isHidden }) => !isHidden).length;
  const about = aboutMisses({ setting, count: counts[setting] ?? 0, shown });
  return `${head}<p class="small" id="misses-about">${escaped(about)}</p>
${tableOf(HEADS, rows, { label: "what later turns would have missed", first: "places" })}
${groupsTable(totals)}</section>
`;
}

/** The recall of the setting shown first, by age, kind and tool. */
function groupsTable(totals: ComparedTotals): string {
  const groups = recallGroups(totals);
  if (groups === undefined) return "";
  const heads = GROUP_COLUMNS.map(({ name, align }) => ({ name, isLeft: align === "left" }));
  const rows = groups.rows.map((row) => ({
    cells: GROUP_COLUMNS.map(({ name }) => escaped(row[name])),
  }));
  return `<p class="small">${escaped(aboutGroups(groups.setting))}.</p>
${tableOf(heads, rows, { label: "recall by what is used", first: "names" })}`;
}

/** The settings that hide something, and the one shown first; undefined if none hides anything. */
export function missedBy(
  { counts }: Pick<HiddenBySetting, "counts">,
  { recommendation, settings }: Pick<ComparedTotals, "recommendation" | "settings">,
): MissedBy | undefined {
  const named = settings.map(({ name }) => ({ name, count: counts.get(name) ?? 0 }));
  const some = named.filter(({ count }) => count > 0);
  if (some.length === 0) return undefined;
  const recommended = named.find(({ name }) => name === recommendedIn(recommendation));
  const least = some.reduce((best, each) => (each.count < best.count ? each : best));
  return {
    setting: (recommended ?? least).name,
    counts: Object.fromEntries(named.map(({ name, count }) => [name, count])),
  };
}

/** The columns; the turn that needed the result is among the first. */
const HEADS: readonly (TableHead & { cell(miss: PageMiss): string })[] = [
  { name: "result", isLeft: true, cell: ({ file, line }) => `${nameOf(file)}:${line}` },
  { name: "needed in turn", isLeft: false, cell: ({ step }) => number(step + 1) },
  {
    name: "for",
    isLeft: true,
    cell: ({ kind, token }) => (kind === "re-ask" ? `${word(token)}, asked again` : word(token)),
  },
  { name: "tool", isLeft: true, room: "wide", cell: ({ tool = "" }) => word(tool) },
  { name: "turns between", isLeft: false, room: "wide", cell: ({ age }) => number(age) },
];

/** The file's base name: its folders would take too much room. */
function nameOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? "";
}

function word(text: string): string {
  return clipEnd(visible(text), MAX_WORD);
}
