import type { ObservationPart, Part } from "../transcript/message.ts";
import { RULES, type RuleName } from "./rules/index.ts";
import type { Proposal, Rule, RuleContext } from "./rules/rule.ts";
import { GUARDS_OF_WHOLES, leavesErrors, type Masker, STRENGTHS } from "./tiers.ts";
import type { Step } from "./window.ts";

/** The step that never comes. */
export const NEVER = 2 ** 31 - 1;

/** What the rules together say of each observation. */
export interface Verdicts {
  /** What the rules mask that mask anything, the strongest first. */
  readonly masks: readonly Mask[];
  /** Parts other than observations that a rule names, in order, and what goes first of them. */
  readonly others: readonly Other[];
  /** The rule by which it is kept raw at a step although another would mask it. */
  keptBy(part: ObservationPart, step: Step): RuleName | undefined;
}

/** What one rule masks. */
export interface Mask {
  readonly rule: Masker;
  /** The step from which it masks a part; `NEVER` where it does not. */
  from(part: Part): Step;
  /** What is to stand for it; undefined where that is not shorter. */
  text(part: Part): string | undefined;
}

/** A part that is no observation, and the only rule that names it. */
export interface Other {
  readonly part: Exclude<Part, ObservationPart>;
  readonly mask: Mask;
  readonly rank: number;
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
  const masks: ProposedMask[] = [];
  const others: Other[] = [];
  for (let number = 0; number < NAMES.length; number++) {
    const name = NAMES[number] as RuleName;
    const rule: Rule = RULES[name];
    const masker = only.find((each) => each === name);
    let mask = masker && rule.masksFrom && maskEach(masker, rule.masksFrom, context);
    for (const proposal of rule.propose?.(context) ?? NO_PROPOSALS) {
      const { part } = proposal;
      if (proposal.kind === "mask") {
        if (masker === undefined) break;
        mask ??= new ProposedMask(masker, context);
        mask.propose(proposal);
        if (part.kind !== "observation") others.push({ part, mask, rank: proposal.rank ?? 0 });
      } else if (part.message >= transcript.firstLive) {
        const end = proposal.until ?? NEVER;
        guards.keep(part.index, number, end);
        if (ofWholes !== guards && !GUARDS_OF_WHOLES.has(name))
          ofWholes.keep(part.index, number, end);
      }
    }
    if (mask !== undefined) masks.push(mask);
  }
  for (const mask of masks) mask.wait(leavesErrors(mask.rule) ? ofWholes : guards);
  if (masks.length > 1) masks.sort((a, b) => STRENGTHS.indexOf(a.rule) - STRENGTHS.indexOf(b.rule));
  if (others.length > 0) others.sort((a, b) => a.part.index - b.part.index);
  return {
    masks,
    others,
    keptBy(part, step) {
      const isKept = masks.some((mask) => mask.named(part) <= step && mask.from(part) > step);
      return isKept ? guards.keeper(part.index) : undefined;
    },
  };
}

const NAMES = Object.keys(RULES) as RuleName[];
const NO_PROPOSALS: readonly Proposal[] = [];

/** What a rule masks that looks at each observation alone; undefined if that is none. */
function maskEach(
  masker: Masker,
  masksFrom: NonNullable<Rule["masksFrom"]>,
  context: RuleContext,
): ProposedMask | undefined {
  let mask: ProposedMask | undefined;
  for (const part of context.transcript.observations()) {
    const from = masksFrom(part, context);
    if (from === undefined) continue;
    mask ??= new ProposedMask(masker, context);
    mask.add(part.index, from);
  }
  return mask;
}

/** What a rule proposes to mask, and when it comes to that. */
class ProposedMask implements Mask {
  readonly rule: Masker;
  private readonly textOf: Rule["text"];
  private readonly context: RuleContext;
  private readonly first: Int32Array;
  private steps: Int32Array;
  /** The texts, where these are not the rule's own. */
  private readonly texts = new Map<number, () => string | undefined>();

  constructor(rule: Masker, context: RuleContext) {
    this.rule = rule;
    this.textOf = (RULES[rule] as Rule).text;
    this.context = context;
    this.first = new Int32Array(context.transcript.parts.length).fill(NEVER);
    this.steps = this.first;
  }

  propose({ part: { index }, from, text }: Proposal & { readonly kind: "mask" }): void {
    if (this.add(index, from) && text !== undefined) this.texts.set(index, text);
  }

  /** Notes the step for a part, unless an earlier one is known. */
  add(index: number, from: Step): boolean {
    if (from >= (this.first[index] ?? 0)) return false;
    this.first[index] = from;
    return true;
  }

  /** Waits until no guard keeps it from it. */
  wait(guards: Guards): void {
    if (guards.isEmpty) return;
    const { first } = this;
    this.steps = first.map((from, index) =>
      from === NEVER ? NEVER : Math.max(from, guards.until(index)),
    );
  }

  /** The step that was proposed. */
  named({ index }: Part): Step {
    return this.first[index] ?? NEVER;
  }

  from({ index }: Part): Step {
    return this.steps[index] ?? NEVER;
  }

  text(part: Part): string | undefined {
    const own = this.texts.size === 0 ? undefined : this.texts.get(part.index);
    if (own !== undefined) return own();
    if (part.kind !== "observation") return undefined;
    return this.textOf?.(part, this.context);
  }
}

/** Until when each observation is kept raw, and by which rule. */
class Guards {
  private readonly count: number;
  private ends: Int32Array | undefined;
  private keepers: Uint8Array | undefined;

  constructor(count: number) {
    this.count = count;
  }

  get isEmpty(): boolean {
    return this.ends === undefined;
  }

  keep(index: number, rule: number, end: Step): void {
    if (end <= this.until(index)) return;
    this.ends ??= new Int32Array(this.count);
    this.keepers ??= new Uint8Array(this.count);
    this.ends[index] = end;
    this.keepers[index] = rule;
  }

  until(index: number): Step {
    return this.ends?.[index] ?? 0;
  }

  keeper(index: number): RuleName | undefined {
    return NAMES[this.keepers?.[index] ?? 0];
  }
}
