import { chosenFormats, type FormatOptions } from "../../src/api/format-option.ts";
import { Compactor } from "../../src/engine/compactor.ts";
import type { TranscriptTelemetry } from "../../src/engine/edits/compaction-result.ts";
import { createJob, type JobOptions } from "../../src/engine/edits/create-job.ts";
import { takeBytes } from "../../src/engine/input/drive.ts";
import type { Problem } from "../../src/engine/input/problems.ts";
import { Output } from "../../src/io/output.ts";
import { memoryStore } from "../../src/io/store.ts";

/** The same as `compact`, with the options of those who work on elision: read as objects, or in columns. */
export function compactBy(bytes: Buffer, options: Omit<JobOptions, "formats"> & FormatOptions) {
  const transcripts: TranscriptTelemetry[] = [];
  const badLines: Problem[] = [];
  const job = createJob(
    { ...options, formats: chosenFormats(options) },
    {
      onTranscript: (telemetry) => transcripts.push(telemetry),
      onBadLine: (problem) => badLines.push(problem),
    },
  );
  const output = new Output();
  const compactor = new Compactor(job, { store: memoryStore(), output });
  const pieces: Buffer[] = [];
  const drain = () => pieces.push(...output.drain().map((piece) => Buffer.from(piece)));
  try {
    for (const _ of takeBytes(compactor, bytes)) drain();
    for (const _ of compactor.finish()) drain();
    drain();
  } finally {
    compactor.close();
  }
  options.archive?.flush();
  return { bytes: Buffer.concat(pieces), transcripts, file: compactor.telemetry, badLines };
}
