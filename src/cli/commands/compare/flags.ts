import {
  DEFAULT_GRID,
  OTHER_SETTINGS,
  type OtherSetting,
} from "../../../analyses/compare/setting.ts";
import { PRESET_NAMES } from "../../../reduce/pipeline/presets.ts";
import {
  listIn,
  oneOf,
  otherFile,
  sessionsPerMonth,
  share,
  size,
  wholeNumber,
  wholeNumberFrom1,
} from "../../options/argument-types.ts";
import { COLOR_FLAGS } from "../../options/color-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { OUTPUT_FLAGS } from "../../options/output-flags.ts";
import { POLICY_FLAGS } from "../../options/policy-flags.ts";
import { PRICE_FLAGS } from "../../options/price-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

const {
  window: _window,
  every: _every,
  countTask: _countTask,
  preset: _preset,
  policyFile: _policyFile,
  masking: _masking,
  // A comparison measures the reasoning that would be lost.
  reasoning: _reasoning,
  ...WINDOW_FLAGS
} = POLICY_FLAGS;

export const COMPARE_FLAGS = {
  windows: {
    flags: "--windows <list>",
    description: "the windows to compare",
    group: "What is compared",
    type: listIn(wholeNumber),
    default: DEFAULT_GRID.windows as readonly number[],
    environment: false,
  },
  every: {
    flags: "--every <list>",
    description: "the steps in which each of them moves, in units",
    group: "What is compared",
    type: listIn(wholeNumberFrom1),
    default: DEFAULT_GRID.every as readonly number[],
    environment: false,
  },
  preset: {
    flags: "--preset <list>",
    description: "policies of systems that are known, a line for each: see elision presets",
    brief: "policies of known systems: see elision presets",
    group: "What is compared",
    type: listIn(oneOf(PRESET_NAMES)),
    environment: false,
  },
  settings: {
    flags: "--settings <list>",
    description:
      "what is compared besides windows: first-sight (results over 8k chars shortened when new; --first-sight sets the size), provider (Anthropic's clear_tool_uses), none",
    group: "What is compared",
    type: listIn(oneOf([...OTHER_SETTINGS, "none"] as const)),
    default: DEFAULT_GRID.settings as readonly (OtherSetting | "none")[],
    environment: false,
  },
  minRecall: {
    flags: "--min-recall <share>",
    description: "recall that a recommended window must be shown to have, from 0 to 1",
    brief: "the recall that a recommended window needs",
    group: "What is compared",
    type: share,
    default: 0.95,
    environment: false,
  },
  recall: {
    flags: "--no-recall",
    description: "do not look at what later turns drew on",
    group: "What is compared",
    environment: false,
  },
  misses: {
    flags: "--misses",
    description:
      "list what later turns drew on and would not have seen; the page has it unless --no-misses",
    brief: "list what later turns used but did not see",
    group: "What is compared",
    environment: false,
  },
  fit: {
    flags: "--fit",
    description:
      "list how the sessions, left alone, compare with what their providers counted, and where not",
    group: "What is compared",
    environment: false,
  },
  passes: {
    flags: "--passes",
    description:
      "list how much of the lines that later turns use each pass leaves of results that it shortens",
    group: "What is compared",
    environment: false,
  },
  ...PRICE_FLAGS,
  perMonth: {
    flags: "--per-month <sessions>",
    description:
      "give costs by the month as well, for this number of sessions a month, or mine: those saved on this machine in 30 days",
    group: "Prices",
    type: sessionsPerMonth,
    environment: false,
  },
  overheadTokens: {
    flags: "--overhead-tokens <size>",
    description:
      "tokens before every prompt that are not in the file: system prompt, tools (default: fitted from the first usage on record)",
    brief: "tokens before every prompt, not in the file",
    group: "Prices",
    type: size,
    environment: false,
  },
  ...RESULT_FLAGS,
  jobs: { ...OUTPUT_FLAGS.jobs, group: "Options" },
  all: {
    flags: "--all",
    description: "a row for every setting, not only the eight that decide",
    group: "Options",
    environment: false,
  },
  chart: {
    flags: "--chart",
    description: "draw the size of the prompts over the steps in the terminal",
    brief: "draw the size of the prompts in the terminal",
    group: "Options",
    environment: false,
  },
  html: {
    flags: "--html <file>",
    description: "write a page with table and charts, which needs no network",
    brief: "write a page with table and charts",
    group: "Options",
    type: otherFile,
    environment: false,
  },
  ...COLOR_FLAGS,
  ...WINDOW_FLAGS,
} as const satisfies Flags;

/** The options of `compare`, as values. */
export type CompareFlags = Omit<ValuesOf<typeof COMPARE_FLAGS>, "noColor" | "noConfig">;
