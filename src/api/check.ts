import { prefixesOf, type TranscriptPrefixes } from "../analyses/check/check-reasoning.ts";
import { Checker } from "../analyses/check/checker.ts";
import type { Finding } from "../analyses/check/finding.ts";
import { checkBytes, checkOptions, isBytes, VALUE, type ValueKind } from "../base/arguments.ts";
import { readTranscriptsIn, type TranscriptReading } from "../engine/input/read-transcripts.ts";
import type { ReadTranscript } from "../engine/input/transcripts/read-transcript.ts";
import { memoryStore } from "../io/store/store.ts";
import { checkBinding } from "../reduce/binding/reasoning-setting.ts";
import type { AnyMessage } from "./chat/chat-types.ts";
import { checkChat } from "./chat/check-chat.ts";
import { SHAPE_OPTION, type ShapeOption } from "./chat/sdk-shapes.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/** Options of `check`: `format` and `formats` for the bytes of a file, `shape` for messages. */
export interface CheckOptions extends FormatOptions, ShapeOption {
  /** The input's name, for the findings. Default: `input`. */
  readonly file?: string;
  /**
   * The same transcripts before they were edited, as bytes or as messages like the input: shows for certain which
   * bound reasoning the edits broke. Without it, bound reasoning after a placeholder may be broken.
   */
  readonly against?: Uint8Array | readonly AnyMessage[];
  /**
   * The model whose reasoning is bound: `none`, an id, or `auto` for the models that the input names. Messages of
   * SDKs seldom name one. Default: `auto`.
   */
  readonly binding?: string;
  /** The template of the placeholders in the input, if it was not a default. */
  readonly placeholder?: string;
}

/** The findings of `check`. */
export interface CheckResult {
  /** In the order of the input. */
  readonly findings: readonly Finding[];
  /** Transcripts that were checked. */
  readonly transcripts: number;
}

/**
 * Checks the transcripts in a saved file's bytes, or an array of messages, for faults that their own reader would
 * reject. In messages of an SDK the line of a finding is the number of its message, from 1.
 *
 * @throws {ElisionError} `not-json` for a document that is none, `unknown-format`, `not-text`, `empty` or
 * `too-large`; `unknown-shape` for messages of no shape that is read, or of two.
 */
export function check(
  input: Uint8Array | readonly AnyMessage[],
  options: CheckOptions = {},
): CheckResult {
  if (Array.isArray(input)) {
    checkOptions(options, { ...OWN_OPTIONS, against: MESSAGES, ...SHAPE_OPTION });
    const { file = "input", shape, binding = "auto", placeholder } = options;
    const against = options.against as readonly AnyMessage[] | undefined;
    checkBinding(binding);
    return {
      findings: checkChat(input, { file, shape, binding, placeholder, against }),
      transcripts: 1,
    };
  }
  const bytes = checkBytes(input);
  checkOptions(options, { ...OWN_OPTIONS, against: BYTES, ...FORMAT_OPTIONS });
  const { file = "input", binding = "auto", placeholder } = options;
  checkBinding(binding);
  const formats = chosenFormats(options);
  const originals =
    options.against && prefixesIn(options.against as Uint8Array, { file: "against", formats });
  const evidence = (transcript: number) => ({
    binding,
    placeholder,
    original: originals?.[transcript],
  });
  const checker = new Checker({ file, formats, evidence });
  readTranscriptsIn(bytes, checker, { store: memoryStore() });
  return { findings: checker.finish(), transcripts: checker.transcripts };
}

const OWN_OPTIONS = { file: VALUE.text, binding: VALUE.text, placeholder: VALUE.text } as const;
const MESSAGES: ValueKind = ["an array of messages, as the input is", Array.isArray];
const BYTES: ValueKind = ["the bytes of a file", isBytes];

/** The prefixes of the transcripts in the original's bytes. */
function prefixesIn(
  bytes: Uint8Array,
  { file, formats }: Pick<TranscriptReading, "file" | "formats">,
): readonly TranscriptPrefixes[] {
  const found: TranscriptPrefixes[] = [];
  const reading = {
    file,
    formats,
    strict: false,
    onBadLine() {},
    onTranscript: ({ transcript }: ReadTranscript) => void found.push(prefixesOf(transcript)),
  };
  readTranscriptsIn(bytes, reading, { store: memoryStore() });
  return found;
}
