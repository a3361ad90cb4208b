import type { ElisionError } from "../../base/errors.ts";
import { visible } from "../../base/visible.ts";
import type { Problem } from "../../engine/input/input-problem.ts";
import { hanging } from "../../report/list-table.ts";
import type { Note } from "../../report/report-note.ts";
import type { ShellText } from "./shell.ts";

/** The most bad lines of an input that are reported one by one; the others are counted. */
const MAX_BAD_LINES = 20;

/** Messages on stderr: errors always, notes unless `--quiet`. */
export interface Notices {
  error(error: ElisionError, file?: string): void;
  /**
   * Keeps the bad lines of a compressed file until its end: where the compression is damaged, they are a consequence, and
   * only the damage is reported.
   */
  holdBadLines(file: string): void;
  /** Reports a bad line of a file, and how it was treated. */
  badLine(file: string, problem: Problem): void;
  /** To be called after each file: reports how many more bad lines there were. */
  endOfFile(file: string): void;
  /** Reports something that makes the exit code other than 0. */
  warn(text: string): void;
  note(text: string): void;
  /** All messages, quiet or not, for a report that contains them. */
  readonly said: readonly Note[];
  /** Prints the messages kept for a report that is not written after all; later ones are printed at once. */
  release(): void;
}

/** How a bad line was treated, in words, for one and for several. */
const FATES = {
  copied: ["copied as it is", "copied as they are"],
  skipped: ["left out", "left out"],
} as const;

/** The consequence of a missing parent. */
const PARENTLESS = "what is before it counts as live";

export function createNotices(
  stderr: ShellText,
  {
    quiet,
    badLines: fate = "copied",
    isInReport = false,
  }: {
    readonly quiet: boolean;
    readonly badLines?: keyof typeof FATES;
    /** Whether a JSON report on the same stream contains the messages: then none is written here. */
    readonly isInReport?: boolean;
  },
): Notices {
  const [it, they] = FATES[fate];
  // Wrapped at words on a terminal; in a pipe or a log a note is one line.
  const columns = (stderr.isTerminal ? stderr.columns : undefined) ?? Number.POSITIVE_INFINITY;
  const said: Note[] = [];
  const held: string[] = [];
  let isHeld = isInReport;
  let badLines = 0;
  /** The bad lines of compressed files, the first ones and the number of the others. */
  const ofCompressed = new Map<string, { readonly first: Problem[]; more: number }>();
  const write = (text: string) => {
    const line = hanging(`elision: ${visible(text)}`, columns);
    if (isHeld) held.push(line);
    else stderr.write(line);
  };
  const say = (text: string, note: Note) => {
    said.push(note);
    if (note.level !== "note" || !quiet) write(text);
  };
  const badLine = (file: string, { line, column, message, isParentless }: Problem) => {
    badLines++;
    if (badLines > MAX_BAD_LINES) return;
    const text = `${message}; ${isParentless === true ? PARENTLESS : it}`;
    const note: Note = { level: "warning", message: text, file, line, column };
    say(`${file}:${line}:${column}: ${text}`, note);
  };
  const endHolding = (file: string) => {
    const held = ofCompressed.get(file);
    ofCompressed.delete(file);
    for (const problem of held?.first ?? []) badLine(file, problem);
    badLines += held?.more ?? 0;
  };
  return {
    said,
    holdBadLines: (file) => void ofCompressed.set(file, { first: [], more: 0 }),
    error(error, named) {
      const file = error.file ?? named;
      if (file !== undefined && error.code === "bad-compression") ofCompressed.delete(file);
      if (file !== undefined) endHolding(file);
      say(`${placeOf(error, named)}${error.message}`, errorNote(error, named));
      if (error.hint !== undefined) write(`  ${error.hint}`);
    },
    badLine(file, problem) {
      const held = ofCompressed.get(file);
      if (held === undefined) badLine(file, problem);
      else if (held.first.length < MAX_BAD_LINES) held.first.push(problem);
      else held.more++;
    },
    endOfFile(file) {
      endHolding(file);
      const more = badLines - MAX_BAD_LINES;
      badLines = 0;
      if (more <= 0) return;
      const message = `… and ${more} more bad lines, ${they}`;
      say(`${file}: ${message}`, { level: "warning", message, file });
    },
    warn: (message) => say(message, { level: "warning", message }),
    note: (message) => say(message, { level: "note", message }),
    release() {
      isHeld = false;
      for (const line of held.splice(0)) stderr.write(line);
    },
  };
}

function errorNote(error: ElisionError, file = error.file): Note {
  const { code, message, hint, line, column } = error;
  return {
    level: "error",
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

function placeOf(error: ElisionError, file = error.file): string {
  if (file === undefined) return "";
  const { line, column } = error;
  if (line === undefined) return `${file}: `;
  return column === undefined ? `${file}:${line}: ` : `${file}:${line}:${column}: `;
}
