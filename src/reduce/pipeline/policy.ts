import { badOption } from "../../base/errors.ts";
import { chars4, type TokenCounter } from "../../transcript/model/size.ts";
import {
  DEFAULT_PLACEHOLDER,
  DEFAULT_WITH_REF,
  hasField,
  parseTemplate,
} from "../placeholders/template.ts";
import { RULE_NAMES, RULES, type RuleName, type RuleSettings } from "../rules/index.ts";
import type { AnyRule } from "../rules/rule.ts";
import type { Policy, PolicyDefaults, Pressure, WindowPolicy } from "./checked-policy.ts";
import { givenCounter } from "./given-counter.ts";
import { PROGRAM_MIN_GAIN } from "./min-gain.ts";
import { atLeast, wholeNumber, wordIn } from "./option-checks.ts";
import { SIZE_UNITS, SUMMARY_STYLES, WINDOW_UNITS } from "./option-values.ts";
import type { ReduceOptions } from "./policy-options.ts";
import { windowSizeIn } from "./window-size.ts";

/** The reducer's options, a named counter of tokens, and whether there is an archive. */
export type PolicyOptions = ReduceOptions & {
  readonly counter?: TokenCounter;
  readonly refs?: boolean;
};

/** The defaults of `reduce` and `HistoryReducer`: a window and nothing else. */
export const REDUCER_DEFAULTS: PolicyDefaults = {
  windowSize: 4,
  windowUnit: "messages",
  keepTask: false,
  keepErrors: "none",
  keepExempt: false,
  minGain: 1,
  summaryStyle: "contract",
};

/** The defaults of `compact` and the program. */
export const PROGRAM_DEFAULTS: PolicyDefaults = {
  windowSize: 10,
  windowUnit: "turns",
  keepTask: true,
  keepErrors: "all",
  keepExempt: true,
  minGain: PROGRAM_MIN_GAIN,
  summaryStyle: "reference",
};

/** Whether reading has to look for signs of errors in observations. */
export function looksForErrors({ rules: { errors }, placeholder }: Policy): boolean {
  return (errors.kept !== "none" && errors.signs === "anchored") || hasField(placeholder, "exit");
}

/** A policy from options; throws a `bad-option` error that names the option and the value seen. */
export function createPolicy(options: PolicyOptions, defaults: PolicyDefaults): Policy {
  return {
    window: windowFrom(options, defaults),
    maxInputChars: wholeNumber("maxInputChars", options.maxInputChars),
    maxInputTokens: wholeNumber("maxInputTokens", options.maxInputTokens),
    counter: counterOf(options),
    maxObservationChars: wholeNumber("maxObservationChars", options.maxObservationChars),
    summaryMaxChars: wholeNumber("summaryMaxChars", options.summaryMaxChars) ?? 1400,
    summaryStyle: wordIn(
      SUMMARY_STYLES,
      "summaryStyle",
      options.summaryStyle ?? defaults.summaryStyle,
    ),
    summarizeAfter: atLeast(1, "summarizeAfter", options.summarizeAfter),
    placeholder: parseTemplate(
      options.placeholder ?? (options.refs ? DEFAULT_WITH_REF : DEFAULT_PLACEHOLDER),
    ),
    refs: options.refs ?? false,
    keepTask: options.keepTask ?? defaults.keepTask,
    rules: settingsFrom((rule) => rule.setting(options, defaults)),
    minGain: atLeast(1, "minGain", options.minGain) ?? defaults.minGain,
    pressure: pressureFrom(options),
  };
}

/** The policy for messages in memory, where only observations are edited. */
export function forObservationsAlone(policy: Policy): Policy {
  const settings: Readonly<Record<string, unknown>> = policy.rules;
  const rules = settingsFrom((rule, name) =>
    name === "bound-reasoning" || (rule.acts === "mask" && rule.edits !== "observation")
      ? undefined
      : settings[name],
  );
  return { ...policy, rules };
}

function settingsFrom(settingOf: (rule: AnyRule, name: RuleName) => unknown): RuleSettings {
  const settings = RULE_NAMES.map((name) => [name, settingOf(RULES[name], name)]);
  return Object.fromEntries(settings) as RuleSettings;
}

function windowFrom(options: PolicyOptions, defaults: PolicyDefaults): WindowPolicy {
  const unit = wordIn(WINDOW_UNITS, "windowUnit", options.windowUnit ?? defaults.windowUnit);
  const size = windowSizeIn(options);
  const every = atLeast(1, "every", options.every) ?? 1;
  if (every > 1 && unit === "tokens")
    throw badOption("every", "1, since the window counts tokens", every);
  const { countTask = false } = options;
  return { size: size ?? defaults.windowSize, unit, every, countTask, counter: counterOf(options) };
}

function pressureFrom(options: PolicyOptions): Pressure | undefined {
  const minSavings = wholeNumber("minSavings", options.minSavings) ?? 0;
  const trigger = wholeNumber("trigger", options.trigger) ?? 0;
  const target = wholeNumber("target", options.target);
  const unit = wordIn(SIZE_UNITS, "sizeUnit", options.sizeUnit ?? "chars");
  if (target !== undefined && target > trigger && trigger > 0)
    throw badOption("target", `no more than the trigger (${trigger})`, target);
  if (minSavings === 0 && trigger === 0 && target === undefined) return undefined;
  const counter = unit === "tokens" ? (counterOf(options) ?? chars4) : undefined;
  return { counter, minSavings, trigger: Math.max(trigger, target ?? 0), target };
}

/** The given counter, or the default one if there is a budget in tokens. */
function counterOf({
  counter,
  countTokens,
  maxInputTokens,
}: PolicyOptions): TokenCounter | undefined {
  if (counter !== undefined) return counter;
  if (countTokens !== undefined) return givenCounter(countTokens);
  return maxInputTokens === undefined ? undefined : chars4;
}
