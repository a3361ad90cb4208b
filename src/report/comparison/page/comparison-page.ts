import type { ComparedPrompts, ComparedTotals } from "../../../analyses/compare/compared.ts";
import { escaped, jsonInScript, securityPolicy } from "../../html.ts";
import { counted } from "../amounts.ts";
import { answerOf } from "../answer.ts";
import { chartsOf } from "../charts.ts";
import { headOf } from "../comparison-head.ts";
import { legendOf } from "../comparison-legend.ts";
import { notesOf } from "../comparison-notes.ts";
import { withoutIdle } from "../idle-settings.ts";
import type { HiddenBySetting } from "./hidden-by-setting.ts";
import { missedBy, missesSection } from "./misses-section.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "./page.generated.ts";
import type { PageAdvice } from "./page-data.ts";
import { pageData } from "./page-figures.ts";
import { outcomesTable, spreadTable } from "./page-tables.ts";

/** The parts of a page besides the totals. */
export interface PageParts {
  readonly prompts: ComparedPrompts | undefined;
  readonly misses: HiddenBySetting;
  /** The first input with a transcript. */
  readonly firstFile: string;
}

/**
 * A comparison as one page that stands alone: tables, and charts drawn by its own script. Its security
 * policy lets nothing be loaded and no other script or style run. Text from transcripts is escaped.
 */
export function comparisonPage(all: ComparedTotals, parts: PageParts): string {
  const totals = withoutIdle(all);
  const { prompts, misses, firstFile } = parts;
  const charts = chartsOf(totals, prompts);
  const figures = pageData(totals, { ...charts, firstFile, missed: missedBy(misses, totals) });
  const head = totals.transcripts === 0 ? ["no transcripts"] : headOf(totals, firstFile);
  const policy = securityPolicy({ script: PAGE_SCRIPT, style: PAGE_STYLE });
  const sizes = charts.promptSizes;
  const name = nameOf(totals, firstFile);
  const main =
    totals.transcripts === 0
      ? ""
      : [
          answerBox(answerOf(totals)),
          figures.costByRecall.length === 0
            ? ""
            : chart("cost-by-recall", {
                title: "Cost against recall",
                about: `A point for each setting that masks anything: the further right, the more of what later turns used was still in view; below 1, masking costs less than leaving history alone, with a prompt cache. The upright line is at the recall that was asked for.`,
              }),
          "<h2>Settings</h2>",
          outcomesTable(totals) + list(legendOf(totals, () => true)),
          missesSection(misses, totals),
          sizes === undefined
            ? ""
            : chart("prompt-sizes", {
                title: "Size of prompts over the steps",
                about: `Tokens in each prompt of ${sizes.file}:${sizes.line}${totals.transcripts > 1 ? ", the transcript with most of them" : ""}. Drag to look closer, double-click to see all again; arrow keys walk along the steps.`,
              }),
          spreadTable(totals),
          "<h2>Notes</h2>",
          list([...head, ...notesOf(totals)], "small notes"),
        ].join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>elision compare: ${escaped(name)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(name)}: which window?</h1>
${list(head.slice(0, 2), "about")}
${main}
</main>
<script type="application/json" id="figures">${jsonInScript(figures)}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

/** The name of what was compared: the file, or the first of several. */
function nameOf({ inputs, transcripts }: ComparedTotals, firstFile: string): string {
  const name = firstFile.split(/[\\/]/).at(-1) || "nothing";
  if (inputs > 1) return `${name} and ${counted(inputs - 1, "more file", "more files")}`;
  return transcripts > 1 ? `${name}, ${counted(transcripts, "transcript")}` : name;
}

/** The answer, before everything else. The script adds a button to copy, and controls for recall and price. */
function answerBox({ command = "", lines, use, advice }: PageAdvice): string {
  const line = (text: string) => `<p class="line">${escaped(text)}</p>\n`;
  return `<section class="answer${command === "" ? " none" : ""}" id="answer" aria-label="Answer">
<p class="line command" id="command"${command === "" ? " hidden" : ""}><code>${escaped(command)}</code></p>
<div id="answer-lines">
${lines.map(line).join("")}</div>
<p class="small" id="answer-use">${escaped(use)}</p>
<p class="advice small" id="advice">${escaped(advice)}</p>
</section>
`;
}

function list(lines: readonly string[], name = "small"): string {
  return `<ul class="${name}">\n${lines.map((line) => `<li>${escaped(line)}</li>\n`).join("")}</ul>\n`;
}

/** The container of a chart, whose figures are also in the table. */
function chart(
  id: string,
  { title, about }: { readonly title: string; readonly about: string },
): string {
  return `<section>
<h2 id="${id}-title">${title}</h2>
<p class="small">${escaped(about)}</p>
<div class="chart" id="${id}" role="group" tabindex="0" aria-labelledby="${id}-title"></div>
</section>
`;
}
