/** Rules are whole: what the rest of the program says of them follows from the registry. */
import { describe, expect, it } from "vitest";
import { COMPACT_FLAGS } from "../../../src/cli/options/compact-flags.ts";
import { OPTION_FLAGS } from "../../../src/cli/options/reduce-options.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { PRESETS } from "../../../src/reduce/pipeline/presets.ts";
import { REASONS } from "../../../src/reduce/pipeline/reasons.ts";
import { rulesOf, STRENGTHS, TIERS } from "../../../src/reduce/pipeline/tiers.ts";
import { RULE_NAMES, RULES } from "../../../src/reduce/rules/index.ts";
import { largerRule } from "../../../src/reduce/rules/keep-larger.ts";
import type { KeepRule, MaskRule } from "../../../src/reduce/rules/rule.ts";
import type { AnyRuleOption } from "../../../src/reduce/rules/rule-option.ts";
import { windowRule } from "../../../src/reduce/rules/window-rule.ts";

const maskers = RULE_NAMES.filter((name) => RULES[name].acts === "mask");
const options = RULE_NAMES.flatMap((name) => Object.entries<AnyRuleOption>(RULES[name].options));

describe("the rules that mask", () => {
  it("have a tier and a strength each, and no two the same", () => {
    const traits = Object.values(RULES).filter((rule) => rule.acts === "mask");
    expect(new Set(traits.map(({ tier }) => tier)).size).toBe(maskers.length);
    expect(new Set(traits.map(({ strength }) => strength)).size).toBe(maskers.length);
  });

  it("lose more from tier to tier, and say more with less strength", () => {
    expect(TIERS).toEqual([
      "first-sight",
      "reflect",
      "dedupe",
      "stale-reads",
      "redundant",
      "collapse-failures",
      "window",
      "clamp",
      "keep-images",
      "keep-thinking",
      "shrink-inputs",
    ]);
    expect(STRENGTHS).toEqual([
      "window",
      "stale-reads",
      "collapse-failures",
      "dedupe",
      "redundant",
      "clamp",
      "first-sight",
      "keep-images",
      "keep-thinking",
      "shrink-inputs",
      "reflect",
    ]);
  });
});

describe("every option of a rule", () => {
  it("belongs to that rule alone, and has a flag of its own with its help", () => {
    expect(new Set(options.map(([name]) => name)).size).toBe(options.length);
    expect(new Set(options.map(([, { flag }]) => flag)).size).toBe(options.length);
    const flags = Object.values(COMPACT_FLAGS);
    for (const [name, { flag, help }] of options) {
      expect(flags.filter((each) => each.flags === flag)).toMatchObject([{ description: help }]);
      expect(OPTION_FLAGS).toHaveProperty(name);
    }
  });

  it("is set by presets, or said to be left as it is", () => {
    for (const [name, option] of options)
      expect(Object.hasOwn(PRESETS.openhands.options, name)).toBe("off" in option);
  });

  it("is off where it says so: only the window, bound reasoning and what has no option are on", () => {
    const given = Object.entries(PRESETS.openhands.options).filter(([, value]) => value != null);
    const { active } = rulesOf(createPolicy(Object.fromEntries(given), PROGRAM_DEFAULTS));
    expect(active.map(({ name }) => name)).toEqual([
      "window",
      "bound-reasoning",
      "errors",
      "tagged",
    ]);
  });
});

it("each rule is a reason of reports, with words of its own", () => {
  expect(REASONS.slice(0, RULE_NAMES.length)).toEqual(RULE_NAMES);
  const words = RULE_NAMES.map((name) => RULES[name].reason);
  expect(new Set(words).size).toBe(RULE_NAMES.length);
  expect(words).not.toContain("");
});

// What leaves a member out does not compile: tsc reads this file.

interface Options {
  readonly keepLarger?: number;
}

const { reason: _reason, ...withoutReason } = largerRule;
// @ts-expect-error a reason is missing
withoutReason satisfies KeepRule<Options, number>;

const { ofWholes: _ofWholes, ...withoutWholes } = largerRule;
// @ts-expect-error it does not say whether it holds for wholes only
withoutWholes satisfies KeepRule<Options, number>;

const { setting: _setting, ...withoutSetting } = largerRule;
// @ts-expect-error nothing says when it is on
withoutSetting satisfies KeepRule<Options, number>;

const { propose: _propose, ...withoutProposals } = largerRule;
// @ts-expect-error it keeps nothing
withoutProposals satisfies KeepRule<Options, number>;

// @ts-expect-error an option has no flag
({ ...largerRule, options: {} }) satisfies KeepRule<Options, number>;

const { flag: _flag, ...withoutFlag } = largerRule.options.keepLarger;
// @ts-expect-error an option's flag has no name
({ ...largerRule, options: { keepLarger: withoutFlag } }) satisfies KeepRule<Options, number>;

const { off: _off, ...withoutOff } = largerRule.options.keepLarger;
// @ts-expect-error presets do not know how to turn it off
({ ...largerRule, options: { keepLarger: withoutOff } }) satisfies KeepRule<Options, number>;

const asText = { ...largerRule.options.keepLarger, type: "globs" } as const;
// @ts-expect-error the flag gives texts where the option takes a number
({ ...largerRule, options: { keepLarger: asText } }) satisfies KeepRule<Options, number>;

const { tier: _tier, ...withoutTier } = windowRule;
// @ts-expect-error a rule that masks has no turn
withoutTier satisfies MaskRule<object, true>;

const { strength: _strength, ...withoutStrength } = windowRule;
// @ts-expect-error a rule that masks has no strength
withoutStrength satisfies MaskRule<object, true>;

const { leaves: _leaves, ...withoutLeaves } = windowRule;
// @ts-expect-error it does not say what it leaves
withoutLeaves satisfies MaskRule<object, true>;

const { text: _text, ...withoutText } = windowRule;
// @ts-expect-error it has nothing to put in the place of what it masks
withoutText satisfies MaskRule<object, true>;
