import { inspectionPolicy, inspectRead } from "../analyses/inspect/inspect-read.ts";
import type { InspectedTranscript } from "../analyses/inspect/inspected.ts";
import { checkBytes, checkOptions, VALUE } from "../base/arguments.ts";
import type { Problem } from "../engine/input/problems.ts";
import { readTranscriptsIn } from "../engine/input/read-transcripts.ts";
import { memoryStore } from "../io/store.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/** Options of `inspect`. */
export interface InspectOptions extends FormatOptions {
  /** The input's name, for the figures. Default: `input`. */
  readonly file?: string;
  /** The template of observations that are masked already. Default: that of `compact`. */
  readonly placeholder?: string;
}

/** The result of `inspect`. */
export interface InspectResult {
  readonly transcripts: readonly InspectedTranscript[];
  /** Lines that are not JSON and were left out. */
  readonly badLines: readonly Problem[];
}

/**
 * Says where the characters of the transcripts in a saved file's bytes are.
 *
 * @throws {ElisionError} `not-json` for a document that is none, `unknown-format`, `not-text`, `empty`
 * or `too-large` for the input, `bad-option` for the options.
 */
export function inspect(bytes: Uint8Array, options: InspectOptions = {}): InspectResult {
  checkBytes(bytes);
  checkOptions(options, { file: VALUE.text, ...FORMAT_OPTIONS, placeholder: VALUE.text });
  const { file = "input", placeholder } = options;
  const policy = inspectionPolicy(placeholder);
  const transcripts: InspectedTranscript[] = [];
  const badLines: Problem[] = [];
  const reading = {
    file,
    formats: chosenFormats(options),
    strict: false,
    onTranscript: (read: Parameters<typeof inspectRead>[0]) =>
      void transcripts.push(inspectRead(read, { file, policy })),
    onBadLine: (problem: Problem) => void badLines.push(problem),
  };
  readTranscriptsIn(bytes, reading, { store: memoryStore() });
  return { transcripts, badLines };
}
