import { detectFormat, FORMATS, type FormatName } from "../formats/index.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import { countParts } from "./count-parts.ts";

/** What the first records of an input tell. */
export interface Recognised {
  readonly format: FormatName;
  /** `rows`: each record is a conversation. `lines`: the records together are one. */
  readonly layout: "rows" | "lines";
}

/** Records that are looked at before an input is given up. */
export const MAX_HEAD_RECORDS = 64;

/**
 * What these records are, or undefined where that is not certain yet. A conversation decides alone;
 * messages are waited for until `isAll`, since the one that tells formats apart can come late.
 */
export function recognise(
  head: readonly TapeTree[],
  { forced, isAll }: { readonly forced: FormatName | undefined; readonly isAll: boolean },
): Recognised | undefined {
  const latest = head.at(-1);
  const row = latest === undefined ? undefined : conversationFormat(latest, forced);
  if (row !== undefined) return { format: row, layout: "rows" };
  if (!isAll && head.length < MAX_HEAD_RECORDS) return undefined;
  const format = forced ?? detectFormat(head);
  if (format === undefined) return undefined;
  const hasMessage = head.some(
    (record) => FORMATS[format].kindOf(record, record.root) === "message",
  );
  if (!hasMessage || (forced !== undefined && areOfAnother(forced, head))) return undefined;
  return { format, layout: "lines" };
}

/** Whether records are certainly of another format than the one that was asked for. */
function areOfAnother(asked: FormatName, head: readonly TapeTree[]): boolean {
  if (countParts(FORMATS[asked], head) > 0 || FORMATS[asked].detect(head)) return false;
  return detectFormat(head) !== undefined;
}

/** The format of a record that is a conversation of its own. */
export function conversationFormat(
  record: TapeTree,
  forced: FormatName | undefined,
): FormatName | undefined {
  const format = forced ?? detectFormat([record]);
  if (format === undefined || FORMATS[format].kindOf(record, record.root) !== "conversation")
    return undefined;
  return format;
}
