import type { Duplex } from "node:stream";
import {
  checkBytes,
  checkOptions,
  isBytes,
  shown,
  VALUE,
  type ValueKind,
} from "../base/arguments.ts";
import { bufferOf } from "../base/buffer-of.ts";
import { ElisionError } from "../base/errors.ts";
import { Compactor } from "../engine/compactor.ts";
import type { FileTelemetry, TranscriptTelemetry } from "../engine/edits/compaction-result.ts";
import {
  type CompactListeners,
  type CompactOptions,
  createJob,
  type JobOptions,
} from "../engine/edits/create-job.ts";
import { SIDE_COPIES_OPTIONS } from "../engine/edits/job.ts";
import { feedBytes } from "../engine/input/feed-bytes.ts";
import type { Problem } from "../engine/input/input-problem.ts";
import { Output } from "../io/output.ts";
import { pumpedDuplex } from "../io/pumped-duplex.ts";
import { createSpool } from "../io/store/spool.ts";
import { memoryStore } from "../io/store/store.ts";
import { REDUCE_OPTIONS } from "../reduce/pipeline/option-kinds.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/** The compacted bytes of an input, and its telemetry. */
export interface CompactResult {
  /** The same bytes, not a copy, if nothing changed. */
  readonly bytes: Uint8Array;
  readonly transcripts: readonly TranscriptTelemetry[];
  readonly file: FileTelemetry;
  /** Lines that are not JSON and were copied as they are. */
  readonly badLines: readonly Problem[];
}

/**
 * Compacts the transcripts in a saved file's bytes. Whatever is not edited comes out byte for byte.
 *
 * @throws {ElisionError} `not-json`, `unknown-format`, `not-text`, `empty` or `too-large` for the
 * input, `bad-option` for the options.
 */
export function compact(bytes: Uint8Array, options: CompactOptions = {}): CompactResult {
  checkBytes(bytes);
  checkOptions(options, COMPACT_OPTIONS);
  return compactWith(bytes, options);
}

/** `compact` without the check of options, and with options for developers. */
export function compactWith(
  bytes: Uint8Array,
  options: Omit<JobOptions, "formats"> & FormatOptions,
): CompactResult {
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
  const input = bufferOf(bytes);
  const pieces: Buffer[] = [];
  const drain = () => pieces.push(...output.drain().map((piece) => Buffer.from(piece)));
  try {
    for (const _ of feedBytes(compactor, input)) drain();
    drain();
    for (const _ of compactor.finish()) drain();
    drain();
  } finally {
    compactor.close();
  }
  options.archive?.flush();
  const file = compactor.telemetry;
  return { bytes: file.isChanged ? Buffer.concat(pieces) : bytes, transcripts, file, badLines };
}

/**
 * The same as a stream of bytes: what `compact` throws is its error, and `bad-input` for chunks that are neither
 * bytes nor strings. Rows flow through; anything else is held until the input ends, in memory up to 32 MB and in a
 * temporary file past that.
 */
export function compactStream(options: CompactOptions & CompactListeners = {}): Duplex {
  checkOptions(options, { ...COMPACT_OPTIONS, ...LISTENERS });
  const job = createJob({ ...options, formats: chosenFormats(options) }, options);
  const spool = createSpool();
  const output = new Output();
  const compactor = new Compactor(job, { store: spool, output });
  const drained = () => {
    options.archive?.flush();
    return output.drain().map((piece) => Buffer.from(piece));
  };
  return pumpedDuplex({
    *take(chunk, encoding) {
      for (const _ of feedBytes(compactor, bytesOf(chunk, encoding))) yield* drained();
      yield* drained();
    },
    *finish() {
      for (const _ of compactor.finish()) yield* drained();
      yield* drained();
      options.onFile?.(compactor.telemetry);
    },
    close() {
      compactor.close();
      spool.close();
    },
  });
}

function bytesOf(chunk: unknown, encoding: BufferEncoding): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk, encoding);
  if (isBytes(chunk)) return bufferOf(chunk);
  throw new ElisionError("bad-input", `expected the bytes of a file (got ${shown(chunk)})`, {
    hint: "write Uint8Arrays or strings; for a stream of conversations there is reduceStream()",
  });
}

const COMPACT_OPTIONS = {
  ...REDUCE_OPTIONS,
  ...FORMAT_OPTIONS,
  sideCopies: ["keep or mask", (value) => SIDE_COPIES_OPTIONS.some((option) => option === value)],
  explain: VALUE.boolean,
  savings: VALUE.boolean,
  strict: VALUE.boolean,
  archive: VALUE.archive,
  answers: VALUE.function,
} as const satisfies Record<keyof CompactOptions, ValueKind>;

const LISTENERS = {
  onTranscript: VALUE.function,
  onBadLine: VALUE.function,
  onFile: VALUE.function,
} as const satisfies Record<keyof CompactListeners, ValueKind>;
