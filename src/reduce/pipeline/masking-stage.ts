import { charsWith, type ObservationPart, type Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { type Masker, RULES } from "../rules/index.ts";
import type { RuleContext } from "../rules/rule.ts";
import type { Step } from "../windows/window-ends.ts";
import { charsOfEdit, ownerOf } from "./part-edits.ts";
import { underPressure } from "./pressure.ts";
import {
  addMasked,
  type ByRule,
  countKept,
  countMasked,
  countOf,
  inOrder,
  type ReasonCount,
  type ReasonName,
  type ReasonSums,
} from "./reasons.ts";
import type { PartEdit, Reason, Replacement } from "./reduction.ts";
import { maskersOf } from "./tiers.ts";
import { decide, type Mask, NEVER } from "./verdicts.ts";
import { ifWorthIt } from "./worth.ts";

/** The first stage: old observations, each replaced by a placeholder that is shorter. */
export interface Masking {
  /** The rule that replaces a part; undefined where it stays. */
  ruleFor(part: ObservationPart): Masker | undefined;
  /** The text that replaces a part, and the rule that says so; undefined where it stays. */
  replacement(part: Part): Replacement | undefined;
  /** The edit of a part that is no observation. */
  edit(part: Part): PartEdit | undefined;
  /** All such edits, in order. */
  readonly edits: readonly PartEdit[];
  /** The same for a part that no longer reaches the model from now on: no rule keeps it any more. */
  whenDead(part: ObservationPart): Replacement | undefined;
  /** Of what reaches the model. */
  readonly maskedCount: number;
  /** The sum of old minus new lengths of observations. */
  readonly maskedChars: number;
  /** The same with the other parts that are edited: by how many chars all is shorter. */
  readonly savedChars: number;
  /** The same of what no longer does. */
  readonly deadMaskedCount: number;
  readonly deadMaskedChars: number;
  /** The texts that replace an observation, each from a step on. */
  history(part: ObservationPart): readonly MaskedText[];
  /** Why an observation is masked or raw. */
  reason(part: ObservationPart): Reason;
  /** How many are, by that. */
  byRule(): ByRule;
}

/** A text that replaces an observation from a step on. */
export interface MaskedText {
  readonly from: Step;
  readonly text: string;
}

/** No masking: every part stays. */
export function noMasking({ transcript }: RuleContext, step: Step): Masking {
  return {
    ruleFor: () => undefined,
    replacement: () => undefined,
    edit: () => undefined,
    edits: [],
    whenDead: () => undefined,
    maskedCount: 0,
    maskedChars: 0,
    savedChars: 0,
    deadMaskedCount: 0,
    deadMaskedChars: 0,
    history: () => [],
    reason: () => ({ by: "no-masking" }),
    byRule() {
      const counts: ReasonSums = {};
      const end = lastSeen(transcript, step);
      for (const { message, chars } of transcript.observations())
        if (message < end) countKept(counts, "no-masking", chars);
      return inOrder(counts);
    },
  };
}

/** Parts of a transcript whose placeholders are held; those of a huge one are made when asked for. */
const MAX_TEXTS_HELD = 10_000;

/**
 * Masks what the rules name at a step, as soon as it is worth it; `only` these of the rules that mask,
 * all of the policy's unless told.
 */
export function maskingStage(
  context: RuleContext,
  step: Step,
  only: readonly Masker[] = maskersOf(context.policy),
): Masking {
  const { transcript, policy, placeholders } = context;
  const verdicts = decide(context, only);
  const { masks } = verdicts;
  const delayed =
    policy.pressure === undefined
      ? undefined
      : underPressure(transcript, verdicts, { pressure: policy.pressure, last: step });
  const isDead = ({ message }: Part) => message < transcript.firstLive;
  const from = (part: Part, mask: Mask): Step =>
    delayed === undefined || isDead(part)
      ? mask.from(part)
      : (delayed.get(mask.rule)?.[part.index] ?? NEVER);
  const keptBy = (part: ObservationPart): ReasonName => {
    if (placeholders.isMasked(part)) return "masked-before";
    if (transcript.isFixed(part.message)) return "fixed";
    if (!part.editable) return "not-editable";
    const keeper = verdicts.keptBy(part, step);
    if (keeper !== undefined) return keeper;
    const named = masks.filter((mask) => mask.from(part) <= step);
    if (named.length === 0) return only.includes("window") ? "window" : "no-masking";
    if (delayed !== undefined && named.some((mask) => mask.text(part) !== undefined))
      return "pressure";
    return named.some((mask) => mask.text(part, 1) !== undefined) ? "min-gain" : "not-shorter";
  };

  /** The rule that masks each part, by its number from 1. */
  const maskedBy = new Uint8Array(transcript.parts.length);
  const held: string[] | undefined =
    transcript.parts.length > MAX_TEXTS_HELD ? undefined : new Array(transcript.parts.length);
  let maskedCount = 0;
  let maskedChars = 0;
  let savedChars = 0;
  let deadMaskedCount = 0;
  let deadMaskedChars = 0;
  const end = lastSeen(transcript, step);
  const counts: ReasonSums = {};
  const countOfMask: ReasonCount[] = [];
  for (const part of transcript.observations()) {
    if (part.message >= end) break;
    let number = 0;
    let text: string | undefined;
    while (text === undefined && number < masks.length) {
      const mask = masks[number++] as Mask;
      if (from(part, mask) <= step) text = mask.text(part);
    }
    if (text === undefined) {
      countKept(counts, keptBy(part), part.chars);
      continue;
    }
    maskedBy[part.index] = number;
    if (held !== undefined) held[part.index] = text;
    const saved = part.chars - charsWith(part, text);
    if (isDead(part)) {
      deadMaskedCount++;
      deadMaskedChars += saved;
      countMasked(counts, "dead", saved);
    } else {
      maskedCount++;
      maskedChars += saved;
      savedChars += saved;
      const count = countOfMask[number - 1] ?? countOf(counts, (masks[number - 1] as Mask).rule);
      countOfMask[number - 1] = count;
      addMasked(count, saved);
    }
  }
  const edits = new Map<number, PartEdit>();
  for (const { part, mask } of verdicts.others) {
    if (part.message >= end || from(part, mask) > step) continue;
    if (part.kind === "image" && maskedBy[ownerOf(transcript, part)]) continue; // It goes with it.
    const text = mask.text(part);
    if (text === undefined) continue;
    const { rule } = mask;
    edits.set(part.index, { part, text, rule, from: from(part, mask) });
    const saved = part.chars - charsOfEdit(transcript, part, text);
    savedChars += saved;
    countMasked(counts, rule, saved);
  }
  const maskOf = ({ index }: Part) => masks[(maskedBy[index] ?? 0) - 1];
  return {
    maskedCount,
    maskedChars,
    savedChars,
    deadMaskedCount,
    deadMaskedChars,
    ruleFor: (part) => maskOf(part)?.rule,
    replacement(part) {
      const mask = maskOf(part);
      if (part.kind !== "observation" || mask === undefined) return undefined;
      const text = held?.[part.index] ?? mask.text(part);
      return text === undefined ? undefined : { part, text, rule: mask.rule };
    },
    edit: ({ index }) => edits.get(index),
    edits: [...edits.values()],
    whenDead(part) {
      if (policy.rules.window === undefined || !part.editable) return undefined;
      if (transcript.isFixed(part.message)) return undefined;
      const whole = RULES.window.text(part, context);
      const text = whole === undefined ? undefined : ifWorthIt(context, part, whole);
      return text === undefined ? undefined : { part, text, rule: "window" };
    },
    history(part) {
      const texts: MaskedText[] = [];
      let before = NEVER;
      for (const mask of masks) {
        const first = from(part, mask);
        // What is weaker stands only until the stronger begins.
        if (first > step || first >= before) continue;
        const text = mask.text(part);
        if (text === undefined) continue;
        texts.unshift({ from: first, text });
        before = first;
      }
      return texts;
    },
    reason(part) {
      const mask = maskOf(part);
      if (mask === undefined) return { by: keptBy(part) };
      return { by: isDead(part) ? "dead" : mask.rule, from: from(part, mask) };
    },
    byRule() {
      return inOrder(counts);
    },
  };
}

/** The index after the last message that there is at a step; what no longer counts is there at each. */
function lastSeen({ turns, firstLive }: Transcript, step: Step): number {
  return Math.max(firstLive, turns.messagesUpTo(step));
}
