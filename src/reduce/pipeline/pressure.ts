import type { Part } from "../../transcript/model/message.ts";
import { tokensOf } from "../../transcript/model/size.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Masker } from "../rules/index.ts";
import type { Step } from "../windows/window-ends.ts";
import type { Pressure } from "./checked-policy.ts";
import { NEVER } from "./guards.ts";
import { charsOfEdit, tokensOfEdit } from "./part-edits.ts";
import { isAtOnce, STRENGTHS, TIERS } from "./tiers.ts";
import type { Verdicts } from "./verdicts.ts";

/**
 * Finds when masking starts: at the first step at which the transcript is larger than the trigger and masking
 * saves enough. With a target, it masks what loses least first, and the oldest of it, until the target is met. One
 * walk over the steps; masks of earlier steps stay. Rules that act at once do not depend on the size.
 *
 * Gives for each rule and part, by its index, the step from which it is masked; `NEVER` where it is not.
 */
export function underPressure(
  transcript: Transcript,
  verdicts: Verdicts,
  { pressure, last }: { readonly pressure: Pressure; readonly last: Step },
): ReadonlyMap<Masker, Int32Array> {
  return stepsUnderPressure(candidatesOf(transcript, verdicts, pressure), {
    parts: transcript.parts.length,
    maskers: verdicts.masks.map(({ rule }) => rule),
    sizes: sizesAt(transcript, pressure, last),
    pressure,
  });
}

/**
 * The same of candidates in the order of their steps, where the size of what reaches the model is known for every step.
 */
export function stepsUnderPressure(
  candidates: readonly Pressed[],
  { parts, maskers, sizes, pressure }: PressedTranscript,
): ReadonlyMap<Masker, Int32Array> {
  const from = new Map(maskers.map((masker) => [masker, new Int32Array(parts).fill(NEVER)]));
  const mask = ({ index, masker }: Pressed, step: Step) => {
    (from.get(masker) ?? [])[index] = step;
  };
  const pending = new Pending(parts);
  let saved = 0;
  let next = 0;
  for (let step = 0; step < sizes.length; step++) {
    for (; (candidates[next]?.from ?? NEVER) <= step; next++) {
      const candidate = candidates[next] as Pressed;
      if (isAtOnce(candidate.masker)) {
        saved += pending.takeAtOnce(candidate);
        mask(candidate, step);
      } else pending.add(candidate);
    }
    const size = (sizes[step] ?? 0) - saved;
    if (size <= pressure.trigger || pending.isEmpty || pending.saves < pressure.minSavings)
      continue;
    const taken = pending.take(size, pressure);
    for (const candidate of taken.candidates) mask(candidate, step);
    saved += taken.saved;
  }
  return from;
}

/** A transcript whose parts are candidates for masking. */
interface PressedTranscript {
  /** The number of parts that candidates are numbered among. */
  readonly parts: number;
  /** The rules that name candidates. */
  readonly maskers: readonly Masker[];
  /** The size at every step, nothing masked, in the unit of the pressure. */
  readonly sizes: Float64Array;
  readonly pressure: Pick<Pressure, "trigger" | "minSavings" | "target">;
}

/** Whether the live transcript is ever larger than the trigger. */
export function reachesTrigger(transcript: Transcript, pressure: Pressure): boolean {
  const { turns, firstLive } = transcript;
  const sizeOf = sizesOf(transcript, pressure);
  const end = transcript.firstPartOf(turns.messagesUpTo(turns.count));
  let size = 0;
  for (let part = transcript.firstPartOf(firstLive); part < end; part++) size += sizeOf(part);
  return size > pressure.trigger;
}

/** The parts named by rules and not masked yet. */
class Pending {
  /** The savings of masking all of them. */
  saves = 0;
  /** Ordered by loss, the least first, then by age, the oldest first. */
  private readonly queues: readonly Queue[] = TIERS.map(() => new Queue());
  /** The savings of each part, the most possible, and the strength of the rule that masks it. */
  private readonly saved: Float64Array;
  private readonly most: Float64Array;
  private readonly strengths: Uint8Array;

  constructor(parts: number) {
    this.saved = new Float64Array(parts);
    this.most = new Float64Array(parts);
    this.strengths = new Uint8Array(parts);
  }

  get isEmpty(): boolean {
    return this.queues.every((queue) => queue.isEmpty);
  }

  /** Adds a part, which is mostly newer than all others of its rule. */
  add(candidate: Pressed): void {
    const { index } = candidate;
    const before = this.left(index);
    this.most[index] = Math.max(this.most[index] ?? 0, candidate.saves);
    this.saves += this.left(index) - before;
    this.queues[TIERS.indexOf(candidate.masker)]?.add(candidate);
  }

  /** Takes the first candidate of its part, whatever the size; returns its savings. */
  takeAtOnce({ index, masker, saves }: Pressed): number {
    this.saved[index] = saves;
    this.most[index] = saves;
    this.strengths[index] = strengthOf(masker);
    return saves;
  }

