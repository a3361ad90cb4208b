import type { ObservationPart } from "../transcript/message.ts";
import { RULES, type RuleName } from "./rules/index.ts";
import type { RuleContext } from "./rules/rule.ts";
import type { Step } from "./window.ts";

/** What the rules together say of each observation. */
export interface Verdicts {
  /** The rule by which an observation is masked at a step, or undefined while it is raw. */
  ruleAt(part: ObservationPart, step: Step): RuleName | undefined;
}

/**
 * Asks every rule once. An observation is masked from the earliest step that a rule names, but not
 * before the last step until which a rule keeps it; from then on it stays masked.
 */
export function decide(context: RuleContext): Verdicts {
  const count = context.transcript.parts.length;
  const from = new Int32Array(count).fill(NEVER);
  const until = new Int32Array(count);
  const by = new Uint8Array(count);
  const names = Object.keys(RULES) as RuleName[];

  names.forEach((name, number) => {
    for (const proposal of RULES[name].propose(context)) {
      const { index } = proposal.part;
      if (proposal.kind === "keep")
        until[index] = Math.max(until[index] ?? 0, proposal.until ?? NEVER);
      else if (proposal.from < (from[index] ?? 0)) {
        from[index] = proposal.from;
        by[index] = number;
      }
    }
  });
  return {
    ruleAt({ index }, step) {
      const start = Math.max(from[index] ?? NEVER, until[index] ?? 0);
      return start <= step && start !== NEVER ? names[by[index] ?? 0] : undefined;
    },
  };
}

/** The step that never comes. */
const NEVER = 2 ** 31 - 1;
