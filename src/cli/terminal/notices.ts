import type { ElisionError } from "../../base/errors.ts";
import { visible } from "../../base/visible.ts";
import type { Problem } from "../../engine/input/input-problem.ts";
import { hanging } from "../../report/list-table.ts";
import type { Note } from "../../report/report-note.ts";
import { type BadLineFate, reportedBadLines } from "./reported-bad-lines.ts";
import type { ShellText } from "./shell.ts";

/** Messages on stderr: errors always, notes unless `--quiet`. */
export interface Notices {
  error(error: ElisionError, file?: string): void;
  /**
   * Keeps the bad lines of a compressed file until its end: where the compression is damaged, they are a consequence,
   * and only the damage is reported.
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

export function createNotices(
  stderr: ShellText,
  {
    quiet,
    badLines: fate = "copied",
    isInReport = false,
  }: {
    readonly quiet: boolean;
    readonly badLines?: BadLineFate;
    /** Whether a JSON report on the same stream contains the messages: then none is written here. */
    readonly isInReport?: boolean;
  },
): Notices {
  // Wrapped at words on a terminal; in a pipe or a log a note is one line.
  const columns = (stderr.isTerminal ? stderr.columns : undefined) ?? Number.POSITIVE_INFINITY;
  const said: Note[] = [];
  const held: string[] = [];
  let isHeld = isInReport;
  const write = (text: string) => {
    const line = hanging(`elision: ${visible(text)}`, columns);
    if (isHeld) held.push(line);
    else stderr.write(line);
  };
  const say = (text: string, note: Note) => {
    said.push(note);
    if (note.level !== "note" || !quiet) write(text);
  };
  const badLines = reportedBadLines(fate, say);
  return {
    said,
    holdBadLines: badLines.hold,
    error(error, named) {
      const file = error.file ?? named ?? "";
      if (error.code === "bad-compression") badLines.drop(file);
      badLines.release(file);
      say(`${placeOf(error, named)}${error.message}`, errorNote(error, named));
      if (error.hint !== undefined) write(`  ${error.hint}`);
    },
    badLine: badLines.add,
    endOfFile: badLines.endOfFile,
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
