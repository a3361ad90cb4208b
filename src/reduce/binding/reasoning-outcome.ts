import type { BoundBlock } from "./bound-blocks.ts";
import type { ReasoningChoice } from "./reasoning-setting.ts";

/** The treatment of bound reasoning that edits would make, or have made, invalid. */
export interface ReasoningOutcome {
  readonly choice: ReasoningChoice;
  /** The model whose reasoning it is; of several, that of the last block. */
  readonly model: string;
  /** The blocks at stake: left invalid (`keep`), taken out (`drop`), or kept valid (`fit`). */
  readonly blocks: number;
  /** Their chars; encrypted reasoning has none. */
  readonly chars: number;
  /** Whether the program that goes on asks its provider to drop what is invalid. */
  readonly asksToDrop?: true;
}

/** The account of a choice; undefined where no block was at stake. */
export function reasoningOutcome(
  choice: ReasoningChoice,
  blocks: readonly BoundBlock[],
): ReasoningOutcome | undefined {
  const model = blocks.at(-1)?.modelId;
  if (model === undefined) return undefined;
  const chars = blocks.reduce((sum, { part }) => sum + part.chars, 0);
  return { choice, model, blocks: blocks.length, chars };
}
