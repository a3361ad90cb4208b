import type { ObservationPart, Part } from "../transcript/message.ts";
import { RULES, type RuleName } from "./rules/index.ts";
import type { Proposal, Rule, RuleContext } from "./rules/rule.ts";
import { GUARDS_OF_WHOLES, leavesErrors, type Masker, STRENGTHS } from "./tiers.ts";
import type { Step } from "./window.ts";

/** The step that never comes. */
export const NEVER = 2 ** 31 - 1;

/** What the rules together say of each observation. */
export interface Verdicts {
  /** The rules that mask anything, the strongest first. */
  readonly maskers: readonly Masker[];
  /** The step from which a rule masks an observation; `NEVER` where it does not. */
  from(part: Part, masker: Masker): Step;
  /** What is to stand for it by that rule; undefined where that is not shorter. */
  text(part: Part, masker: Masker): string | undefined;
  /** Parts other than observations that a rule names, in order, and what goes first of them. */
  readonly others: readonly Other[];
  /** The rule by which it is kept raw at a step although another would mask it. */
  keptBy(part: ObservationPart, step: Step): RuleName | undefined;
}

/** A part that is no observation, and the only rule that names it. */
export interface Other {
  readonly part: Exclude<Part, ObservationPart>;
  readonly masker: Masker;
  readonly rank: number;
}

/** What one rule masks: the steps, and the texts where these are not the rule's own. */
interface Masks {
  readonly from: Int32Array;
  readonly texts: Map<number, () => string | undefined>;
}

/**
 * Asks every rule once, `only` these of those that mask. A rule masks an observation from the earliest
 * step that it names, but not before the last step until which another keeps it; from then on it stays
 * masked. What no longer reaches the model is kept by no rule.
 */
export function decide(context: RuleContext, only: readonly Masker[]): Verdicts {
  const { transcript } = context;
  const count = transcript.parts.length;
  const guards = new Guards(count);
  const ofWholes = only.some(leavesErrors) ? new Guards(count) : guards;
  const masks = new Map<RuleName, Masks>();
  const others: Other[] = [];
  for (const [number, name] of NAMES.entries()) {
    let own: Masks | undefined;
    const masker = only.find((each) => each === name);
    for (const proposal of RULES[name].propose(context)) {
      const { part } = proposal;
      if (proposal.kind === "mask") {
        own ??= { from: new Int32Array(count).fill(NEVER), texts: new Map() };
        propose(own, proposal);
        const { rank = 0 } = proposal;
        if (part.kind !== "observation" && masker !== undefined)
          others.push({ part, masker, rank });
      } else if (part.message >= transcript.firstLive) {
        const end = proposal.until ?? NEVER;
        guards.keep(part.index, number, end);
        if (ofWholes !== guards && !GUARDS_OF_WHOLES.has(name))
          ofWholes.keep(part.index, number, end);
      }
    }
    if (own !== undefined && masker !== undefined) masks.set(name, own);
  }
  if (others.length > 0) others.sort((a, b) => a.part.index - b.part.index);
  const named = ({ index }: Part, masker: Masker) => masks.get(masker)?.from[index] ?? NEVER;
  const from = (part: Part, masker: Masker) => {
    const first = named(part, masker);
    if (first === NEVER) return NEVER;
    return Math.max(first, (leavesErrors(masker) ? ofWholes : guards).until(part.index));
  };
  const maskers = STRENGTHS.filter((masker) => masks.has(masker));
  return {
    maskers,
    from,
    others,
    text(part, masker) {
      const own = masks.get(masker)?.texts.get(part.index);
      if (own !== undefined) return own();
      return part.kind === "observation"
        ? (RULES[masker] as Rule).text?.(part, context)
        : undefined;
    },
    keptBy(part, step) {
      const isKept = maskers.some((each) => named(part, each) <= step && from(part, each) > step);
      return isKept ? guards.keeper(part.index) : undefined;
    },
  };
}

const NAMES = Object.keys(RULES) as RuleName[];

function propose({ from, texts }: Masks, proposal: Proposal & { readonly kind: "mask" }): void {
  const { index } = proposal.part;
  if (proposal.from >= (from[index] ?? 0)) return;
  from[index] = proposal.from;
  if (proposal.text !== undefined) texts.set(index, proposal.text);
}

/** Until when each observation is kept raw, and by which rule. */
class Guards {
  private readonly ends: Int32Array;
  private readonly keepers: Uint8Array;

  constructor(count: number) {
    this.ends = new Int32Array(count);
    this.keepers = new Uint8Array(count);
  }

  keep(index: number, rule: number, end: Step): void {
    if (end <= (this.ends[index] ?? 0)) return;
    this.ends[index] = end;
    this.keepers[index] = rule;
  }

  until(index: number): Step {
    return this.ends[index] ?? 0;
  }

  keeper(index: number): RuleName | undefined {
    return NAMES[this.keepers[index] ?? 0];
  }
}
