import { SIDE_COPIES_OPTIONS } from "../../engine/edits/job.ts";
import { PROGRAM_MIN_GAIN } from "../../reduce/pipeline/min-gain.ts";
import { SIZE_UNITS, SUMMARY_STYLES, WINDOW_UNITS } from "../../reduce/pipeline/option-values.ts";
import { PRESET_NAMES } from "../../reduce/pipeline/presets.ts";
import {
  DEFAULT_PLACEHOLDER,
  DEFAULT_WITH_CALL,
  FIELD_NAMES,
} from "../../reduce/placeholders/template.ts";
import { TOKENIZER_NAMES } from "../../tokenizers/index.ts";
import { oneOf, size, text, wholeNumber, wholeNumberFrom1 } from "./argument-types.ts";
import { CONFIG_FLAGS } from "./config-flags.ts";
import type { Flags, ValuesOf } from "./flag.ts";
import { formatFlags } from "./format-flags.ts";
import { MODEL_FLAGS } from "./model-flags.ts";
import { OUTPUT_FLAGS } from "./output-flags.ts";
import { template } from "./policy-types.ts";
import { REPORT_FLAGS } from "./report-flags.ts";
import { KEEP_FLAGS, MASK_FLAGS } from "./rule-flags.ts";

/** The options with which messages may be dropped. */
const DROPPING = ["maxInputChars", "maxInputTokens", "summarizeAfter"] as const;

/** The options of the main command, by the name that their values have in code. */
export const COMPACT_FLAGS = {
  window: {
    flags: "--window <n>",
    description: "keep the tool results of the newest n turns",
    alsoCalled: ["keep-last", "last", "keep-recent"],
    group: "What stays",
    type: wholeNumber,
    default: 10,
  },
  windowUnit: {
    flags: "--window-unit <unit>",
    description:
      "what the window counts: turns (with a tool call), call-messages (assistant messages with a call), observations, messages, events (all messages) or tokens (of observations)",
    brief: "what the window counts: turns, messages, tokens …",
    group: "What stays",
    type: oneOf(WINDOW_UNITS),
    default: "turns",
  },
  every: {
    flags: "--every <n>",
    description: "move the window in steps of n units, so that a prompt cache lasts",
    brief: "move the window in steps of n units",
    group: "What stays",
    type: wholeNumber,
  },
  countTask: {
    flags: "--count-task",
    description: "with --window-unit observations: count the task as the first, as SWE-agent does",
    group: "What stays",
  },
  trigger: {
    flags: "--trigger <size>",
    description: "mask nothing before a transcript is larger than this",
    group: "What stays",
    type: size,
  },
  target: {
    flags: "--target <size>",
    description: "past the trigger, mask the oldest first and only until this is met",
    group: "What stays",
    type: size,
  },
  minSavings: {
    flags: "--min-savings <size>",
    description: "mask nothing unless at least this much is saved at once",
    group: "What stays",
    type: size,
  },
  minGain: {
    flags: "--min-gain <chars>",
    description: "mask a tool result only where that saves this many chars or more",
    group: "What stays",
    type: wholeNumberFrom1,
    default: PROGRAM_MIN_GAIN,
  },
  sizeUnit: {
    flags: "--size-unit <unit>",
    description: "what trigger, target and minimum savings are counted in: chars or tokens",
    group: "What stays",
    type: oneOf(SIZE_UNITS),
    needs: ["trigger", "target", "minSavings"],
    default: "chars",
  },
  ...KEEP_FLAGS,
  keepTask: {
    flags: "--no-keep-task",
    description: "let summarization and fallback drop the task as well",
    needs: DROPPING,
    group: "What stays",
  },
  ...MASK_FLAGS,
  maxInputChars: {
    flags: "--max-input-chars <size>",
    description: "budget of each transcript; past it messages may be summarized, then dropped",
    alsoCalled: ["budget", "max-chars", "char-budget"],
    group: "What stays",
    type: size,
  },
  maxInputTokens: {
    flags: "--max-input-tokens <size>",
    description: "the same in tokens",
    brief: "budget; past it messages may be dropped",
    alsoCalled: ["max-tokens", "token-budget", "tokens"],
    group: "What stays",
    type: size,
  },
  tokenizer: {
    flags: "--tokenizer <name>",
    description:
      "how tokens are counted: chars4 (a quarter of the chars) or o200k (needs gpt-tokenizer)",
    group: "What stays",
    type: oneOf(TOKENIZER_NAMES),
  },
  maxObservationChars: {
    flags: "--max-observation-chars <size>",
    description:
      "of a masked tool result keep as much of the head as fits in this size with the placeholder",
    group: "What stays",
    type: size,
  },
  placeholder: {
    flags: "--placeholder <text>",
    description: `the text that replaces a tool result; fields ${FIELD_NAMES.join(", ")} (default: "${DEFAULT_PLACEHOLDER}"; with an archive: "${DEFAULT_WITH_CALL}"; seed: always the first)`,
    group: "What stays",
    type: template,
  },
  summaryMaxChars: {
    flags: "--summary-max-chars <size>",
    description: "the longest a summary may be",
    needs: DROPPING,
    group: "What stays",
    type: size,
    default: 1400,
  },
  summaryStyle: {
    flags: "--summary-style <style>",
    description:
      "what a summary says: contract; reference, also what is done; detailed, also requests, files read, errors",
    group: "What stays",
    type: oneOf(SUMMARY_STYLES),
    needs: DROPPING,
    default: "reference",
  },
  summarizeAfter: {
    flags: "--summarize-after <n>",
    description:
      "summarize the oldest n turns (with a tool call) as soon as n are outside the window",
    group: "What stays",
    type: wholeNumberFrom1,
  },
  sideCopies: {
    flags: "--side-copies <what>",
    description:
      "what to do with copies of masked tool results that the model does not see: keep or mask them",
    group: "What stays",
    type: oneOf(SIDE_COPIES_OPTIONS),
    default: "keep",
  },
  preset: {
    flags: "--preset <name>",
    description:
      "a set of options: passes that go together, or the policy of a known system; see elision presets",
    brief: "a set of options: see elision presets",
    group: "What stays",
    type: oneOf(PRESET_NAMES),
  },
  policyFile: {
    flags: "--policy-file <file>",
    description: "a mask policy in TOML: enabled, window_turns, keep_errors, …",
    group: "What stays",
    type: text,
    environment: false,
  },
  ...MODEL_FLAGS,
  ...formatFlags("Input and output"),
  ...OUTPUT_FLAGS,
  ...REPORT_FLAGS,
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options as values. */
export type CompactFlags = Omit<
  ValuesOf<typeof COMPACT_FLAGS>,
  "noArchive" | "noColor" | "noConfig" | "archive"
> & {
  /** False: none, though one may be set elsewhere. */
  readonly archive: string | false | undefined;
};
