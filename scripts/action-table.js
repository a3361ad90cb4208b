/**
 * Prints a report of elision as a Markdown table (or its totals as outputs of a step), for scripts/action.sh.
 */
import { readFileSync } from "node:fs";

const MOST_ROWS = 20;

const asOutputs = process.argv[2] === "--outputs";
const [path, exitCode] = process.argv.slice(asOutputs ? 3 : 2);
const { transcripts, totals } = JSON.parse(readFileSync(path, "utf8"));
process.stdout.write(asOutputs ? outputs() : table());

function outputs() {
  return `before-bytes=${totals.beforeBytes}\nafter-bytes=${totals.afterBytes}\nexit-code=${exitCode}\n`;
}

function table() {
  const largest = transcripts.toSorted((a, b) => b.savedChars - a.savedChars);
  const rows = largest
    .slice(0, MOST_ROWS)
    .map((each) => [
      `${code(each.file)}${each.line > 1 ? `:${each.line}` : ""}`,
      number(each.beforeChars),
      number(each.afterChars),
      share(each.beforeChars, each.afterChars),
      number(each.maskedCount),
    ]);
  const more = largest.length - rows.length;
  return [
    `**elision** saved ${share(totals.beforeChars, totals.afterChars)} of ${number(totals.beforeChars)} chars`,
    ` in ${number(totals.transcripts)} transcript${totals.transcripts === 1 ? "" : "s"}; files:`,
    ` ${number(totals.beforeBytes)} → ${number(totals.afterBytes)} bytes.\n\n`,
    "| transcript | before | after | saved | masked |\n| --- | ---: | ---: | ---: | ---: |\n",
    ...rows.map((cells) => `| ${cells.join(" | ")} |\n`),
    ...(more > 0 ? [`\n… and ${number(more)} more\n`] : []),
    ...(Number(exitCode) === 0
      ? []
      : [`\nelision ended with ${exitCode}: the log of the job says why.\n`]),
  ].join("");
}

/** A name as code, whatever characters it has: it comes from the pull request. */
function code(text) {
  const shown = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "�");
  const fence = "`".repeat(
    Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const pad = fence.length > 1 ? " " : "";
  return `${fence}${pad}${shown.replaceAll("|", "\\|")}${pad}${fence}`;
}

function share(before, after) {
  return before === 0 ? "0%" : `${(((before - after) / before) * 100).toFixed(1)}%`;
}

function number(value) {
  return value.toLocaleString("en-US");
}
