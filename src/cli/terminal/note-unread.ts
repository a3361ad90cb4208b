import type { ReadingTally } from "../../engine/input/reading.ts";
import { number } from "../../report/figures.ts";
import type { Notices } from "./notices.ts";

/** The most kinds of records that are named; the others are counted. */
const MOST_KINDS = 5;

/** Notes which records of a file were not read, besides lines reported one by one, and how they were treated. */
export function noteUnread(
  notices: Notices,
  {
    file,
    otherRecords,
    unreadRecords,
    unreadResults,
    observations,
    calls,
    transcripts,
  }: ReadingTally & {
    readonly file: string;
    readonly otherRecords: number;
    readonly transcripts: number;
  },
  fate: string,
): void {
  const kinds = Object.entries(unreadRecords).sort((a, b) => b[1] - a[1]);
  const count = kinds.reduce((sum, [, each]) => sum + each, 0);
  if (count > otherRecords) {
    const named = kinds.slice(0, MOST_KINDS).map(([kind, each]) => `${kind} ${number(each)}`);
    const more = kinds.length > MOST_KINDS ? ", …" : "";
    notices.note(
      `${file}: records of unknown kinds, ${fate}: ${number(count)} (${named.join(", ")}${more})`,
    );
  }
  if (transcripts === 0) notices.note(`${file}: no messages in it`);
  if (unreadResults > 0) notices.warn(`${file}: tool results that were not read: ${unreadResults}`);
  else if (observations === 0 && calls > 0)
    notices.note(`${file}: tool calls, but no tool result: ${number(calls)} calls`);
}
