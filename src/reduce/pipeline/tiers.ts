import { type Masker, RULE_NAMES, RULES, type RuleName } from "../rules/index.ts";
import type { ActiveRule, AnyRule } from "../rules/rule.ts";
import type { Policy } from "./checked-policy.ts";

const MASKERS: readonly Masker[] = RULE_NAMES.filter((name) => isMasker(name));

/**
 * The rules that mask, from what loses least to what loses most: with a target or a budget, each is used only if
 * those before it do not suffice.
 */
export const TIERS: readonly Masker[] = MASKERS.toSorted((a, b) => RULES[a].tier - RULES[b].tier);

/**
 * The masking rules, the strongest first. If several mask an observation at a step, the text of the strongest one
 * that has a text is used: it changes only when a stronger rule masks it as well, and never back.
 */
export const STRENGTHS: readonly Masker[] = MASKERS.toSorted(
  (a, b) => RULES[b].strength - RULES[a].strength,
);

/**
 * Whether a rule leaves the errors of a text in it, so that guards of errors, and of the newest results outside
 * the window, do not apply to it.
 */
export function leavesErrors(masker: Masker): boolean {
  const { leaves } = RULES[masker];
  return leaves === "errors" || leaves === "excerpt";
}

/** Whether a rule masks what it names at once, whatever the trigger, target or budget. */
export function isAtOnce(masker: Masker): boolean {
  const rule: AnyRule = RULES[masker];
  return rule.acts === "mask" && rule.atOnce === true;
}

/** Whether a rule leaves an excerpt of an observation rather than a placeholder. */
export function leavesText(masker: Masker): boolean {
  const { leaves } = RULES[masker];
  return leaves === "text" || leaves === "excerpt";
}

/** The rules that are on, by their names. */
export interface PolicyRules {
  /** All of them, in the order of the registry. */
  readonly active: readonly NamedRule[];
  /** The rules that mask, from lossless to lossy. */
  readonly maskers: readonly Masker[];
  /** Whether one of them edits calls. */
  readonly editsCalls: boolean;
}

interface NamedRule extends ActiveRule {
  readonly name: RuleName;
}

/** The rules of a policy that are on; computed once for all transcripts. */
export function rulesOf(policy: Policy): PolicyRules {
  const known = KNOWN.get(policy);
  if (known !== undefined) return known;
  const settings: Readonly<Record<string, unknown>> = policy.rules;
  const active = RULE_NAMES.flatMap((name) => {
    const setting = settings[name];
    return setting === undefined ? [] : [{ name, rule: RULES[name], setting }];
  });
  const maskers = TIERS.filter((masker) => settings[masker] !== undefined);
  const editsCalls = active.some(({ rule }) => rule.acts === "mask" && rule.edits === "call");
  const rules = { active, maskers, editsCalls };
  KNOWN.set(policy, rules);
  return rules;
}

const KNOWN = new WeakMap<Policy, PolicyRules>();

/** The rules that a policy masks by, from lossless to lossy. */
export function maskersOf(policy: Policy): readonly Masker[] {
  return rulesOf(policy).maskers;
}

function isMasker(name: RuleName): name is Masker {
  return RULES[name].acts === "mask";
}
