import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import { PRESETS, type PresetName } from "../../reduce/pipeline/presets.ts";
import type { TokenCounter } from "../../transcript/model/size.ts";

/** One of the ways to run an agent that are compared: a window, or a preset. */
export interface SettingToCompare {
  /** Its name: `10`, `10/5` for a window that moves in steps of five units, or a preset. */
  readonly name: string;
  readonly window: number;
  readonly every: number;
  readonly preset?: PresetName;
  readonly policy: Policy;
  /** Settings with the same placeholders have the same. */
  readonly family: string;
}

/** The settings to compare. */
export interface Grid {
  readonly windows: readonly number[];
  readonly every: readonly number[];
  readonly presets?: readonly PresetName[];
}

/** The windows that are compared unless others are named. */
export const DEFAULT_GRID = {
  windows: [1, 2, 3, 5, 8, 10, 16, 32],
  every: [1, 5, 10, 20],
} as const satisfies Grid;

/**
 * Every window with every step by which it may move on, then the presets; `options` hold for the
 * windows, and budgets for all. Throws a `bad-option` error where they make no sense.
 */
export function settingsOf(
  { windows, every, presets = [] }: Grid,
  options: ReduceOptions & { readonly counter?: TokenCounter } = {},
): readonly SettingToCompare[] {
  const steps = options.windowUnit === "tokens" ? [1] : unique(every);
  const ofWindows = unique(windows).flatMap((window) =>
    steps.map((step): SettingToCompare => {
      const own = { ...options, preserveRecentRawTurns: window, every: step };
      return {
        name: step === 1 ? `${window}` : `${window}/${step}`,
        window,
        every: step,
        policy: createPolicy(own, PROGRAM_DEFAULTS),
        family: "windows",
      };
    }),
  );
  const { maxInputChars, maxInputTokens, counter } = options;
  const budgets = {
    ...(maxInputChars !== undefined && { maxInputChars }),
    ...(maxInputTokens !== undefined && { maxInputTokens }),
    ...(counter !== undefined && { counter }),
  };
  const ofPresets = unique(presets).map((preset): SettingToCompare => {
    const own = Object.entries(PRESETS[preset].options).filter(([, value]) => value !== undefined);
    const policy = createPolicy({ ...Object.fromEntries(own), ...budgets }, PROGRAM_DEFAULTS);
    const { size, every: step = 1 } = policy.window;
    return { name: preset, window: size, every: step, preset, policy, family: preset };
  });
  return [...ofWindows, ...ofPresets];
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
