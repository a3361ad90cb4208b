import type { Policy } from "./policy.ts";
import type { RuleName } from "./rules/index.ts";

/**
 * The rules that mask, from what leaves most to what leaves least: with a target or a budget each has its turn only where
 * those before it do not do.
 */
export const TIERS = [
  "reflect",
  "dedupe",
  "stale-reads",
  "window",
] as const satisfies readonly RuleName[];

export type Masker = (typeof TIERS)[number];

/**
 * The same, the strongest first. Where several mask an observation at a step, the text of the first of
 * them that has one stands: it changes only when a stronger rule names it as well, and never back.
 */
export const STRENGTHS: readonly Masker[] = ["window", "stale-reads", "dedupe", "reflect"];

/** The rules that a policy masks by, from lossless to lossy. */
export function maskersOf(policy: Policy): readonly Masker[] {
  return TIERS.filter((masker) => IS_ON[masker](policy));
}

const IS_ON: Readonly<Record<Masker, (policy: Policy) => boolean>> = {
  reflect: ({ passes }) => passes.reflect !== undefined,
  dedupe: ({ passes }) => passes.dedupe,
  "stale-reads": ({ passes }) => passes.staleReads !== undefined,
  window: ({ masking }) => masking,
};
