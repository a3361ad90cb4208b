import { Chalk } from "chalk";
import type { ListedSession, Spending } from "../../analyses/sessions/result.ts";
import { spentWithSubagents, wasUsed } from "../../analyses/sessions/spending.ts";
import { visible } from "../../base/visible.ts";
import { clipName } from "../clip-names.ts";
import { counted } from "../comparison/amounts.ts";
import { clipEnd } from "../display-width.ts";
import { number } from "../figures.ts";
import { wrapped } from "../list-table.ts";
import type { ReportTarget } from "../reporter.ts";
import { layOut, type TableColumn } from "../table-columns.ts";
import type { SessionList } from "./session-list.ts";
import { shortNames } from "./short-names.ts";
import { timeSince } from "./time-since.ts";

type SessionColumn =
  | "session"
  | "agent"
  | "project"
  | "when"
  | "model"
  | "tokens"
  | "window 10"
  | "lossless"
  | "spent";

const COLUMNS: readonly [TableColumn<SessionColumn>, ...TableColumn<SessionColumn>[]] = [
  { name: "session", align: "left" },
  { name: "agent", align: "left" },
  { name: "project", align: "left" },
  { name: "when", align: "left" },
  { name: "model", align: "left", goes: 1 },
  { name: "tokens" },
  { name: "window 10", goes: 3 },
  { name: "lossless", goes: 2 },
  { name: "spent", goes: 4 },
];

/** Rows of one table: cli-table3 takes time with the square of their number. */
const ROWS_AT_ONCE = 50;

/** The most sessions of unread formats that are listed. */
const MAX_UNREAD = 5;

/** The greatest width of names of projects and models. */
const MAX_NAME = 24;

/** The sessions as a table, newest first; below it those that are not read yet, and what to do next. */
export function sessionTable(list: SessionList, target: ReportTarget): void {
  const { sessions, more, totals } = list;
  const { write, columns, color } = target;
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const readable = sessions.filter(({ read }) => read !== "not yet");
  const ids = shortNames(readable.map(({ id }) => id));
  const rows = readable.map((session) => rowOf(session, { list, ids }));
  if (rows.length > 0) write(tableOf(rows, { columns, color }));
  if (more > 0) write(wrapped(`… and ${number(more)} more (see --all)`, columns));
  const sums = [
    counted(readable.length + more, "session"),
    `${number(totals.tokens)} tokens in the ${number(totals.wholeSessions)} read whole`,
    `window 10 would take ${number(totals.windowTokens)}, lossless ${number(totals.losslessTokens)}`,
    ...(totals.pricedSessions > 0
      ? [`spent $${totals.usd.toFixed(2)} in ${number(totals.pricedSessions)} of them`]
      : []),
  ];
  if (rows.length > 0) write(chalk.bold(wrapped(sums.join("; "), columns).trimEnd()).concat("\n"));
  for (const note of notesOn(readable)) write(wrapped(note, columns));
  writeUnread(list, target);
  const [newest] = readable;
  if (list.now === undefined || newest === undefined) return;
  const name = `@${ids.get(newest.id)}`;
  const next = `next: elision diff ${name} shows what would go, elision compare ${name} which window to choose`;
  write(`\n${wrapped(visible(next), columns)}`);
}

function writeUnread({ sessions, now }: SessionList, { write, columns }: ReportTarget): void {
  const unread = sessions.filter(({ read }) => read === "not yet");
  if (unread.length === 0) return;
  write("\nnot read yet:\n");
  for (const { agent, changed, bytes, path } of unread.slice(0, MAX_UNREAD)) {
    const start = `  ${agent}, ${timeSince(changed, now)}, ${number(bytes)} bytes: `;
    write(`${start}${clipName(visible(path), Math.max(10, columns - start.length))}\n`);
  }
  if (unread.length > MAX_UNREAD) write(`  … and ${number(unread.length - MAX_UNREAD)} more\n`);
  const hints = new Map(
    unread.flatMap(({ agent, hint }) => (hint === undefined ? [] : [[agent, hint]])),
  );
  for (const [agent, hint] of hints)
    write(wrapped(`  ${agent}: what "${hint}" prints is read`, columns));
}

type Row = Readonly<Record<SessionColumn, string>>;

function tableOf(rows: readonly Row[], layout: { columns: number; color: boolean }): string {
  let text = "";
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    text += `${layOut(rows.slice(at, at + ROWS_AT_ONCE), COLUMNS, layout)}\n`;
  return text;
}

function rowOf(
  session: ListedSession,
  { list, ids }: { readonly list: SessionList; readonly ids: ReadonlyMap<string, string> },
): Row {
  const { agent, project, changed, model, read } = session;
  return {
    session: visible(ids.get(session.id) ?? session.id),
    agent,
    project: clipEnd(visible(project ?? "–"), MAX_NAME),
    when: timeSince(changed, list.now),
    model: model === undefined ? "–" : clipEnd(visible(modelName(model)), MAX_NAME),
    tokens: read === "failed" ? "failed" : tokensText(session),
    "window 10": thousands(session.windowTokens),
    lossless: thousands(session.losslessTokens),
    spent: spentText(spentWithSubagents(session)),
  };
}

/** A model without its provider and date. */
function modelName(id: string): string {
  return id.replace(/^.*\//, "").replace(/-20\d{6}$/, "");
}

function tokensText({ read, tokens }: ListedSession): string {
  return read === "head" && tokens !== undefined ? `~${thousands(tokens)}` : thousands(tokens);
}

function thousands(value: number | undefined): string {
  if (value === undefined) return "–";
  if (value < 1000) return String(value);
  return value < 999_500 ? `${Math.round(value / 1000)}k` : `${(value / 1e6).toFixed(1)}M`;
}

function spentText(spent: Spending | undefined): string {
  if (spent?.usd === undefined) return "–";
  return `${spent.basis === "list-input" ? ">" : ""}$${spent.usd.toFixed(2)}`;
}

function* notesOn(sessions: readonly ListedSession[]): Iterable<string> {
  if (sessions.length === 0) return;
  yield "tokens: chars / 4 of what reaches the model; window 10 and lossless: tokens that elision would take out";
  const estimated = sessions.filter(({ read }) => read === "head").length;
  if (estimated > 0)
    yield `~ ${number(estimated)} not read whole: tokens are estimated from bytes (see --whole)`;
  if (sessions.some(({ spent }) => spent?.basis === "list"))
    yield "spent: recorded usage at list prices, where the session does not record the amount";
  if (sessions.some(({ spent }) => spent?.basis === "list-input"))
    yield "> prompts at list prices; the price of the model's replies is not known";
  const led = sessions.filter(({ subagents }) => subagents !== undefined);
  if (led.length > 0)
    yield `spent has that of ${number(led.reduce((sum, { subagents }) => sum + (subagents?.files ?? 0), 0))} subagents of ${number(led.length)} of these sessions, which are in files of their own`;
  const unpriced = sessions.filter(({ spent }) => spent?.usd === undefined && wasUsed(spent));
  const models = new Set(unpriced.flatMap(({ model }) => (model ? [modelName(model)] : [])));
  if (models.size > 0)
    yield `spent: usage is recorded, but no price is known for ${visible([...models].join(", "))}`;
  for (const { id, problem } of sessions)
    if (problem !== undefined) yield `${visible(id)}: ${visible(problem)}`;
}
