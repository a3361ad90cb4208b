import { visible } from "../../../base/visible.ts";
import type { SavedSession } from "../../../databases/session-database.ts";
import { clipEnd } from "../../../report/display-width.ts";
import { number } from "../../../report/figures.ts";
import { layOutList } from "../../../report/list-table.ts";
import { timeSince } from "../../../report/sessions/time-since.ts";
import { DEFAULT_COLUMNS } from "../../terminal/stream-width.ts";

/** Chars of a title that are shown. */
const TITLE_CHARS = 60;

/** The sessions of a database as a list for people. */
export function sessionsTable(
  sessions: readonly SavedSession[],
  {
    agent,
    now,
    columns = DEFAULT_COLUMNS,
  }: {
    readonly agent: string;
    /** The current time, for ages on a terminal; without it dates are shown. */
    readonly now: number | undefined;
    readonly columns: number | undefined;
  },
): string {
  if (sessions.length === 0) return "";
  const rows = layOutList(
    sessions,
    [
      { name: "session", text: ({ id }) => visible(id) },
      { name: "changed", text: ({ changedMs }) => whenOf(changedMs, now) },
      { name: "messages", text: ({ messages }) => number(messages) },
      { name: "bytes", text: ({ bytes }) => number(bytes) },
      { name: "title", text: ({ title = "" }) => clipEnd(visible(title), TITLE_CHARS) },
    ],
    columns,
  );
  const count = `${number(sessions.length)} ${sessions.length === 1 ? "session" : "sessions"}`;
  return `${rows}${count} of ${agent}\n`;
}

function whenOf(changedMs: number, now: number | undefined): string {
  const date = new Date(changedMs);
  return changedMs > 0 && !Number.isNaN(date.getTime()) ? timeSince(date.toISOString(), now) : "–";
}
