import { statSync } from "node:fs";
import { ElisionError } from "../../../base/errors.ts";
import type { FileTelemetry } from "../../../engine/edits/compaction-result.ts";
import { addKinds } from "../../../engine/edits/compaction-totals.ts";
import { compactParts, type DonePart, linesDown } from "../../../engine/workers/compact-parts.ts";
import type { CompactPool } from "../../../engine/workers/compact-pool.ts";
import { createShared, stopThreads } from "../../../engine/workers/part-turns.ts";
import { turn } from "../../../io/signals.ts";
import type { CommandOutput } from "../../inputs/command-output.ts";
import { LONG_ROW_BYTES } from "./jobs.ts";
import { type Run, reportPart, taskFor } from "./run-state.ts";

/**
 * Compacts a file of rows on several threads, this one among them: cut at line ends, each part on its own, written in
 * order, so that bytes and report are those of one thread.
 */
export async function compactInParts(
  run: Run,
  name: string,
  {
    threads,
    partBytes,
    output,
    onLongRow,
  }: {
    /** The other threads. */
    readonly threads: CompactPool;
    readonly partBytes: number;
    readonly output: CommandOutput;
    /** Called before a row that takes too long to be compacted for signals to be heard. */
    onLongRow(): void;
  },
): Promise<FileTelemetry> {
  const divided = { size: statSync(name).size, partBytes, shared: createShared() };
  const parts = partsInOrder(run, name);
  const direct = output.direct?.();
  // Each thread flushes its archive before; the part after may be written once this settles.
  const write = (pieces: readonly Buffer[]) => output.write(pieces);
  const task = { ...taskFor(run, name), divided: { ...divided, output: direct } };
  const taker = { take: (bytes: Buffer) => write([bytes]), onPart: parts.add };
  const others = Array.from({ length: threads.size }, () => threads.run(task, taker));
  const here = compactParts(run.job(name), divided, {
    write,
    async begin({ start, end }) {
      if (end - start >= LONG_ROW_BYTES) onLongRow();
      // The others wait until their output is written here.
      if (direct === undefined) await turn();
    },
    onPart: parts.add,
  });
  const running = [here, ...others];
  // One that fails in another way than by its part may keep the others waiting.
  for (const each of running) each.catch(() => stopThreads(divided.shared));
  const ended = await Promise.allSettled(running);
  const telemetry = ended.flatMap((end) => {
    if (end.status === "rejected") throw linesDown(end.reason, parts.lines);
    return end.value ?? [];
  });
  if (telemetry.length === 0) throw new ElisionError("empty", "the input is empty");
  return telemetry.reduce(together);
}

/** Reports parts in the order of the file, whichever is compacted first. */
function partsInOrder(run: Run, name: string) {
  const waiting = new Map<number, DonePart>();
  let at = 0;
  let lines = 0;
  return {
    add(done: DonePart) {
      waiting.set(done.start, done);
      for (let part = waiting.get(at); part !== undefined; part = waiting.get(at)) {
        waiting.delete(at);
        run.progress.read(part.end - at);
        reportPart(run, name, { part, lines });
        lines += part.lines;
        at = part.end;
      }
    },
    /** The lines of the parts that are reported. */
    get lines() {
      return lines;
    },
  };
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