  /** Takes as many as are needed to get from this size to the target; all if there is none. */
  take(size: number, { minSavings, target }: PressedTranscript["pressure"]): PressureTaken {
    const candidates: Pressed[] = [];
    let saved = 0;
    const isEnough = () => target !== undefined && size - saved <= target && saved >= minSavings;
    for (const queue of this.queues) {
      while (!queue.isEmpty && !isEnough()) {
        const candidate = queue.takeOldest();
        const { index } = candidate;
        const strength = strengthOf(candidate.masker);
        if (strength < (this.strengths[index] ?? 0)) continue;
        this.strengths[index] = strength;
        const before = this.left(index);
        saved += candidate.saves - (this.saved[index] ?? 0);
        this.saved[index] = candidate.saves;
        this.saves += this.left(index) - before;
        candidates.push(candidate);
      }
    }
    if (this.isEmpty) this.saves = 0;
    return { candidates, saved };
  }

  /** The savings still possible for a part. */
  private left(index: number): number {
    return Math.max(0, (this.most[index] ?? 0) - (this.saved[index] ?? 0));
  }
}

interface PressureTaken {
  readonly candidates: readonly Pressed[];
  readonly saved: number;
}

function strengthOf(masker: Masker): number {
  return STRENGTHS.length - STRENGTHS.indexOf(masker);
}

/** Candidates of one rule, the oldest first. */
class Queue {
  private candidates: Pressed[] = [];
  private start = 0;

  get isEmpty(): boolean {
    return this.start === this.candidates.length;
  }

  add(candidate: Pressed): void {
    const { candidates } = this;
    let at = candidates.length;
    while (at > this.start && isBefore(candidate, candidates[at - 1] as Pressed)) at--;
    candidates.splice(at, 0, candidate);
  }

  takeOldest(): Pressed {
    const candidate = this.candidates[this.start++] as Pressed;
    if (this.isEmpty) {
      this.candidates = [];
      this.start = 0;
    }
    return candidate;
  }
}

function isBefore(one: Pressed, other: Pressed): boolean {
  return one.rank === other.rank ? one.index < other.index : one.rank < other.rank;
}

/** A part that a rule masks once there is pressure. */
export interface Pressed {
  /** The number of the part. */
  readonly index: number;
  /** Parts with a lower rank are masked first. */
  readonly rank: number;
  readonly masker: Masker;
  /** The step from which the rule names it. */
  readonly from: Step;
  /** How much smaller than the original its text is. */
  readonly saves: number;
}

/** The maskable parts that reach the model, in the order in which the rules name them. */
function candidatesOf(
  transcript: Transcript,
  verdicts: Verdicts,
  pressure: Pressure,
): readonly Pressed[] {
  const { whole, edited } = measureOf(transcript, pressure);
  const saved = (part: Part, text: string) => whole(part) - edited(part, text);
  const candidates: Pressed[] = [];
  for (const part of transcript.observations()) {
    if (part.message < transcript.firstLive) continue;
    for (const mask of verdicts.masks) {
      const { rule: masker } = mask;
      const from = mask.from(part);
      const text = from === NEVER ? undefined : mask.text(part);
      if (text === undefined) continue;
      candidates.push({ index: part.index, rank: 0, masker, from, saves: saved(part, text) });
    }
  }
  for (const { part, mask, rank } of verdicts.others) {
    const { rule: masker } = mask;
    const from = mask.from(part);
    const text = mask.text(part);
    if (text === undefined) continue;
    candidates.push({ index: part.index, rank, masker, from, saves: saved(part, text) });
  }
  // Proposals to mask at once come before others for the same part.
  const turn = ({ masker }: Pressed) => (isAtOnce(masker) ? 0 : 1);
  return candidates.sort((a, b) => a.from - b.from || turn(a) - turn(b) || a.index - b.index);
}

/** The size of the live transcript at every step, nothing masked. */
function sizesAt(transcript: Transcript, pressure: Pressure, last: Step): Float64Array {
  const { turns, firstLive } = transcript;
  const sizeOf = sizesOf(transcript, pressure);
  const sizes = new Float64Array(last + 1);
  let size = 0;
  let part = transcript.firstPartOf(firstLive);
  for (let step = 0; step <= last; step++) {
    const end = transcript.firstPartOf(turns.messagesUpTo(step));
    for (; part < end; part++) size += sizeOf(part);
    sizes[step] = size;
  }
  return sizes;
}

/** The size of a part by its number. */
function sizesOf(transcript: Transcript, { counter }: Pressure): (part: number) => number {
  if (counter === undefined) return (part) => transcript.charsOf(part);
  return (part) => {
    const chars = transcript.charsOf(part);
    if (chars === 0) return 0;
    const tokens = counter.countChars?.(chars, transcript.kindOf(part));
    return tokens ?? tokensOf(transcript.parts.at(part) as Part, transcript, counter);
  };
}

/** The unit of sizes: tokens if there is a counter, else chars. */
function measureOf(transcript: Transcript, { counter }: Pressure) {
  if (counter === undefined)
    return {
      whole: (part: Part) => part.chars,
      edited: (part: Part, text: string) => charsOfEdit(transcript, part, text),
    };
  return {
    whole: (part: Part) => tokensOf(part, transcript, counter),
    edited: (part: Part, text: string) => tokensOfEdit(transcript, part, { text, counter }),
  };
}
