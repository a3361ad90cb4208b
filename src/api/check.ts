import { Checker } from "../analyses/check/checker.ts";
import type { Finding } from "../analyses/check/finding.ts";
import { checkBytes, checkOptions, VALUE } from "../base/arguments.ts";
import { readTranscriptsIn } from "../engine/input/read-transcripts.ts";
import { memoryStore } from "../io/store.ts";
import type { AnyMessage } from "./chat/chat-types.ts";
import { checkChat } from "./chat/check-chat.ts";
import { SHAPE_OPTION, type ShapeOption } from "./chat/sdk-shapes.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/** Options of `check`: `format` and `formats` for the bytes of a file, `shape` for messages. */
export interface CheckOptions extends FormatOptions, ShapeOption {
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
 * Checks the transcripts in a saved file's bytes, or an array of messages, for what their own reader would
 * not accept. In messages of an SDK the line of a finding is the number of its message, from 1.
 *
 * @throws {ElisionError} `not-json` for a document that is none, `unknown-format`, `not-text`, `empty`
 * or `too-large`; `unknown-shape` for messages of no shape that is read, or of two.
 */
export function check(
  input: Uint8Array | readonly AnyMessage[],
  options: CheckOptions = {},
): CheckResult {
  if (Array.isArray(input)) {
    checkOptions(options, { file: VALUE.text, ...SHAPE_OPTION });
    const { file = "input" } = options;
    return { findings: checkChat(input, { file, shape: options.shape }), transcripts: 1 };
  }
  const bytes = checkBytes(input);
  checkOptions(options, { file: VALUE.text, ...FORMAT_OPTIONS });
  const { file = "input" } = options;
  const checker = new Checker({ file, formats: chosenFormats(options) });
  readTranscriptsIn(bytes, checker, { store: memoryStore() });
  return { findings: checker.finish(), transcripts: checker.transcripts };
}
