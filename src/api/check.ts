import { Checker } from "../analyses/check/checker.ts";
import type { Finding } from "../analyses/check/finding.ts";
import { checkBytes, checkOptions, VALUE } from "../base/arguments.ts";
import { readTranscriptsIn } from "../engine/input/read-transcripts.ts";
import { memoryStore } from "../io/store.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/** Options of `check`. */
export interface CheckOptions extends FormatOptions {
  /** The input's name, for the findings. Default: `input`. */
  readonly file?: string;
}

/** The findings of `check`. */
export interface CheckResult {
  /** In the order of the input. */
  readonly findings: readonly Finding[];
  /** Transcripts that were checked. */
  readonly transcripts: number;
}

/**
 * Checks the transcripts in a saved file's bytes for what their own reader would not accept.
 *
 * @throws {ElisionError} `not-json` for a document that is none, `unknown-format`, `not-text`, `empty`
 * or `too-large`.
 */
export function check(bytes: Uint8Array, options: CheckOptions = {}): CheckResult {
  checkBytes(bytes);
  checkOptions(options, { file: VALUE.text, ...FORMAT_OPTIONS });
  const { file = "input" } = options;
  const checker = new Checker({ file, formats: chosenFormats(options) });
  readTranscriptsIn(bytes, checker, { store: memoryStore() });
  return { findings: checker.finish(), transcripts: checker.transcripts };
}
