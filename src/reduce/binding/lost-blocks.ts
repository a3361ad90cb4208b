import type { Masking } from "../pipeline/masking.ts";
import { addCounts, countMasked, inOrder, type ReasonSums } from "../pipeline/reasons.ts";
import type { Condensation, PartEdit } from "../pipeline/reduction.ts";
import type { Step } from "../windows/window-ends.ts";
import type { BoundBlock, BoundReasoning } from "./bound-blocks.ts";

/** The blocks that an edit makes invalid: those after the first edit, but for those that are dropped anyway. */
function lostBlocks(
  { blocks }: BoundReasoning,
  masking: Masking,
  condensation: Condensation | undefined,
): readonly BoundBlock[] {
  const first = Math.min(masking.firstEdit, firstDropped(condensation));
  return blocks.filter(
    ({ part }) =>
      part.index > first &&
      condensation?.drop.indices.has(part.message) !== true &&
      masking.edit(part) === undefined,
  );
}

/** The first part of the first message that goes. */
function firstDropped(condensation: Condensation | undefined): number {
  if (condensation === undefined) return Number.POSITIVE_INFINITY;
  for (const { parts } of condensation.drop) if (parts[0] !== undefined) return parts[0].index;
  return Number.POSITIVE_INFINITY;
}

/** A masking after it was judged, with the blocks after its first edit: taken out, or not. */
export function withBound(
  given: Masking,
  {
    bound,
    condensation,
    step,
  }: {
    readonly bound: BoundReasoning | undefined;
    readonly condensation: Condensation | undefined;
    readonly step: Step;
  },
): { readonly masking: Masking; readonly lost: readonly BoundBlock[] } {
  // A result that is judged again, with messages dropped, begins from the masking alone.
  const alone = given.alone ?? given;
  if (bound === undefined) return { masking: alone, lost: NONE };
  const lost = lostBlocks(bound, alone, condensation);
  return { masking: bound.drops ? withoutBlocks(alone, lost, step) : alone, lost };
}

const NONE: readonly never[] = [];

/** The same masking, with these blocks taken out. */
function withoutBlocks(masking: Masking, lost: readonly BoundBlock[], step: Step): Masking {
  if (lost.length === 0) return masking;
  const removed = new Map<number, PartEdit>(
    lost.map(({ part, takesMessage }) => [
      part.index,
      { part, text: "", rule: "bound-reasoning", from: step, ...(takesMessage && TAKES_MESSAGE) },
    ]),
  );
  const edits = [...masking.edits, ...removed.values()];
  edits.sort((a, b) => a.part.index - b.part.index);
  return {
    ...masking,
    alone: masking,
    edits,
    edit: (part) => removed.get(part.index) ?? masking.edit(part),
    savedChars: masking.savedChars + lost.reduce((sum, { part }) => sum + part.chars, 0),
    byRule() {
      const sums: ReasonSums = {};
      addCounts(sums, masking.byRule());
      for (const { part } of lost) countMasked(sums, "bound-reasoning", part.chars);
      return inOrder(sums);
    },
  };
}

const TAKES_MESSAGE = { takesMessage: true } as const;
