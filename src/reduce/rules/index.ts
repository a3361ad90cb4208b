import { boundReasoningRule } from "./bound-reasoning.ts";
import { clampRule } from "./clamp.ts";
import { collapseFailuresRule } from "./collapse-failures.ts";
import { dedupeRule } from "./dedupe.ts";
import { firstSightRule } from "./first-sight.ts";
import { keepDeadRule } from "./keep-dead.ts";
import { errorsRule } from "./keep-errors.ts";
import { firstRule } from "./keep-first.ts";
import { keepImagesRule } from "./keep-images.ts";
import { largerRule } from "./keep-larger.ts";
import { pathRule } from "./keep-path.ts";
import { refRule } from "./keep-ref.ts";
import { keepThinkingRule } from "./keep-thinking.ts";
import { lastPerToolRule } from "./last-per-tool.ts";
import { exemptRule, keepToolRule, onlyToolRule } from "./named-tools.ts";
import { orphanRule } from "./orphan.ts";
import { redundantRule } from "./redundant.ts";
import { reflectRule } from "./reflect-rule.ts";
import type { AnyRule } from "./rule.ts";
import { shrinkInputsRule } from "./shrink-inputs.ts";
import { staleReadsRule } from "./stale-reads.ts";
import { taggedRule } from "./tagged.ts";
import { windowRule } from "./window-rule.ts";

/**
 * Every rule by its name, which is also its name in reports. A new rule is a file and a line here: its
 * options, flags, help, presets and reports follow from it.
 */
export const RULES = {
  window: windowRule,
  "first-sight": firstSightRule,
  dedupe: dedupeRule,
  "stale-reads": staleReadsRule,
  reflect: reflectRule,
  redundant: redundantRule,
  "collapse-failures": collapseFailuresRule,
  clamp: clampRule,
  "keep-images": keepImagesRule,
  "keep-thinking": keepThinkingRule,
  "shrink-inputs": shrinkInputsRule,
  "bound-reasoning": boundReasoningRule,
  errors: errorsRule,
  "last-per-tool": lastPerToolRule,
  "keep-tool": keepToolRule,
  "only-tool": onlyToolRule,
  exempt: exemptRule,
  path: pathRule,
  ref: refRule,
  first: firstRule,
  "keep-dead": keepDeadRule,
  larger: largerRule,
  orphan: orphanRule,
  tagged: taggedRule,
} as const satisfies Record<string, AnyRule>;

export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/** The rules that mask. */
export type Masker = {
  [Name in RuleName]: (typeof RULES)[Name]["acts"] extends "mask" ? Name : never;
}[RuleName];

/** The setting of each rule; undefined where it is off. */
export type RuleSettings = {
  readonly [Name in RuleName]: ReturnType<(typeof RULES)[Name]["setting"]>;
};

/** The options of all rules. */
export type RuleOptions = {
  [Name in RuleName]: (typeof RULES)[Name]["setting"] extends (
    options: infer O,
    ...rest: never
  ) => unknown
    ? (options: O) => void
    : never;
}[RuleName] extends (options: infer All) => void
  ? All
  : never;
