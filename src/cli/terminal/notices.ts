import type { ElisionError } from "../../base/errors.ts";
import { visible } from "../../base/visible.ts";
import type { Problem } from "../../engine/input/bad-line.ts";
import { hanging } from "../../report/list-table.ts";
import type { Note } from "../../report/report-note.ts";
import type { ShellText } from "./shell.ts";

/** Bad lines named one by one for an input; the others are counted. */
const MAX_BAD_LINES = 20;

/** Messages on stderr: errors always, notes unless `--quiet`. */
export interface Notices {
  error(error: ElisionError, file?: string): void;
  /** A bad line of a file, of which it is said what became of it. */
  badLine(file: string, problem: Problem): void;
  /** To be called after each file: says how many more bad lines there were. */
  endOfFile(file: string): void;
  /** Something that makes the exit code other than 0. */
  warn(text: string): void;
  note(text: string): void;
  /** All that was said, quiet or not, for a report that has it among its figures. */
  readonly said: readonly Note[];
  /** Says what was held back for the report, which is not written after all, and all further at once. */
  release(): void;
}

/** The fate of a bad line, and of several, in words. */
const FATES = {
  copied: ["copied as it is", "copied as they are"],
  skipped: ["left out", "left out"],
} as const;

/** The consequence of a parent that is not there. */
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
    /** Whether a JSON report on the same stream has it all: then nothing is written here. */
    readonly isInReport?: boolean;
  },
): Notices {
  const [it, they] = FATES[fate];
  // A terminal would break words; in a pipe or a log a note is one line.
  const columns = (stderr.isTerminal ? stderr.columns : undefined) ?? Number.POSITIVE_INFINITY;
  const said: Note[] = [];
  const held: string[] = [];
  let isHeld = isInReport;
  let badLines = 0;
  const write = (text: string) => {
    const line = hanging(`elision: ${visible(text)}`, columns);
    if (isHeld) held.push(line);
    else stderr.write(line);
  };
  const say = (text: string, note: Note) => {
    said.push(note);
    if (note.level !== "note" || !quiet) write(text);
  };
  return {
    said,
    error(error, named) {
      const { code, message, hint, line, column } = error;
      const file = named ?? error.file;
      const place = {
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
      };
      const about = { ...(hint !== undefined && { hint }), ...(file !== undefined && { file }) };
      say(`${placeOf(error, named)}${message}`, {
        level: "error",
        code,
        message,
        ...about,
        ...place,
      });
      if (hint !== undefined) write(`  ${hint}`);
    },
    badLine(file, { line, column, message, isParentless }) {
      badLines++;
      if (badLines > MAX_BAD_LINES) return;
      const text = `${message}; ${isParentless === true ? PARENTLESS : it}`;
      const note: Note = { level: "warning", message: text, file, line, column };
      say(`${file}:${line}:${column}: ${text}`, note);
    },
    endOfFile(file) {
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

function placeOf(error: ElisionError, file = error.file): string {
  if (file === undefined) return "";
  const { line, column } = error;
  if (line === undefined) return `${file}: `;
  return column === undefined ? `${file}:${line}: ` : `${file}:${line}:${column}: `;
}
