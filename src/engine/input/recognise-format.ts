import { claims } from "../../formats/format-set.ts";
import { detectFormat, FORMATS, type FormatName, plainFormat } from "../../formats/index.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { countParts } from "./count-parts.ts";
import { coverageOf, formatsReading, isRead, Misread } from "./misread.ts";

/** The format and layout that the first records of an input show. */
export interface Recognised {
  readonly format: FormatName;
  /** `rows`: each record is a conversation. `lines`: the records together are one. */
  readonly layout: "rows" | "lines";
}

/** Records that are looked at before an input is given up. */
export const MAX_HEAD_RECORDS = 64;

/**
 * The format and layout of these records, or undefined if it is not certain yet. A conversation decides alone;
 * with messages it waits until `isAll`, since the one that distinguishes formats can come late.
 */
export function recognise(
  head: readonly TapeTree[],
  { forced, isAll }: { readonly forced: FormatName | undefined; readonly isAll: boolean },
): Recognised | undefined {
  const latest = head.at(-1);
  const row = latest === undefined ? undefined : rowFormat(latest, forced);
  if (row !== undefined) return { format: row, layout: "rows" };
  if (!isAll && head.length < MAX_HEAD_RECORDS) return undefined;
  const format = linesFormat(head, forced);
  return format === undefined ? undefined : { format, layout: "lines" };
}

/** The format of the lines of a file, of which these are the first. */
function linesFormat(
  head: readonly TapeTree[],
  forced: FormatName | undefined,
): FormatName | undefined {
  const isOf = (format: FormatName) =>
    head.some((record) => FORMATS[format].kindOf(record, record.root) === "message");
  if (forced !== undefined) return isOf(forced) && !areOfAnother(forced, head) ? forced : undefined;
  const found = detectFormat(head);
  if (found === undefined || isRead(found, head)) return found && isOf(found) ? found : undefined;
  for (const format of formatsReading(head)) if (isOf(format)) return format;
  return undefined;
}

/** Whether records are certainly of another format than the one that was asked for. */
function areOfAnother(asked: FormatName, head: readonly TapeTree[]): boolean {
  if (countParts(FORMATS[asked], head) > 0 || claims(FORMATS[asked], head)) return false;
  return detectFormat(head) !== undefined;
}

/** The format of a record that is a conversation of its own and that it reads. */
export function rowFormat(
  record: TapeTree,
  forced: FormatName | undefined,
): FormatName | undefined {
  const format = conversationFormat(record, forced);
  const isAsked = forced !== undefined;
  if (format === undefined || isRead(format, [record], { isAsked })) return format;
  if (isAsked) return undefined;
  for (const other of formatsReading([record]))
    if (FORMATS[other].kindOf(record, record.root) === "conversation") return other;
  return undefined;
}

/**
 * The error for records that a format claims, or was asked to, and of which it does not read the tool
 * results; undefined where that is not what is wrong with them.
 */
export function misreadIn(
  head: readonly TapeTree[],
  { asked, lineOf }: { asked: FormatName | undefined; lineOf(record: TapeTree): number },
): Misread | undefined {
  for (const records of [head, ...head.map((record) => [record])]) {
    const format = asked ?? detectFormat(records);
    if (format === undefined) continue;
    const left = coverageOf(format, records, lineOf).misread({ isAsked: asked !== undefined });
    if (left !== undefined) return new Misread(left, { format, asked, head });
  }
  return undefined;
}

/** The format of a record that claims to be a conversation of its own. */
export function conversationFormat(
  record: TapeTree,
  forced: FormatName | undefined,
): FormatName | undefined {
  const plain = forced === undefined ? plainFormat(record) : undefined;
  if (plain !== undefined) return plain;
  const format = forced ?? detectFormat([record]);
  if (format === undefined || FORMATS[format].kindOf(record, record.root) !== "conversation")
    return undefined;
  return format;
}
