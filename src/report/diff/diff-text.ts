import { Chalk } from "chalk";
import type { DiffChange, TranscriptDiff } from "../../analyses/diff/result.ts";
import { visible } from "../../base/visible.ts";
import { clipName } from "../clip-names.ts";
import { clipEnd } from "../display-width.ts";
import { number, percent } from "../figures.ts";
import type { ReportTarget } from "../reporter.ts";

/** Where lines of a diff are written, and how wide they may be. */
export type DiffLayout = Pick<ReportTarget, "columns" | "color">;

/** The changes of a transcript for people: the text removed, and the text in its place. */
export function diffText(diff: TranscriptDiff, layout: DiffLayout): string {
  const { file, line, format, beforeChars, afterChars, changes } = diff;
  const chalk = new Chalk({ level: layout.color ? 1 : 0 });
  const saved = `${percent(beforeChars - afterChars, beforeChars)} less`;
  const sizes = `${format}, ${number(beforeChars)} -> ${number(afterChars)} chars, ${saved}`;
  const name = clipName(visible(`${file}:${line}`), layout.columns);
  const head = `${chalk.bold(name)}\n${clipEnd(sizes, layout.columns)}\n`;
  if (changes.length === 0) return `${head}nothing would change\n\n`;
  return `${head}\n${changes.map((change) => `${changeText(change, layout)}\n`).join("")}`;
}

/** One change in four lines: place, size and reason, first line removed, replacement. */
export function changeText(change: DiffChange, { columns, color }: DiffLayout): string {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const { turn, line, ref, beforeChars, afterChars, reason, goes, comes } = change;
  const where = `turn ${number(turn)}, line ${number(line)}`;
  const what = clipEnd(`${where}: ${visible(whatOf(change))}`, columns);
  const sizes = `${number(beforeChars)} -> ${number(afterChars)} chars: ${reason}`;
  const lines = [
    chalk.cyan(what),
    chalk.dim(clipEnd(`  ${sizes}${ref === undefined ? "" : ` (ref ${ref})`}`, columns)),
    chalk.red(clipEnd(`- ${visible(goes)}`, columns)),
    ...(comes === "" ? [] : [chalk.green(clipEnd(`+ ${visible(comes)}`, columns))]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The changed thing in words: a tool and its argument, a part of a call, or messages. */
function whatOf({ kind, tool, argument, messages = 0 }: DiffChange): string {
  if (kind === "messages") return `${number(messages)} messages`;
  const call = [tool, argument].filter((each) => each !== undefined).join(" ");
  if (kind === "result") return call || "tool result";
  return kind === "call" ? `arguments of ${call}` : kind;
}
