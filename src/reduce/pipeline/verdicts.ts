import type { ObservationPart, Part } from "../../transcript/model/message.ts";
import type { Masker, RuleName } from "../rules/index.ts";
import type { MaskProposal, MaskRule, RuleContext } from "../rules/rule.ts";
import type { Step } from "../windows/window-ends.ts";
import { type Guards, guardsOf, NEVER } from "./guards.ts";
import { ifWorthIt } from "./min-gain.ts";
import { leavesErrors, rulesOf, STRENGTHS } from "./tiers.ts";

/** The joint decision of all rules for each observation. */
export interface Verdicts {
  /** The masks of rules that mask anything, the strongest first. */
  readonly masks: readonly Mask[];
  /** Parts other than observations that a rule names, in order. */
  readonly others: readonly Other[];
  /** The rule that keeps it raw at a step although another would mask it. */
  keptBy(part: ObservationPart, step: Step): RuleName | undefined;
}

/** The parts that one rule masks. */
export interface Mask {
  readonly rule: Masker;
  /** The step from which it masks a part; `NEVER` where it does not. */
  from(part: Part): Step;
  /** The text that replaces it; undefined if it saves less than the minimum gain, by default the context's. */
  text(part: Part, minGain?: number): string | undefined;
}

/** A part that is no observation, and the only rule that names it. */
export interface Other {
  readonly part: Exclude<Part, ObservationPart>;
  readonly mask: Mask;
  readonly rank: number;
}

/**
 * Asks every rule once, `only` these of those that mask. A rule masks an observation from the earliest step that
 * it proposes, but not while another rule keeps it; from then on it stays masked. Dead text is kept only by the
 * rule for that.
 */
export function decide(context: RuleContext, only: readonly Masker[]): Verdicts {
  const { active } = rulesOf(context.policy);
  const guards = guardsOf(context, { splits: only.some(leavesErrors) });
  const masks: ProposedMask[] = [];
  const others: Other[] = [];
  for (let number = 0; number < active.length; number++) {
    const { name, rule, setting } = active[number] as (typeof active)[number];
    if (rule.acts !== "mask") continue;
    const masker = only.find((each) => each === name);
    const mask = masker && maskOf(context, { masker, rule, setting }, others);
    if (mask !== undefined) masks.push(mask);
  }
  for (const mask of masks) mask.wait(leavesErrors(mask.rule) ? guards.besidesWholes : guards.all);
  masks.sort((a, b) => STRENGTHS.indexOf(a.rule) - STRENGTHS.indexOf(b.rule));
  others.sort((a, b) => a.part.index - b.part.index);
  return {
    masks,
    others,
    keptBy(part, step) {
      const isKept = masks.some((mask) => mask.named(part) <= step && mask.from(part) > step);
      return isKept ? active[guards.all.keeper(part.index)]?.name : undefined;
    },
  };
}

interface ActiveMask {
  readonly masker: Masker;
  readonly rule: AnyMaskRule;
  readonly setting: unknown;
}

type AnyMaskRule = MaskRule<object, unknown>;

/** The mask of a rule; undefined if it masks nothing. Parts that are no observations go to `others`. */
function maskOf(
  context: RuleContext,
  active: ActiveMask,
  others: Other[],
): ProposedMask | undefined {
  const { rule, setting } = active;
  let mask: ProposedMask | undefined;
  if (rule.masksFrom !== undefined) {
    for (const part of context.transcript.observations()) {
      const from = rule.masksFrom(part, context, setting);
      if (from === undefined) continue;
      mask ??= new ProposedMask(active, context);
      mask.add(part.index, from);
    }
    return mask;
  }
  for (const masked of rule.propose(context, setting)) {
    const { part, rank = 0 } = masked;
    mask ??= new ProposedMask(active, context);
    mask.propose(masked);
    if (part.kind !== "observation") others.push({ part, mask, rank });
  }
  return mask;
}

/** The mask that a rule proposes, and the steps from which guards allow it. */
class ProposedMask implements Mask {
  readonly rule: Masker;
  private readonly setting: unknown;
  private readonly textOf: AnyMaskRule["text"];
  private readonly context: RuleContext;
  private readonly first: Int32Array;
  private steps: Int32Array;
  /** The texts that are not the rule's own. */
  private readonly texts = new Map<number, () => string | undefined>();

  constructor({ masker, rule, setting }: ActiveMask, context: RuleContext) {
    this.rule = masker;
    this.setting = setting;
    this.textOf = rule.text;
    this.context = context;
    this.first = new Int32Array(context.transcript.parts.length).fill(NEVER);
    this.steps = this.first;
  }

  propose({ part: { index }, from, text }: MaskProposal): void {
    if (this.add(index, from) && text !== undefined) this.texts.set(index, text);
  }

  /** Notes the step for a part, unless an earlier one is known. */
  add(index: number, from: Step): boolean {
    if (from >= (this.first[index] ?? 0)) return false;
    this.first[index] = from;
    return true;
  }

  /** Delays the steps until no guard keeps the part. */
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

  text(part: Part, minGain = this.context.minGain): string | undefined {
    const text = this.textInFull(part);
    const { transcript } = this.context;
    return text === undefined ? undefined : ifWorthIt({ transcript, minGain }, part, text);
  }

  /** The text, whether or not it is worthwhile. */
  private textInFull(part: Part): string | undefined {
    const own = this.texts.size === 0 ? undefined : this.texts.get(part.index);
    if (own !== undefined) return own();
    if (part.kind !== "observation") return undefined;
    return this.textOf?.(part, this.context, this.setting);
  }
}
