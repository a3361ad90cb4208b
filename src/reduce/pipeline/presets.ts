import { FIRST_SIGHT_CHARS } from "../first-sight/first-sight-size.ts";
import { DEFAULT_PLACEHOLDER } from "../placeholders/template.ts";
import { RULES, type RuleName, type RuleOptions } from "../rules/index.ts";
import type { AnyRuleOption } from "../rules/rule-option.ts";
import { maskPolicyOptions } from "./mask-policy.ts";
import { PROGRAM_MIN_GAIN } from "./min-gain.ts";
import type { ReduceOptions } from "./policy-options.ts";

/**
 * Every option that changes what is masked or dropped, `undefined` to turn it off, so that a preset does not
 * depend on defaults.
 */
export type PresetOptions = {
  readonly [K in Exclude<
    keyof ReduceOptions,
    "countTokens" | "preserveRecentRawTurns" | "summaryMaxChars" | LeftAlone
  >]-?: ReduceOptions[K] | undefined;
};

/** The options of rules that presets leave as they are. */
type LeftAlone = {
  [Name in RuleName]: {
    [K in keyof (typeof RULES)[Name]["options"]]: (typeof RULES)[Name]["options"][K] extends {
      readonly inPresets: false;
    }
      ? K
      : never;
  }[keyof (typeof RULES)[Name]["options"]];
}[RuleName];

/** The policy of a known system, or one of ours. */
export interface Preset {
  /** The system that it follows, and where it differs. */
  readonly about: string;
  readonly options: PresetOptions;
}

/** Every rule off, as far as presets set its options. */
const RULES_OFF = Object.fromEntries(
  Object.values(RULES)
    .flatMap(({ options }) => Object.entries<AnyRuleOption>(options))
    .flatMap(([name, option]) => ("off" in option ? [[name, option.off]] : [])),
) as Pick<PresetOptions, keyof PresetOptions & keyof RuleOptions>;

/** A window and nothing else. */
const WINDOW_ALONE: Omit<PresetOptions, "window" | "windowUnit"> = {
  ...RULES_OFF,
  every: 1,
  countTask: false,
  observationMasking: true,
  maxInputChars: undefined,
  maxInputTokens: undefined,
  summarizeAfter: undefined,
  maxObservationChars: undefined,
  placeholder: DEFAULT_PLACEHOLDER,
  summaryStyle: "contract",
  keepTask: true,
  minGain: 1,
  minSavings: 0,
  trigger: 0,
  target: undefined,
  sizeUnit: "chars",
};

/** The program's window, and passes. */
const PASSES: PresetOptions = {
  ...WINDOW_ALONE,
  window: 10,
  windowUnit: "turns",
  keepErrors: "all",
  errorSigns: "anchored",
  keepExempt: true,
  minGain: PROGRAM_MIN_GAIN,
  placeholder: undefined,
  summaryStyle: "reference",
};

/** The text of SWE-agent and of what is built on it. */
const SWE_AGENT_PLACEHOLDER = "Old environment output: ({lines} lines omitted)";

/**
 * Policies of systems that are known, and two of ours. The rules of SWE-agent (`LastNObservations`), OpenHands
 * (`ObservationMaskingCondenser`), opencode (`prune`) and Gemini CLI (`ToolOutputMaskingService`) were checked in
 * their source, Anthropic's in the documentation of context editing. What differs: the minimum of opencode and
 * Gemini CLI counts saved tokens, not removed ones, and their rules that keep the latest user turns, or the latest
 * message, are not implemented.
 */
export const PRESETS = {
  "spec-context": {
    about: "HistoryReducer of spec-context-mcp: newest messages; give a budget with it",
    options: {
      ...WINDOW_ALONE,
      window: 4,
      windowUnit: "messages",
      keepTask: false,
    },
  },
  kimi: {
    about: "Kimi proxy's mask policy: newest tool turns, errors, results without a call",
    options: { ...WINDOW_ALONE, ...maskPolicyOptions({}) },
  },
  "swe-agent": {
    about: "SWE-agent's last_n_observations, n = 5; polling is --every, and counts the task",
    options: {
      ...WINDOW_ALONE,
      window: 5,
      windowUnit: "observations",
      countTask: true,
      placeholder: SWE_AGENT_PLACEHOLDER,
    },
  },
  openhands: {
    about: "OpenHands' observation masking condenser: newest events",
    options: {
      ...WINDOW_ALONE,
      window: 5,
      windowUnit: "events",
      placeholder: "<MASKED>",
    },
  },
  anthropic: {
    about:
      "Claude API's clear_tool_uses: past 100k tokens; clear_at_least is --min-savings, exclude_tools --keep-tool",
    options: {
      ...WINDOW_ALONE,
      window: 3,
      windowUnit: "observations",
      trigger: 100_000,
      sizeUnit: "tokens",
    },
  },
  opencode: {
    about: "opencode's prune: newest 40k tokens, once 20k can be saved, skills and errors spared",
    options: {
      ...WINDOW_ALONE,
      window: 40_000,
      windowUnit: "tokens",
      minSavings: 20_000,
      sizeUnit: "tokens",
      keepErrors: "all",
      keepTools: ["skill"],
      placeholder: "[Old tool result content cleared]",
    },
  },
  "gemini-cli": {
    about: "Gemini CLI's tool output masking: newest 50k tokens, once 30k can be saved",
    options: {
      ...WINDOW_ALONE,
      window: 50_000,
      windowUnit: "tokens",
      minSavings: 30_000,
      sizeUnit: "tokens",
      keepTools: ["activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode"],
    },
  },
  "complexity-trap": {
    about: "The Complexity Trap's masking (arXiv 2508.21433): newest 10 observations",
    options: {
      ...WINDOW_ALONE,
      window: 10,
      windowUnit: "observations",
      countTask: true,
      placeholder: SWE_AGENT_PLACEHOLDER,
    },
  },
  hybrid: {
    about: "The Complexity Trap's hybrid: 43 turns summarized at a time, the newest 10 raw",
    options: {
      ...WINDOW_ALONE,
      window: 10,
      windowUnit: "turns",
      summarizeAfter: 43,
      placeholder: SWE_AGENT_PLACEHOLDER,
    },
  },
  lossless: {
    about: "no window: only results that come again, and reads that no longer hold",
    options: { ...PASSES, observationMasking: false, dedupe: true, staleReads: true },
  },
  "first-sight": {
    about: "no window: tool results over 8k chars shortened when new, and never touched again",
    options: {
      ...PASSES,
      observationMasking: false,
      // With an archive its note says how to get the whole text.
      placeholder: undefined,
      summaryStyle: "reference",
      firstSight: FIRST_SIGHT_CHARS,
    },
  },
  aggressive: {
    about: "a window of 3 turns, and every pass",
    options: {
      ...PASSES,
      window: 3,
      keepErrors: { last: 3 },
      dedupe: true,
      staleReads: true,
      collapseFailures: true,
      clamp: 4000,
      keepImages: 1,
      keepThinking: 3,
      shrinkInputs: 400,
    },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];
