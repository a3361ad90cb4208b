import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import { PRESETS, type PresetName } from "../../reduce/pipeline/presets.ts";
import type { TokenCounter } from "../../transcript/model/size.ts";

/** A setting to compare: a window, or a preset. */
export interface SettingToCompare {
  /** Its name: `10`, `10/5` for a window that moves in steps of five units, or a preset. */
  readonly name: string;
  readonly window: number;
  readonly every: number;
  readonly preset?: PresetName;
  /** Set if the provider makes the edits itself, which loses no reasoning. */
  readonly keepsReasoning?: boolean;
  readonly policy: Policy;
  /** Shared by settings with the same placeholders. */
  readonly family: string;
}

/** The settings to compare. */
export interface Grid {
  /** Sizes of windows, in tool turns unless `windowUnit` says otherwise. */
  readonly windows: readonly number[];
  /** The steps in which each of them moves, in units of the window. */
  readonly every: readonly number[];
  readonly presets?: readonly PresetName[];
  /** Settings besides windows. */
  readonly settings?: readonly OtherSetting[];
}

/**
 * The settings besides windows: results shortened at first sight, which the preset of that name does, and
 * the provider's own edits, as Anthropic's API makes them (`clear_tool_uses`).
 */
export const OTHER_SETTINGS = ["first-sight", "provider"] as const;
export type OtherSetting = (typeof OTHER_SETTINGS)[number];

/** The windows that are compared unless others are named. */
export const DEFAULT_GRID = {
  windows: [1, 2, 3, 5, 8, 10, 16, 32],
  every: [1, 5, 10, 20],
  settings: OTHER_SETTINGS,
} as const satisfies Grid;

/**
 * Every window with every step, then the other settings and the presets. `options` apply to windows; budgets to
 * all; the size of first sight to that setting. Throws a `bad-option` error for invalid ones.
 */
export function settingsOf(
  { windows, every, presets = [], settings = [] }: Grid,
  options: ReduceOptions & { readonly counter?: TokenCounter } = {},
): readonly SettingToCompare[] {
  const steps = options.windowUnit === "tokens" ? [1] : unique(every);
  const { preserveRecentRawTurns: _, ...others } = options;
  const ofWindows = unique(windows).flatMap((window) =>
    steps.map((step): SettingToCompare => {
      const own = { ...others, window, every: step };
      return {
        name: step === 1 ? `${window}` : `${window}/${step}`,
        window,
        every: step,
        policy: createPolicy(own, PROGRAM_DEFAULTS),
        family: "windows",
      };
    }),
  );
  const { maxInputChars, maxInputTokens, counter, firstSight } = options;
  const budgets = {
    ...(maxInputChars !== undefined && { maxInputChars }),
    ...(maxInputTokens !== undefined && { maxInputTokens }),
    ...(counter !== undefined && { counter }),
  };
  const ofOthers = unique(settings).map((name): SettingToCompare => {
    if (name === "provider")
      return { ...settingOf("anthropic", budgets), name, keepsReasoning: true };
    const size = firstSight === undefined ? {} : { firstSight };
    return settingOf("first-sight", { ...budgets, ...size });
  });
  const ofPresets = unique(presets)
    .filter((preset) => !ofOthers.some(({ name }) => name === preset))
    .map((preset) => settingOf(preset, budgets));
  return [...ofWindows, ...ofOthers, ...ofPresets];
}

function settingOf(
  preset: PresetName,
  options: ReduceOptions & { readonly counter?: TokenCounter },
): SettingToCompare {
  const own = Object.entries(PRESETS[preset].options).filter(([, value]) => value !== undefined);
  const policy = createPolicy({ ...Object.fromEntries(own), ...options }, PROGRAM_DEFAULTS);
  const { size, every: step = 1 } = policy.window;
  return { name: preset, window: size, every: step, preset, policy, family: preset };
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
