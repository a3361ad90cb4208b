import { visible } from "../../../base/visible.ts";
import type { BoundModel } from "../../../reduce/binding/bound-models.ts";
import { boundModel } from "../../../reduce/binding/model-id.ts";
import type { ReasoningOutcome } from "../../../reduce/binding/reasoning-outcome.ts";
import type { ReasoningChoice } from "../../../reduce/binding/reasoning-setting.ts";
import { number } from "../../../report/figures.ts";

/** How bound reasoning was treated: a line for each treatment, in order of first use. */
export function reasoningNotes(outcomes: readonly ReasoningOutcome[]): readonly string[] {
  const sums = new Map<ReasoningChoice, Sum>();
  for (const { choice, model, blocks, chars, asksToDrop } of outcomes) {
    const sum = sums.get(choice) ?? { blocks: 0, chars: 0, models: new Set(), ways: new Set() };
    sum.blocks += blocks;
    sum.chars += chars;
    sum.models.add(model);
    const way = boundModel(model)?.broken;
    if (way !== undefined) sum.ways.add(way === "refused" && asksToDrop ? "dropped" : way);
    sums.set(choice, sum);
  }
  return [...sums].map(([choice, sum]) => lineOf(choice, sum));
}

interface Sum {
  blocks: number;
  chars: number;
  readonly models: Set<string>;
  readonly ways: Set<BoundModel["broken"]>;
}

function lineOf(choice: ReasoningChoice, { blocks, chars, models, ways }: Sum): string {
  const [first = ""] = models;
  const others = models.size > 1 ? ` and ${models.size - 1} more` : "";
  const one = blocks === 1;
  const count = `${number(blocks)} reasoning block${one ? "" : "s"} (${number(chars)} chars) of ${visible(first)}${others}`;
  switch (choice) {
    case "keep":
      return `kept ${count} after an edit: ${whenResumed(ways)}; --reasoning drop or fit avoids it`;
    case "drop":
      return `took out ${count}, invalid after the edits before ${one ? "it" : "them"}; --reasoning fit or keep overrides`;
    case "fit":
      return `edited nothing before the last of ${count}, which stay${one ? "s" : ""} valid; --reasoning drop or keep overrides`;
    default:
      return choice satisfies never;
  }
}

/** The worst loss that resuming can cause. */
function whenResumed(ways: Sum["ways"]): string {
  if (ways.has("refused")) return "the API refuses to resume with it (400)";
  return ways.has("dropped")
    ? "the API drops it when you resume"
    : "its signatures no longer match";
}
