import type { ComparedMiss, ComparedTranscript } from "../../analyses/compare/compared.ts";
import { visible } from "../../base/visible.ts";
import { clipEnd } from "../display-width.ts";
import { number } from "../figures.ts";
import { wrapped } from "../list-table.ts";
import { layOut, type TableColumn } from "../table-columns.ts";

/** The most misses that the table lists; JSON and NDJSON have all. */
const MAX_MISSES = 30;

/** The widest that a token or a tool's name is shown. */
const MAX_WORD = 32;

/** The most settings named of those that hide something. */
const MAX_SETTINGS = 3;

/** Collects the first misses, and counts the rest. */
export interface MissList {
  add(transcript: ComparedTranscript): void;
  /** An input is done: its misses count. */
  finish(): void;
  /** An input failed: its misses do not. */
  discard(): void;
  /** Whether misses were requested. */
  readonly isRequested: boolean;
  /** The list; empty if misses were not requested. */
  text(layout: { readonly columns: number; readonly color: boolean }): string;
}

/** The columns of the list. */
type MissColumn = "observation" | "tool" | "age" | "step" | "missed" | "hidden by";

/** A miss as it is shown. */
type MissRow = Readonly<Record<MissColumn, string>>;

/** The columns, in order. */
const MISS_COLUMNS: readonly [TableColumn<MissColumn>, ...TableColumn<MissColumn>[]] = [
  { name: "observation", align: "left" },
  { name: "tool", align: "left", goes: 1 },
  { name: "age", goes: 3 },
  { name: "step" },
  { name: "missed", align: "left" },
  { name: "hidden by", align: "left", goes: 2 },
];

/** Keeps the first misses and counts the others. */
export function createMissList(): MissList {
  let rows: MissRow[] = [];
  let count = 0;
  let isRequested = false;
  let pending: { readonly rows: MissRow[]; count: number } = { rows: [], count: 0 };
  return {
    add({ file, misses }) {
      if (misses === undefined) return;
      isRequested = true;
      pending.count += misses.length;
      const room = MAX_MISSES - rows.length - pending.rows.length;
      for (const miss of misses.slice(0, Math.max(0, room))) pending.rows.push(rowOf(file, miss));
    },
    finish() {
      rows = [...rows, ...pending.rows];
      count += pending.count;
      pending = { rows: [], count: 0 };
    },
    discard() {
      pending = { rows: [], count: 0 };
    },
    get isRequested() {
      return isRequested;
    },
    text(layout) {
      if (!isRequested) return "";
      if (count === 0) return "Nothing would have been missed.\n";
      const more = count - rows.length;
      const rest =
        more === 0
          ? ""
          : wrapped(
              `… and ${number(more)} more; --report json or ndjson has them all`,
              layout.columns,
            );
      return `${layOut(rows, MISS_COLUMNS, layout)}\n${rest}`;
    },
  };
}

function rowOf(file: string, miss: ComparedMiss): MissRow {
  const { kind, token, step, line, tool = "", age, settings } = miss;
  const others = settings.length - MAX_SETTINGS;
  return {
    observation: visible(`${file}:${line}`),
    tool: word(tool),
    age: number(age),
    step: number(step),
    missed: kind === "re-ask" ? `${word(token)}, asked again` : word(token),
    "hidden by":
      settings.slice(0, MAX_SETTINGS).join(", ") +
      (others > 0 ? ` and ${number(others)} more` : ""),
  };
}

function word(text: string): string {
  const shown = visible(text);
  return clipEnd(shown, MAX_WORD);
}
