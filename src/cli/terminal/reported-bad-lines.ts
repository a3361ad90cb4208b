import type { Problem } from "../../engine/input/input-problem.ts";
import type { Note } from "../../report/report-note.ts";

/** The most bad lines of an input that are reported one by one; the others are counted. */
const MAX_BAD_LINES = 20;

/** How a bad line was treated, in words, for one and for several. */
const FATES = {
  copied: ["copied as it is", "copied as they are"],
  skipped: ["left out", "left out"],
} as const;

export type BadLineFate = keyof typeof FATES;

/** The consequence of a missing parent. */
const PARENTLESS = "what is before it counts as live";

/** The bad lines of inputs: reports the first of each input, and how many more there were. */
export interface ReportedBadLines {
  add(file: string, problem: Problem): void;
  /** Keeps those of a file until its end. */
  hold(file: string): void;
  /** Forgets those that are kept. */
  drop(file: string): void;
  /** Reports those that are kept. */
  release(file: string): void;
  endOfFile(file: string): void;
}

export function reportedBadLines(
  fate: BadLineFate,
  say: (text: string, note: Note) => void,
): ReportedBadLines {
  const [it, they] = FATES[fate];
  const held = new Map<string, { readonly first: Problem[]; more: number }>();
  let count = 0;
  const report = (file: string, { line, column, message, isParentless }: Problem) => {
    count++;
    if (count > MAX_BAD_LINES) return;
    const text = `${message}; ${isParentless === true ? PARENTLESS : it}`;
    const note: Note = { level: "warning", message: text, file, line, column };
    say(`${file}:${line}:${column}: ${text}`, note);
  };
  const release = (file: string) => {
    const kept = held.get(file);
    held.delete(file);
    for (const problem of kept?.first ?? []) report(file, problem);
    count += kept?.more ?? 0;
  };
  return {
    add(file, problem) {
      const kept = held.get(file);
      if (kept === undefined) report(file, problem);
      else if (kept.first.length < MAX_BAD_LINES) kept.first.push(problem);
      else kept.more++;
    },
    hold: (file) => void held.set(file, { first: [], more: 0 }),
    drop: (file) => void held.delete(file),
    release,
    endOfFile(file) {
      release(file);
      const more = count - MAX_BAD_LINES;
      count = 0;
      if (more <= 0) return;
      const message = `… and ${more} more bad lines, ${they}`;
      say(`${file}: ${message}`, { level: "warning", message, file });
    },
  };
}
