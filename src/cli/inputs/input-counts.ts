import type { InputSums, InspectedFile } from "../../analyses/inspect/inspected.ts";
import { addKinds } from "../../engine/edits/compaction-totals.ts";
import { EXIT } from "../terminal/shell.ts";

/** Counts of the inputs that a command reads. */
export interface InputCounts {
  /** An input is done, with transcripts of these formats. */
  file(read: InspectedFile, formats: ReadonlyMap<string, number>): void;
  fail(): void;
  skip(): void;
  empty(): void;
  /** The totals for reports. */
  readonly totals: InputSums;
  /** The resulting exit code. */
  readonly exitCode: number;
}

/** Counts that have nothing yet. */
export function createInputCounts(): InputCounts {
  const formats: Record<string, number> = {};
  const inputs = { inputs: 0, failedInputs: 0, skippedFiles: 0, emptyInputs: 0 };
  const sums = {
    transcripts: 0,
    bytes: 0,
    otherRecords: 0,
    unreadResults: 0,
    missingParents: 0,
    badLines: 0,
    invalidUtf8Records: 0,
  };
  const unreadRecords: Record<string, number> = {};
  return {
    file(read, found) {
      inputs.inputs++;
      for (const key of SUMMED) sums[key] += read[key];
      addKinds(unreadRecords, read.unreadRecords);
      for (const [name, count] of found) formats[name] = (formats[name] ?? 0) + count;
    },
    fail() {
      inputs.failedInputs++;
    },
    skip() {
      inputs.skippedFiles++;
    },
    empty() {
      inputs.emptyInputs++;
    },
    get totals() {
      return { ...inputs, ...sums, unreadRecords, formats };
    },
    get exitCode() {
      if (inputs.failedInputs > 0) return EXIT.failed;
      return isDamaged(sums) ? EXIT.incomplete : EXIT.done;
    },
  };
}

/** Counts failed and empty inputs, and discards what was made of them. */
export function discarding(
  counts: InputCounts,
  discard: () => void,
): Pick<InputCounts, "fail" | "skip" | "empty"> {
  const then = (count: () => void) => () => {
    count();
    discard();
  };
  return { fail: then(counts.fail), skip: then(counts.skip), empty: then(counts.empty) };
}

/** The figures that are summed over inputs. */
const SUMMED = [
  "transcripts",
  "bytes",
  "otherRecords",
  "unreadResults",
  "missingParents",
  "badLines",
  "invalidUtf8Records",
] as const satisfies readonly (keyof InspectedFile)[];

/** Whether an input was damaged, or only partly read. */
export function isDamaged(
  counts: Pick<InspectedFile, "badLines" | "unreadResults" | "missingParents">,
): boolean {
  return counts.badLines + counts.unreadResults + counts.missingParents > 0;
}

/** Adds 1 to the count of a key. */
export function countIn(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
