import { closeSync, fstatSync, openSync } from "node:fs";
import { ElisionError } from "../../../base/errors.ts";
import type { FileTelemetry } from "../../../engine/edits/compaction-result.ts";
import { addKinds } from "../../../engine/edits/compaction-totals.ts";
import { cutAtLines } from "../../../engine/workers/file-parts.ts";
import { createPool, type Pool } from "../../../engine/workers/pool.ts";
import type { OutputPiece } from "../../../engine/workers/runner.ts";
import type { TaskResult } from "../../../engine/workers/worker-messages.ts";
import { formatNamesIn } from "../../options/format-flags.ts";
import { isLong } from "./jobs.ts";
import { archiveForWorkers, type Run, reportNotes } from "./run-state.ts";

interface RowsPart {
  readonly start: number;
  readonly end: number;
}

/** A compacted part, or the error that stopped it. */
interface Done {
  readonly result?: TaskResult;
  readonly pieces: readonly OutputPiece[];
  readonly error?: unknown;
}

/**
 * Compacts a file of rows on several threads: cut at line ends, each part on its own, joined in order, so that
 * bytes and report are those of one thread. At most one part more than there are threads is in memory.
 */
export async function compactInParts(
  run: Run,
  name: string,
  {
    jobs,
    partBytes,
    write,
  }: {
    readonly jobs: number;
    readonly partBytes: number;
    write(pieces: readonly Buffer[]): Promise<void>;
  },
): Promise<FileTelemetry> {
  const parts = partsOf(name, partBytes);
  const isHereToo = !parts.some(isLong);
  const pool = createPool(Math.min(jobs, parts.length), { isHereToo });
  const started: Promise<Done>[] = [];
  let whole: FileTelemetry | undefined;
  let lines = 0;
  try {
    for (const [k, part] of parts.entries()) {
      for (let next = started.length; next < Math.min(parts.length, k + jobs + 1); next++)
        started.push(compactPart(run, name, { pool, part: parts[next] ?? part }));
      const { result, pieces, error } = (await started[k]) ?? { pieces: [] };
      started[k] = EMPTY; // Frees its bytes.
      if (result === undefined) throw atLine(error, lines);
      await write(pieces.map(({ bytes }) => bytes));
      for (const piece of pieces) piece.giveBack();
      run.progress.read(part.end - part.start);
      reportNotes(run, name, { events: result.events, linesBefore: lines });
      lines += result.lines;
      whole = whole === undefined ? result.telemetry : together(whole, result.telemetry);
    }
  } finally {
    await pool.close();
  }
  if (whole === undefined) throw new ElisionError("empty", "the input is empty");
  return whole;
}

const EMPTY: Promise<Done> = Promise.resolve({ pieces: [] });

function partsOf(name: string, partBytes: number): RowsPart[] {
  const file = openSync(name, "r");
  try {
    return [...cutAtLines(file, { size: fstatSync(file).size, partBytes })];
  } finally {
    closeSync(file);
  }
}

/** Compacts a part. A failure is a value, since the parts before it have to be written first. */
async function compactPart(
  run: Run,
  file: string,
  { pool, part }: { readonly pool: Pool; readonly part: RowsPart },
): Promise<Done> {
  const pieces: OutputPiece[] = [];
  try {
    const { options, flags } = run;
    const archive = archiveForWorkers(run);
    const task = {
      file,
      part,
      options,
      formats: formatNamesIn(flags),
      tokenizer: flags.tokenizer,
      archive,
      answers: run.answers.get(file),
    };
    const result = await pool.run(task, async (piece) => {
      pieces.push(piece);
    });
    return { result, pieces };
  } catch (error) {
    return { pieces, error };
  }
}

/** An error of a part, its line counted from the start of the file. */
function atLine(error: unknown, lines: number): unknown {
  if (!(error instanceof ElisionError) || error.line === undefined) return error;
  const { code, message, hint, line, column } = error;
  return new ElisionError(code, message, {
    line: line + lines,
    ...(hint !== undefined && { hint }),
    ...(column !== undefined && { column }),
  });
}

function together(one: FileTelemetry, other: FileTelemetry): FileTelemetry {
  const unreadRecords = { ...one.unreadRecords };
  addKinds(unreadRecords, other.unreadRecords);
  return {
    ...one,
    isChanged: one.isChanged || other.isChanged,
    beforeBytes: one.beforeBytes + other.beforeBytes,
    afterBytes: one.afterBytes + other.afterBytes,
    transcripts: one.transcripts + other.transcripts,
    otherRecords: one.otherRecords + other.otherRecords,
    observations: one.observations + other.observations,
    calls: one.calls + other.calls,
    unreadResults: one.unreadResults + other.unreadResults,
    missingParents: one.missingParents + other.missingParents,
    unreadRecords,
    badLines: one.badLines + other.badLines,
    invalidUtf8Records: one.invalidUtf8Records + other.invalidUtf8Records,
  };
}
