import { NEVER } from "../pipeline/guards.ts";
import type { Step } from "../windows/window-ends.ts";
import { PrefixSums } from "./prefix-sums.ts";
import type { Replay } from "./replayed-prompts.ts";
import type { Requests } from "./requests.ts";

/** Texts that are replaced, each from a step on: columns of parts, steps and the tokens that each saves. */
export class ChangedTexts {
  readonly indices: number[] = [];
  readonly steps: Step[] = [];
  readonly saves: number[] = [];
  private isInOrder = true;

  add(index: number, from: Step, saves: number): void {
    const last = this.steps.length - 1;
    const before = this.steps[last] ?? -1;
    if (from < before || (from === before && index < (this.indices[last] ?? 0)))
      this.isInOrder = false;
    this.indices.push(index);
    this.steps.push(from);
    this.saves.push(saves);
  }

  /** The changes in the order of the steps, and within a step of the parts. */
  inOrder(): ChangedTexts {
    if (this.isInOrder) return this;
    const { indices, steps, saves } = this;
    const order = steps.map((_, change) => change);
    order.sort(
      (a, b) => (steps[a] ?? 0) - (steps[b] ?? 0) || (indices[a] ?? 0) - (indices[b] ?? 0),
    );
    const sorted = new ChangedTexts();
    for (const change of order)
      sorted.add(indices[change] ?? 0, steps[change] ?? 0, saves[change] ?? 0);
    return sorted;
  }
}

/** The sizes of the prompts as texts are replaced, and the tokens that are saved in the end. */
export function walkChanges(
  { transcript, steps, ends, start, before }: Requests,
  changes: ChangedTexts,
): Pick<Replay, "sizes" | "shared" | "changedFrom"> & { readonly saved: number } {
  const ordered = changes.inOrder();
  const { indices, steps: changedAt, saves } = ordered;
  const earlier = new EarlierSavings(ordered, transcript.parts.length);
  const sizes = new Float64Array(steps.length);
  const shared = new Float64Array(steps.length);
  const changedFrom = new Int32Array(steps.length);
  const base = before[start] ?? 0;
  let previousEnd = start;
  let previousSize = 0;
  let saved = 0;
  let next = 0;
  for (let request = 0; request < steps.length; request++) {
    const step = steps[request] ?? 0;
    const savedBefore = saved;
    const end = next;
    let first = NEVER;
    for (; next < changedAt.length && (changedAt[next] ?? NEVER) <= step; next++) {
      const index = indices[next] ?? 0;
      if (index < previousEnd && index < first) first = index;
      saved += saves[next] ?? 0;
    }
    changedFrom[request] = first;
    // The previous prompt is unchanged up to the first newly masked observation.
    shared[request] =
      first === NEVER
        ? previousSize
        : (before[first] ?? 0) - base - earlier.before(first, { end, saved: savedBefore });
    previousEnd = ends[request] ?? start;
    previousSize = (before[previousEnd] ?? 0) - base - saved;
    sizes[request] = previousSize;
  }
  for (; next < saves.length; next++) saved += saves[next] ?? 0;
  return { sizes, shared, changedFrom, saved };
}

/** The savings of the changes of earlier steps, up to any part. */
class EarlierSavings {
  private readonly changes: ChangedTexts;
  private readonly parts: number;
  private sums: PrefixSums | undefined;
  private summed = 0;
  private highest = -1;
  private seen = 0;

  constructor(changes: ChangedTexts, parts: number) {
    this.changes = changes;
    this.parts = parts;
  }

  /** Of the changes before number `end`, which save `saved` together, the savings of those before a part. */
  before(part: number, { end, saved }: { readonly end: number; readonly saved: number }): number {
    const { indices, saves } = this.changes;
    for (; this.seen < end; this.seen++)
      this.highest = Math.max(this.highest, indices[this.seen] ?? 0);
    // Parts are mostly masked in order.
    if (this.highest < part) return saved;
    this.sums ??= new PrefixSums(this.parts);
    for (; this.summed < end; this.summed++)
      this.sums.add(indices[this.summed] ?? 0, saves[this.summed] ?? 0);
    return this.sums.before(part);
  }
}
