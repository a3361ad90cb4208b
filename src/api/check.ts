import { Checker } from "../analyses/check/checker.ts";
import type { Finding } from "../analyses/check/finding.ts";
import { checkBytes, checkOptions, VALUE } from "../base/arguments.ts";
import { readTranscriptsIn } from "../engine/input/read-transcripts.ts";
import type { FormatName } from "../formats/index.ts";
import { memoryStore } from "../io/store.ts";
import { FORMAT_OPTION } from "./format-option.ts";

/** Options of `check`. */
export interface CheckOptions {
  /** The input's name, for the findings. Default: `input`. */
  readonly file?: string;
  /** The input's format; left out, it is found from the content. */
  readonly format?: FormatName;
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
  checkOptions(options, { file: VALUE.text, format: FORMAT_OPTION });
  const { file = "input", format } = options;
  const checker = new Checker({ file, format });
  readTranscriptsIn(bytes, checker, { store: memoryStore() });
  return { findings: checker.finish(), transcripts: checker.transcripts };
}
