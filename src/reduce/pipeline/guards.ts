import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { RuleContext } from "../rules/rule.ts";
import { isToBeRemoved } from "../rules/tagged.ts";
import type { Step } from "../windows/window-ends.ts";
import { rulesOf } from "./tiers.ts";

/** The step that never comes. */
export const NEVER = 2 ** 31 - 1;

/**
 * The guards of a transcript: those of all rules that keep, and those that also apply to masks which leave errors.
 */
export interface GuardsByRule {
  readonly all: Guards;
  readonly besidesWholes: Guards;
}

/** Asks every rule that keeps once. */
export function guardsOf(
  context: RuleContext,
  { splits }: { readonly splits: boolean },
): GuardsByRule {
  const { transcript, policy } = context;
  const { active } = rulesOf(policy);
  const count = transcript.parts.length;
  const all = new Guards(count);
  const besidesWholes = splits ? new Guards(count) : all;
  for (let number = 0; number < active.length; number++) {
    const { rule, setting } = active[number] as (typeof active)[number];
    if (rule.acts === "mask") continue;
    for (const { part, until = NEVER } of rule.propose(context, setting)) {
      if (!mayKeep(transcript, rule, part)) continue;
      all.keep(part.index, number, until);
      if (!rule.ofWholes) besidesWholes.keep(part.index, number, until);
    }
  }
  return { all, besidesWholes };
}

/**
 * Whether a rule keeps a part. Only the rule for dead text keeps a dead part; none keeps a part tagged for
 * removal.
 */
function mayKeep(
  transcript: Transcript,
  { ofDead }: { readonly ofDead?: boolean },
  part: ObservationPart,
): boolean {
  if (part.message < transcript.firstLive) return ofDead === true;
  return !isToBeRemoved(transcript, part);
}

/** Until when each observation is kept raw, and by which rule. */
export class Guards {
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

  /** The number of the rule that keeps it. */
  keeper(index: number): number {
    return this.keepers?.[index] ?? 0;
  }
}
