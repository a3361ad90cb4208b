import type { Policy } from "./policy.ts";
import type { RuleName } from "./rules/index.ts";

/**
 * The rules that mask, from what loses least to what loses most: with a target or a budget each has its
 * turn only where those before it do not do.
 */
export const TIERS = [
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
] as const satisfies readonly RuleName[];

export type Masker = (typeof TIERS)[number];

/**
 * The same, the strongest first. Where several mask an observation at a step, the text of the first of
 * them that has one stands: it changes only when a stronger rule names it as well, and never back.
 */
export const STRENGTHS: readonly Masker[] = [
  "window",
  "stale-reads",
  "collapse-failures",
  "dedupe",
  "redundant",
  "clamp",
  "keep-images",
  "keep-thinking",
  "shrink-inputs",
  "reflect",
];

/**
 * Whether a rule leaves the errors of a text in it, so that guards of errors, and of the newest outside
 * the window, do not hold against it.
 */
export function leavesErrors(masker: Masker): boolean {
  return masker === "collapse-failures" || masker === "clamp";
}

/** Whether what a rule leaves of an observation is text as well, an excerpt and no placeholder. */
export function leavesText(rule: RuleName): boolean {
  return rule === "clamp" || rule === "reflect";
}

/** Guards that do not hold against such rules. */
export const GUARDS_OF_WHOLES: ReadonlySet<RuleName> = new Set(["errors", "last-per-tool"]);

/** The rules that a policy masks by, from lossless to lossy; found once for all transcripts. */
export function maskersOf(policy: Policy): readonly Masker[] {
  const known = MASKERS.get(policy);
  if (known !== undefined) return known;
  const maskers = TIERS.filter((masker) => IS_ON[masker](policy));
  MASKERS.set(policy, maskers);
  return maskers;
}

const MASKERS = new WeakMap<Policy, readonly Masker[]>();

const IS_ON: Readonly<Record<Masker, (policy: Policy) => boolean>> = {
  reflect: ({ passes }) => passes.reflect !== undefined,
  dedupe: ({ passes }) => passes.dedupe,
  "stale-reads": ({ passes }) => passes.staleReads !== undefined,
  redundant: ({ passes }) => passes.redundant,
  "collapse-failures": ({ passes }) => passes.collapseFailures,
  clamp: ({ passes }) => passes.clamp !== undefined,
  "keep-images": ({ passes }) => passes.keepImages !== undefined,
  "keep-thinking": ({ passes }) => passes.keepThinking !== undefined,
  "shrink-inputs": ({ passes }) => passes.shrinkInputs !== undefined,
  window: ({ masking }) => masking,
};
