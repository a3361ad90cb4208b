import type { Format } from "../../../formats/format.ts";
import { claims } from "../../../formats/registry/claims.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { RowColumns } from "../column-takers.ts";
import { partCounter } from "./count-parts.ts";
import type { Coverage } from "./coverage.ts";
import { coverageOf, formatsReading, isForeign, isRead, Misread } from "./misread.ts";

/** The layout that the first records of an input show: each is a conversation, or they are one together. */
export type Recognised =
  | { readonly layout: "rows" }
  | { readonly layout: "lines"; readonly format: Format };

/** The most records examined before an input is given up. */
export const MAX_HEAD_RECORDS = 64;

/** Numbers of records at which an envelope is looked for: it is on every line of its program's. */
const ENVELOPE_RECORDS: readonly number[] = [4, 8, 16, 32];

/**
 * The layout of these records, or undefined if it is not certain yet. A conversation decides alone, and so does the
 * envelope of messages; with other messages it waits until `isAll`, since the one that distinguishes formats can come
 * late.
 */
export function recognise(head: readonly TapeTree[], about: Recognising): Recognised | undefined {
  const { choice, isAll } = about;
  const latest = head.at(-1);
  if (latest !== undefined && isRow(latest, choice)) return { layout: "rows" };
  const isEnough = isAll || head.length >= MAX_HEAD_RECORDS;
  if (!isEnough && !ENVELOPE_RECORDS.includes(head.length)) return undefined;
  const { among, forced } = choice;
  const claiming = forced ?? (isEnough ? among.detect(head) : among.enveloped(head));
  if (claiming === undefined || (!isEnough && claiming.evidence !== "envelope")) return undefined;
  const format = linesFormat(head, claiming, about);
  if (format === undefined || (!isEnough && format.evidence !== "envelope")) return undefined;
  return { format, layout: "lines" };
}

/** How the first records of an input are judged. */
export interface Recognising {
  readonly choice: FormatChoice;
  /** Whether there are no others. */
  readonly isAll: boolean;
  /** Whether all of them are messages of a format, and certainly nothing in them is left unread. */
  areClosed?(format: Format): boolean;
}

/** The format of the lines of a file, by the first of them, which a format claims. */
function linesFormat(
  head: readonly TapeTree[],
  claiming: Format,
  { choice: { among, forced }, areClosed }: Recognising,
): Format | undefined {
  const isOf = (format: Format) =>
    head.some((record) => format.kindOf(record, record.root) === "message");
  if (forced !== undefined)
    return isOf(forced) && !areOfAnother(head, { among, forced }) && !isForeign(head, { forced })
      ? forced
      : undefined;
  if (areClosed?.(claiming) === true || isRead(claiming, head))
    return isOf(claiming) ? claiming : undefined;
  for (const format of formatsReading(head, among)) if (isOf(format)) return format;
  return undefined;
}

/** Whether records are certainly of another format than the named one. */
function areOfAnother(
  head: readonly TapeTree[],
  { among, forced }: FormatChoice & { readonly forced: Format },
): boolean {
  if (partCounter(head)(forced) > 0 || claims(forced, head)) return false;
  return among.detect(head) !== undefined;
}

/** Whether a record is a row: a conversation of its own, or a list of some. */
export function isRow(record: TapeTree, choice: FormatChoice, judges?: RowJudges): boolean {
  return rowFormat(record, choice, judges) !== undefined || isList(record, choice);
}

/** Who reads a record that a format claims, to tell whether it is of it. */
export interface RowJudges {
  /** May know it without reading the record. */
  readonly rows: Pick<RowColumns, "reads"> | undefined;
  /** Counts what the format finds and leaves; undefined if the record may be read otherwise later. */
  judge(record: TapeTree, format: Format): Coverage | undefined;
}

/**
 * Whether a record is an array of conversations, as data sets are that are saved as one JSON document instead of a row
 * a line. Only for arrays that no format takes for one conversation.
 */
export function isList(record: TapeTree, choice: FormatChoice): boolean {
  const { root } = record;
  if (!record.isArray(root)) return false;
  const first = record.items(root).slice(0, MAX_HEAD_RECORDS);
  const isFound = first.some((item) => {
    record.turnTo(item);
    return rowFormat(record, choice) !== undefined;
  });
  record.turnTo(root);
  return isFound;
}

/** The format of a record that is a conversation of its own and that it reads. */
function rowFormat(record: TapeTree, choice: FormatChoice, judges?: RowJudges): Format | undefined {
  const format = conversationFormat(record, choice);
  const isForced = choice.forced !== undefined;
  if (format !== undefined && isForeign([record], choice)) return undefined;
  if (format === undefined || isPlainly(format, record)) return format;
  if (judges?.rows?.reads?.(record, format) === true) return format;
  const coverage = judges?.judge(record, format) ?? coverageOf(format, [record]);
  if (coverage.misread({ isForced }) === undefined) return format;
  if (isForced) return undefined;
  for (const other of formatsReading([record], choice.among))
    if (other.kindOf(record, record.root) === "conversation") return other;
  return undefined;
}

/** Whether a record is a conversation with tool results and nothing else, each of which the kernel found. */
function isPlainly({ chat }: Format, record: TapeTree): boolean {
  const columns = chat && record.scanned?.chat(chat);
  return columns?.isClosed === true && !columns.hasExtra && columns.count > 0;
}

/**
 * The error for records whose claiming or named format does not read their tool results; undefined if that is not
 * the fault.
 */
export function misreadIn(
  head: readonly TapeTree[],
  { choice, lineOf }: { choice: FormatChoice; lineOf(record: TapeTree): number },
): Misread | undefined {
  const { among, forced } = choice;
  for (const records of [head, ...head.map((record) => [record])]) {
    const format = forced ?? among.detect(records);
    if (format === undefined) continue;
    const left = coverageOf(format, records, lineOf).misread({ isForced: forced !== undefined });
    if (left !== undefined) return new Misread(left, { format, choice, head });
  }
  return undefined;
}

/** The format of a record that claims to be a conversation of its own. */
export function conversationFormat(
  record: TapeTree,
  { among, forced }: FormatChoice,
): Format | undefined {
  const format = forced ?? among.detect([record]);
  return format?.kindOf(record, record.root) === "conversation" ? format : undefined;
}
