import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Reduction } from "../pipeline/reduction.ts";
import type { BoundBlock, BoundReasoning, EarlierStep } from "./bound-blocks.ts";
import { reasoningOutcome } from "./reasoning-outcome.ts";
import type { ReasoningSetting } from "./reasoning-setting.ts";
import { weightOf } from "./weight-of.ts";

/** Reduces with the bound reasoning treated in one way. */
type Reduce = (bound: BoundReasoning) => Reduction;

/**
 * The reduction for a setting. Nothing before a block that cannot be removed is edited: `drop` edits only after
 * the last of these.
 */
export function chooseReasoning(
  transcript: Transcript,
  {
    setting: { choice, whenResumed },
    blocks,
    isResumed,
    earlier,
  }: {
    readonly setting: ReasoningSetting;
    readonly blocks: readonly BoundBlock[];
    /** Whether the session is resumed from the output. */
    readonly isResumed: boolean;
    /** The previous step, in a replay. */
    readonly earlier?: EarlierStep | undefined;
  },
  reduce: Reduce,
): Reduction {
  const kept = reduce({ blocks, barrier: 0, drops: false, earlier });
  if (kept.lostReasoning.length === 0) return kept;
  const asked = choice ?? (isResumed ? whenResumed : "keep");
  switch (asked) {
    case "keep":
      return { ...kept, reasoning: reasoningOutcome("keep", kept.lostReasoning) };
    case "fit":
      return fitted(kept, { blocks, earlier }, reduce);
    case "drop":
      return dropped(transcript, { blocks, earlier }, reduce);
    case "weigh": {
      const without = dropped(transcript, { blocks, earlier }, reduce);
      const lost = without.lostReasoning.reduce((sum, { part }) => sum + part.chars, 0);
      const weight = without.lostReasoning.reduce(
        (sum, { part }) => sum + weightOf(transcript, part),
        0,
      );
      const savedText = without.before.chars - without.after.chars - lost;
      return savedText > weight ? without : fitted(kept, { blocks, earlier }, reduce);
    }
    default:
      return asked satisfies never;
  }
}

/** Makes no new edit before the last block. */
function fitted(
  kept: Reduction,
  { blocks, earlier }: Pick<BoundReasoning, "blocks" | "earlier">,
  reduce: Reduce,
): Reduction {
  const barrier = (blocks.at(-1)?.part.index ?? -1) + 1;
  const reduction = reduce({ blocks, barrier, drops: false, earlier });
  return { ...reduction, reasoning: reasoningOutcome("fit", kept.lostReasoning) };
}

/** Removes the blocks after the first edit. */
function dropped(
  transcript: Transcript,
  { blocks, earlier }: Pick<BoundReasoning, "blocks" | "earlier">,
  reduce: Reduce,
): Reduction {
  let reduction = reduce({ blocks, barrier: 0, drops: true, earlier });
  for (;;) {
    const { lostReasoning: lost } = reduction;
    const first = lost[0];
    const stuck = lost.findLast(
      (block) =>
        !block.canGo || (first !== undefined && isCut(transcript, block, { blocks, first })),
    );
    if (stuck === undefined) return { ...reduction, reasoning: reasoningOutcome("drop", lost) };
    reduction = reduce({ blocks, barrier: stuck.part.index + 1, drops: true, earlier });
  }
}

/**
 * Whether a block's turn has an open call and an earlier block that stays: blocks of such a turn are removed
 * together or not at all.
 */
function isCut(
  { turns, pairs, parts, messageOf }: Transcript,
  { part }: BoundBlock,
  { blocks, first }: { readonly blocks: readonly BoundBlock[]; readonly first: BoundBlock },
): boolean {
  const turn = turns.of(part.message);
  const hasEarlier = blocks.some(
    (each) => each.part.index < first.part.index && turns.of(each.part.message) === turn,
  );
  if (!hasEarlier) return false;
  for (const each of parts) {
    if (each.kind !== "call" || turns.of(messageOf(each.index)) !== turn) continue;
    if (pairs.mate(each.index) === undefined) return true;
  }
  return false;
}
