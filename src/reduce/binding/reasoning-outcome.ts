import type { BoundBlock } from "./bound-blocks.ts";
import type { ReasoningChoice } from "./reasoning-setting.ts";

/** How bound reasoning was treated that edits make invalid. */
export interface ReasoningOutcome {
  readonly choice: ReasoningChoice;
  /** The model whose reasoning it is; of several, that of the last block. */
  readonly model: string;
  /** The affected blocks: left invalid (`keep`), removed (`drop`), or kept valid (`fit`). */
  readonly blocks: number;
  /** Their chars; encrypted reasoning has none. */
  readonly chars: number;
  /** Whether the program that resumes asks its provider to drop invalid reasoning. */
  readonly asksToDrop?: true;
}

/** The report of a choice; undefined if no block was affected. */
export function reasoningOutcome(
  choice: ReasoningChoice,
  blocks: readonly BoundBlock[],
): ReasoningOutcome | undefined {
  const model = blocks.at(-1)?.modelId;
  if (model === undefined) return undefined;
  const chars = blocks.reduce((sum, { part }) => sum + part.chars, 0);
  return { choice, model, blocks: blocks.length, chars };
}
