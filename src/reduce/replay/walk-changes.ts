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

  /** The same in the order of the steps, those of one step in that of the parts. */
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
  const { indices, steps: changedAt, saves } = changes.inOrder();
  const sizes = new Float64Array(steps.length);
  const shared = new Float64Array(steps.length);
  const changedFrom = new Int32Array(steps.length).fill(NEVER);
  const sums = new PrefixSums(transcript.parts.length);
  const base = before[start] ?? 0;
  let previousEnd = start;
  let previousSize = 0;
  let saved = 0;
  let next = 0;
  for (let request = 0; request < steps.length; request++) {
    const step = steps[request] ?? 0;
    const end = ends[request] ?? start;
    let first = NEVER;
    for (; (changedAt[next] ?? NEVER) <= step; next++) {
      const index = indices[next] ?? 0;
      if (index < previousEnd && index < first) first = index;
      sums.add(index, saves[next] ?? 0);
      saved += saves[next] ?? 0;
    }
    changedFrom[request] = first;
    // The previous prompt is unchanged up to the first newly masked observation.
    shared[request] =
      first === NEVER ? previousSize : (before[first] ?? 0) - base - sums.before(first);
    previousSize = (before[end] ?? 0) - base - saved;
    sizes[request] = previousSize;
    previousEnd = end;
  }
  for (; next < saves.length; next++) saved += saves[next] ?? 0;
  return { sizes, shared, changedFrom, saved };
}
