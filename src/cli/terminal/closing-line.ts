import { timeTaken } from "./time-taken.ts";

/** A finished run, for its closing line. */
export interface EndedRun {
  readonly ms: number;
  /** The inputs as they were typed. */
  readonly words: readonly string[];
  /** Whether something was taken out: text that the model sees, or dead text, images and side copies. */
  readonly isSmaller: boolean;
  readonly exitCode: number;
  readonly dryRun: boolean;
  /** Where a run in place keeps originals; undefined for any other run. */
  readonly originals?: "archive" | "backup" | "none" | undefined;
  /** The suffix of backups, or the folder of an archive that was named. */
  readonly keptIn?: string | undefined;
  /** The result's file or folder; undefined for stdout. */
  readonly output?: string | undefined;
  /** Whether the result was written to a terminal. */
  readonly isOnTerminal: boolean;
}

/** The most characters of inputs that are repeated; longer ones become `FILE`. */
const MAX_WORDS = 40;

/** The last line of a run on a terminal: the time taken, and what to type next. */
export function closingLine(run: EndedRun): string {
  const next = run.exitCode === 0 ? nextStep(run) : undefined;
  return `done in ${timeTaken(run.ms)}${next === undefined ? "" : `; ${next}`}`;
}

function nextStep(run: EndedRun): string | undefined {
  const { isSmaller, dryRun, originals, keptIn, output, isOnTerminal } = run;
  const files = filesOf(run.words);
  if (!isSmaller)
    return "nothing to take out: a smaller --window or --preset aggressive takes more";
  if (dryRun)
    return files === undefined
      ? "nothing was written"
      : `nothing was written: elision diff ${files} shows what would go, elision -i ${files} takes it out`;
  if (originals === "backup") return `the originals end with ${keptIn}`;
  if (originals === "archive") {
    const archive = keptIn === undefined ? "" : ` --archive ${keptIn}`;
    return `elision restore -i${archive} ${files ?? "FILE"} brings the originals back`;
  }
  if (originals === "none") return "the originals are not kept";
  if (output !== undefined) return `written to ${output}`;
  return isOnTerminal ? "to keep the result: > FILE, -o FILE or -i" : undefined;
}

/** The inputs as they can be typed again; undefined for stdin. */
function filesOf(words: readonly string[]): string | undefined {
  if (words.length === 0 || words.includes("-")) return undefined;
  const typed = words.join(" ");
  return typed.length <= MAX_WORDS && words.every((word) => /^[\w@:./~+-]+$/.test(word))
    ? typed
    : "FILE";
}
