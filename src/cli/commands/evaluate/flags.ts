import { TEMPLATES, type TemplateName } from "../../../analyses/evaluate/prompt-template.ts";
import { oneOf, size, wholeNumber, wholeNumberFrom1 } from "../../options/argument-types.ts";
import { COLOR_FLAGS } from "../../options/color-flags.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { MODEL_FLAGS } from "../../options/model-flags.ts";
import { POLICY_FLAGS } from "../../options/policy-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

/** How the result of an evaluation can be printed. */
const EVALUATION_REPORTS = ["table", "json"] as const;

const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

export const EVALUATE_FLAGS = {
  steps: {
    flags: "--steps <n>",
    description: "replies drawn of each transcript for the policy, and as many for the controls",
    brief: "replies drawn of each transcript (default: 10)",
    group: "What is measured",
    type: wholeNumberFrom1,
    default: 10,
    environment: false,
  },
  seed: {
    flags: "--seed <n>",
    description: "another number draws other replies, and other intervals",
    group: "What is measured",
    type: wholeNumber,
    default: 1,
    environment: false,
  },
  noGreedy: {
    flags: "--no-greedy",
    description: "measure likelihoods alone, not how prompts go on: half the calls",
    brief: "measure likelihoods alone: half the calls",
    group: "What is measured",
    environment: false,
  },
  template: {
    flags: "--template <name>",
    description: `how messages are written for the model: ${TEMPLATE_NAMES.join(", ")}`,
    group: "What is measured",
    type: oneOf(TEMPLATE_NAMES),
    default: "chatml" as TemplateName,
    environment: false,
  },
  maxPromptTokens: {
    flags: "--max-prompt-tokens <size>",
    description: "leave out replies whose prompt is larger, at 4 chars a token",
    group: "What is measured",
    type: size,
    environment: false,
  },
  ...MODEL_FLAGS,
  model: {
    ...MODEL_FLAGS.model,
    description:
      "openai:NAME, behind a server that gives log-probabilities of prompts (vLLM); prompts are sent to it",
    brief: "openai:NAME; its server gives probabilities",
  },
  dryRun: {
    ...COMPACT_FLAGS.dryRun,
    description: "ask nothing: say how many calls and tokens it would take",
    brief: "ask nothing: say how many calls it takes",
    group: "Options",
  },
  report: {
    ...RESULT_FLAGS.report,
    description: `how the result is written: ${EVALUATION_REPORTS.join(", ")}`,
    brief: "table or json",
    type: oneOf(EVALUATION_REPORTS),
  },
  ...COLOR_FLAGS,
  ...POLICY_FLAGS,
} as const satisfies Flags;

/** The options of `evaluate`, as values. */
export type EvaluateFlags = Omit<
  ValuesOf<typeof EVALUATE_FLAGS>,
  "noColor" | "noConfig" | "noGreedy"
> & {
  /** True unless turned off. */
  readonly greedy?: boolean | undefined;
};
