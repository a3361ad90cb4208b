import { columnInspector, inspectRow } from "../analyses/inspect/inspect-columns.ts";
import { inspectionPolicy, inspectRead } from "../analyses/inspect/inspect-read.ts";
import type { InspectedTranscript } from "../analyses/inspect/inspected.ts";
import { checkBytes, checkOptions, VALUE } from "../base/arguments.ts";
import type { Problem } from "../engine/input/input-problem.ts";
import { readTranscriptsIn } from "../engine/input/read-transcripts.ts";
import { memoryStore } from "../io/store/store.ts";
import type { AnyMessage } from "./chat/chat-types.ts";
import { inspectChat } from "./chat/inspect-chat.ts";
import { SHAPE_OPTION, type ShapeOption } from "./chat/sdk-shapes.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/** Options of `inspect`: `format` and `formats` for the bytes of a file, `shape` for messages. */
export interface InspectOptions extends FormatOptions, ShapeOption {
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
 * Inspects the transcripts in a saved file's bytes, or an array of messages, whose lines are the numbers of its
 * messages, from 1.
 *
 * @throws {ElisionError} `not-json` for a document that is none, `unknown-format`, `not-text`, `empty` or
 * `too-large` for the input, `unknown-shape` for messages, `bad-option` for the options.
 */
export function inspect(
  input: Uint8Array | readonly AnyMessage[],
  options: InspectOptions = {},
): InspectResult {
  const kinds = { file: VALUE.text, placeholder: VALUE.text };
  const isArray = Array.isArray(input);
  if (!isArray) checkBytes(input);
  checkOptions(options, { ...kinds, ...(isArray ? SHAPE_OPTION : FORMAT_OPTIONS) });
  const { file = "input", placeholder, shape } = options;
  const policy = inspectionPolicy(placeholder);
  if (Array.isArray(input))
    return { transcripts: [inspectChat(input, { file, shape, policy })], badLines: [] };
  const transcripts: InspectedTranscript[] = [];
  const badLines: Problem[] = [];
  const reading = {
    file,
    formats: chosenFormats(options),
    strict: false,
    // With another template, the columns do not recognise the placeholders that masking would write.
    columns:
      placeholder === undefined
        ? columnInspector((row) => void transcripts.push(inspectRow(row, file)))
        : undefined,
    onTranscript: (read: Parameters<typeof inspectRead>[0]) =>
      void transcripts.push(inspectRead(read, { file, policy })),
    onBadLine: (problem: Problem) => void badLines.push(problem),
  };
  readTranscriptsIn(checkBytes(input), reading, { store: memoryStore() });
  return { transcripts, badLines };
}
