import { Duplex } from "node:stream";
import type { Archive } from "./archive/archive.ts";
import { Compactor } from "./compact/compactor.ts";
import type { Job, SideCopiesOption } from "./compact/job.ts";
import type { FormatName } from "./formats/index.ts";
import { Output } from "./io/output.ts";
import { createSpool } from "./io/spool.ts";
import { memoryStore } from "./io/store.ts";
import type { Problem } from "./read/problems.ts";
import type { Answers } from "./reduce/asking/ask.ts";
import type { ReduceOptions } from "./reduce/options.ts";
import { createPolicy, looksForErrors, PROGRAM_DEFAULTS } from "./reduce/policy.ts";
import type { FileTelemetry, TranscriptTelemetry } from "./report/telemetry.ts";

/**
 * Options of `compact` and `compactStream`: those of the reducer, with the program's defaults. The
 * window counts tool turns, 10 by default, and the task is kept.
 */
export interface CompactOptions extends ReduceOptions {
  /** The input's format; left out, it is found from the content. */
  readonly format?: FormatName;
  /** Whether copies of masked observations that the model does not see are blanked. Default: `keep`. */
  readonly sideCopies?: SideCopiesOption;
  /** Whether the account of a transcript says what was decided of every observation, and why. */
  readonly explain?: boolean;
  /** Whether a line that is not JSON is an error; else it is copied as it is and reported. */
  readonly strict?: boolean;
  /**
   * Where all that is taken out is kept, so that it can be looked up and restored. Placeholders then
   * have references. It is flushed before bytes are given that need it, and not closed.
   */
  readonly archive?: Archive;
  /** What a model says; where it has no answer, the deterministic text stands. */
  readonly answers?: Answers;
}

/** What `compact` made of an input, and its account. */
export interface CompactResult {
  /** The same bytes, not a copy, if nothing changed. */
  readonly bytes: Uint8Array;
  readonly transcripts: readonly TranscriptTelemetry[];
  readonly file: FileTelemetry;
  /** Lines that are not JSON and were copied as they are. */
  readonly badLines: readonly Problem[];
}

/** Called as a stream goes on. */
export interface CompactListeners {
  onTranscript?(telemetry: TranscriptTelemetry): void;
  onBadLine?(problem: Problem): void;
  onFile?(telemetry: FileTelemetry): void;
}

/**
 * Compacts the transcripts in a saved file's bytes. Whatever is not edited comes out byte for byte.
 *
 * @throws {ElisionError} `not-json`, `unknown-format`, `not-text`, `empty` or `too-large` for the
 * input, `bad-option` for the options.
 */
export function compact(bytes: Uint8Array, options: CompactOptions = {}): CompactResult {
  const transcripts: TranscriptTelemetry[] = [];
  const badLines: Problem[] = [];
  const job = createJob(options, {
    onTranscript: (telemetry) => transcripts.push(telemetry),
    onBadLine: (problem) => badLines.push(problem),
  });
  const output = new Output();
  const compactor = new Compactor(job, { store: memoryStore(), output });
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Buffer[] = [];
  const drain = () => pieces.push(...output.drain().map((piece) => Buffer.from(piece)));
  try {
    for (const _ of compactor.input.take(input)) drain();
    drain();
    for (const _ of compactor.input.finish()) drain();
    drain();
  } finally {
    compactor.input.close();
  }
  options.archive?.flush();
  const file = compactor.telemetry;
  return { bytes: file.isChanged ? Buffer.concat(pieces) : bytes, transcripts, file, badLines };
}

/**
 * The same as a stream of bytes: what `compact` throws is its error. Rows flow through; anything else
 * is held until the input ends, in memory up to 32 MB and in a temporary file past that.
 */
export function compactStream(options: CompactOptions & CompactListeners = {}): Duplex {
  const job = createJob(options, options);
  return Duplex.from(async function* (chunks: AsyncIterable<Uint8Array | string>) {
    const spool = createSpool();
    const output = new Output();
    const compactor = new Compactor(job, { store: spool, output });
    const drained = () => {
      options.archive?.flush();
      return output.drain().map((piece) => Buffer.from(piece));
    };
    try {
      for await (const chunk of chunks) {
        for (const _ of compactor.input.take(Buffer.from(chunk as Uint8Array))) yield* drained();
        yield* drained();
      }
      for (const _ of compactor.input.finish()) yield* drained();
      yield* drained();
      options.onFile?.(compactor.telemetry);
    } finally {
      compactor.input.close();
      spool.close();
    }
  });
}

/** The job that options ask for, with the program's defaults. */
export function createJob(
  options: CompactOptions & Parameters<typeof createPolicy>[0],
  about: CompactListeners & { readonly file?: string },
): Job {
  const { archive } = options;
  const policy = createPolicy(
    { ...options, refs: options.refs ?? archive !== undefined },
    PROGRAM_DEFAULTS,
  );
  return {
    file: about.file ?? "input",
    policy,
    format: options.format,
    findsErrors: looksForErrors(policy),
    sideCopies: options.sideCopies ?? "keep",
    explain: options.explain ?? false,
    strict: options.strict ?? false,
    archive,
    answers: options.answers,
    onTranscript: (telemetry) => about.onTranscript?.(telemetry),
    onBadLine: (problem) => about.onBadLine?.(problem),
  };
}
