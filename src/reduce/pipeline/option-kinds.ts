import { VALUE, type ValueKind } from "../../base/arguments.ts";
import { RULES, type RuleOptions } from "../rules/index.ts";
import type { AnyRuleOption } from "../rules/rule-option.ts";
import type { ReduceOptions } from "./policy-options.ts";

/** The kind of value that options of rules take. */
const RULE_VALUES = {
  switch: VALUE.boolean,
  count: VALUE.number,
  size: VALUE.number,
  globs: VALUE.texts,
  tools: VALUE.texts,
  text: VALUE.text,
  errors: VALUE.textOrObject,
} as const satisfies Record<Extract<AnyRuleOption["type"], string>, ValueKind>;

const RULE_OPTIONS = Object.fromEntries(
  Object.values(RULES)
    .flatMap(({ options }) => Object.entries<AnyRuleOption>(options))
    .map(([name, { type }]) => [name, typeof type === "string" ? RULE_VALUES[type] : VALUE.text]),
) as Readonly<Record<keyof RuleOptions, ValueKind>>;

/** The type of each option of the reducer, checked before its value. */
export const REDUCE_OPTIONS = {
  maxInputChars: VALUE.number,
  maxInputTokens: VALUE.number,
  countTokens: VALUE.function,
  window: VALUE.number,
  preserveRecentRawTurns: VALUE.number,
  windowUnit: VALUE.text,
  every: VALUE.number,
  countTask: VALUE.boolean,
  maxObservationChars: VALUE.number,
  summaryMaxChars: VALUE.number,
  summaryStyle: VALUE.text,
  summarizeAfter: VALUE.number,
  placeholder: VALUE.text,
  keepTask: VALUE.boolean,
  minGain: VALUE.number,
  minSavings: VALUE.number,
  trigger: VALUE.number,
  target: VALUE.number,
  sizeUnit: VALUE.text,
  ...RULE_OPTIONS,
} as const satisfies Record<keyof ReduceOptions, ValueKind>;
