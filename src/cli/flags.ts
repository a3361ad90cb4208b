import { SIDE_COPIES_OPTIONS } from "../compact/job.ts";
import { FORMAT_NAMES } from "../formats/index.ts";
import {
  ERROR_SIGNS,
  REFLECT_GATES,
  SIZE_UNITS,
  SUMMARY_STYLES,
  WINDOW_UNITS,
} from "../reduce/options.ts";
import { PRESET_NAMES } from "../reduce/presets.ts";
import { DEFAULT_PLACEHOLDER, FIELD_NAMES } from "../reduce/template.ts";
import { REPORT_KINDS } from "../report/index.ts";
import { TOKENIZER_NAMES } from "../tokenizers/index.ts";
import {
  duration,
  jobCount,
  keepErrors,
  listOf,
  oneOf,
  size,
  text,
  wholeNumber,
  wholeNumberFrom1,
} from "./argument-types.ts";
import { CONFIG_FLAGS } from "./config-flags.ts";
import type { Flags, ValuesOf } from "./flag.ts";
import { MODEL_FLAGS } from "./model-flags.ts";
import { glob, template } from "./policy-types.ts";

/** The options of the main command, by the name that their values have in code. */
export const COMPACT_FLAGS = {
  window: {
    flags: "--window <n>",
    description: "newest units whose observations stay raw",
    group: "What stays",
    type: wholeNumber,
    default: 10,
  },
  windowUnit: {
    flags: "--window-unit <unit>",
    description:
      "what the window counts: turns (with a tool call), observations, messages, events (all messages) or tokens of observations",
    group: "What stays",
    type: oneOf(WINDOW_UNITS),
    default: "turns",
  },
  every: {
    flags: "--every <n>",
    description: "move the window on by so many units at once, so that a prompt cache lasts",
    group: "What stays",
    type: wholeNumber,
  },
  countTask: {
    flags: "--count-task",
    description: "a window in observations counts the task as the first, as SWE-agent does",
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
  sizeUnit: {
    flags: "--size-unit <unit>",
    description: "what trigger, target and minimum savings are counted in: chars or tokens",
    group: "What stays",
    type: oneOf(SIZE_UNITS),
    default: "chars",
  },
  keepErrors: {
    flags: "--keep-errors <mode>",
    description:
      "errors that stay raw: all, none, last:N (the newest), excerpt:N (the last N chars of each)",
    group: "What stays",
    type: keepErrors,
    default: "all",
  },
  errorSigns: {
    flags: "--error-signs <kind>",
    description:
      "what makes an error: marked by the format, anchored (or at the start of a line), words (or anywhere)",
    group: "What stays",
    type: oneOf(ERROR_SIGNS),
    default: "anchored",
  },
  keepLastPerTool: {
    flags: "--keep-last-per-tool <n>",
    description: "newest observations of each tool outside the window that stay raw",
    group: "What stays",
    type: wholeNumber,
  },
  keepTool: {
    flags: "--keep-tool <glob>",
    description: "observations of these tools stay raw (may be given again)",
    group: "What stays",
    type: listOf(glob),
  },
  onlyTool: {
    flags: "--only-tool <glob>",
    description: "only observations of these tools are masked (may be given again)",
    group: "What stays",
    type: listOf(glob),
  },
  keepPath: {
    flags: "--keep-path <glob>",
    description: "observations whose call names such a path stay raw (may be given again)",
    group: "What stays",
    type: listOf(glob),
  },
  keepFirst: {
    flags: "--keep-first <n>",
    description: "first observations that stay raw",
    group: "What stays",
    type: wholeNumber,
  },
  exempt: {
    flags: "--no-exempt",
    description: "mask observations of skill, memory, todo, plan and ask-user tools as well",
    group: "What stays",
  },
  keepOrphans: {
    flags: "--keep-orphans",
    description: "observations that answer no call stay raw",
    group: "What stays",
  },
  keepTask: {
    flags: "--no-keep-task",
    description: "let summarization and fallback drop the task as well",
    group: "What stays",
  },
  dedupe: {
    flags: "--dedupe",
    description: "observations whose whole text comes again later become a note of where",
    group: "What stays",
  },
  staleReads: {
    flags: "--stale-reads",
    description: "reads of files that were read again or edited later become a note of that",
    group: "What stays",
  },
  readTool: {
    flags: "--read-tool <glob>",
    description: "with --stale-reads: other tools that read a file (may be given again)",
    group: "What stays",
    type: listOf(glob),
  },
  editTool: {
    flags: "--edit-tool <glob>",
    description: "with --stale-reads: other tools that edit a file (may be given again)",
    group: "What stays",
    type: listOf(glob),
  },
  redundant: {
    flags: "--redundant",
    description:
      "of observations that stand nearly whole in their calls or in the 64 KB after them, keep the other lines",
    group: "What stays",
  },
  reflect: {
    flags: "--reflect",
    description: "with --model: old steps inside the window are rewritten to what still matters",
    group: "Model",
  },
  reflectGate: {
    flags: "--reflect-gate <gate>",
    description:
      "what a rewritten step has to save: published (more than 500 tokens) or artifact (400, or a fifth)",
    group: "Model",
    type: oneOf(REFLECT_GATES),
    default: "published",
  },
  collapseFailures: {
    flags: "--collapse-failures",
    description: "of failed test and build runs that were run again only the error lines stay",
    group: "What stays",
  },
  clamp: {
    flags: "--clamp <size>",
    description: "observations larger than this become an excerpt, inside the window too",
    group: "What stays",
    type: size,
  },
  keepImages: {
    flags: "--keep-images <n>",
    description: "all but the newest n images become a note",
    group: "What stays",
    type: wholeNumber,
  },
  keepThinking: {
    flags: "--keep-thinking <n>",
    description: "reasoning of all but the newest n turns is taken out, where the format allows it",
    group: "What stays",
    type: wholeNumber,
  },
  shrinkInputs: {
    flags: "--shrink-inputs <size>",
    description: "strings longer than this in calls outside the window are shortened",
    group: "What stays",
    type: size,
  },
  maxInputChars: {
    flags: "--max-input-chars <size>",
    description: "budget of each transcript; past it messages may be summarized, then dropped",
    group: "What stays",
    type: size,
  },
  maxInputTokens: {
    flags: "--max-input-tokens <size>",
    description: "the same in tokens",
    group: "What stays",
    type: size,
  },
  tokenizer: {
    flags: "--tokenizer <name>",
    description: "how tokens are counted: chars4 (a quarter of the chars) or o200k",
    group: "What stays",
    type: oneOf(TOKENIZER_NAMES),
  },
  masking: {
    flags: "--no-masking",
    description: "mask nothing outside the window: go straight to summarization",
    group: "What stays",
  },
  maxObservationChars: {
    flags: "--max-observation-chars <size>",
    description: "keep the head of a masked observation, placeholder included, in this size",
    group: "What stays",
    type: size,
  },
  placeholder: {
    flags: "--placeholder <text>",
    description: `what stands for an observation; fields ${FIELD_NAMES.join(", ")} (default: "${DEFAULT_PLACEHOLDER}", with --archive and its ref)`,
    group: "What stays",
    type: template,
  },
  summaryMaxChars: {
    flags: "--summary-max-chars <size>",
    description: "the longest a summary may be",
    group: "What stays",
    type: size,
    default: 1400,
  },
  summaryStyle: {
    flags: "--summary-style <style>",
    description:
      "what a summary says: contract, or detailed (requests, files, commands, errors as well)",
    group: "What stays",
    type: oneOf(SUMMARY_STYLES),
    default: "contract",
  },
  summarizeAfter: {
    flags: "--summarize-after <n>",
    description:
      "summarize the oldest n turns (with a tool call) as soon as so many are outside the window",
    group: "What stays",
    type: wholeNumberFrom1,
  },
  sideCopies: {
    flags: "--side-copies <what>",
    description:
      "copies of masked observations that the model does not see: keep them, or mask them too",
    group: "What stays",
    type: oneOf(SIDE_COPIES_OPTIONS),
    default: "keep",
  },
  preset: {
    flags: "--preset <name>",
    description: "passes together, or the policy of a system that is known: see elision presets",
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
  format: {
    flags: "--format <name>",
    description: "the input's format, if it is not to be found from the content",
    group: "Input and output",
    type: oneOf(FORMAT_NAMES),
  },
  output: {
    flags: "-o, --output <file>",
    description: "write to this file instead of stdout",
    group: "Input and output",
    type: text,
    environment: false,
  },
  outDir: {
    flags: "--out-dir <dir>",
    description: "write each input to its own file below this folder",
    group: "Input and output",
    type: text,
    environment: false,
  },
  inPlace: {
    flags: "-i, --in-place",
    description: "replace each input file, all at once and only if it got smaller",
    group: "Input and output",
    environment: false,
  },
  backup: {
    flags: "--backup <suffix>",
    description: "with -i: keep the original under its name and this suffix",
    group: "Input and output",
    type: text,
  },
  archive: {
    flags: "--archive <dir>",
    description: "keep what is taken out in this folder, for elision show and restore",
    group: "Input and output",
    type: text,
  },
  minAge: {
    flags: "--min-age <age>",
    description: "skip files changed more recently than this: 30s, 10m, 2h, 1d",
    group: "Input and output",
    type: duration,
  },
  dryRun: {
    flags: "-n, --dry-run",
    description: "write no output; only report what would be done",
    group: "Input and output",
    environment: false,
  },
  jobs: {
    flags: "-j, --jobs <n>",
    description: "work on so many threads (default: the cores there are, where it gains)",
    group: "Input and output",
    type: jobCount,
  },
  strict: {
    flags: "--strict",
    description: "stop at the first line that is not JSON instead of copying it",
    group: "Input and output",
  },
  report: {
    flags: "--report <kind>",
    description: `the account of what was done, on stderr: ${REPORT_KINDS.join(", ")}`,
    group: "Report",
    type: oneOf(REPORT_KINDS),
    default: "table",
  },
  explain: {
    flags: "--explain",
    description: "say of every observation why it was masked or kept",
    group: "Report",
  },
  reportFile: {
    flags: "--report-file <file>",
    description: "write the report to this file instead",
    group: "Report",
    type: text,
  },
  quiet: {
    flags: "-q, --quiet",
    description: "no report and no notes, only errors",
    group: "Report",
  },
  color: {
    flags: "--color",
    description: "colour the report, even where it is not a terminal",
    group: "Report",
    environment: false,
  },
  noColor: {
    flags: "--no-color",
    description: "colour nothing",
    group: "Report",
    environment: false,
  },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** What was typed, or set in the environment, as values. */
export type CompactFlags = Omit<ValuesOf<typeof COMPACT_FLAGS>, "noColor" | "noConfig">;
