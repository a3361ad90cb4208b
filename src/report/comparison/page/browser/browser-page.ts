import type { PageData } from "../page-data.ts";
import { liveAnswer } from "./answer-box.ts";
import { drawCostByRecall } from "./cost-by-recall.ts";
import { drawPromptSizes } from "./prompt-sizes.ts";
import { liveTables } from "./sort-table.ts";

const figures: PageData | null = JSON.parse(
  document.getElementById("figures")?.textContent ?? "null",
);
liveTables();
if (figures !== null) draw(figures);

function draw(data: PageData): void {
  const { promptSizes, costByRecall, minRecall } = data;
  const sizes = document.getElementById("prompt-sizes");
  if (sizes !== null && promptSizes !== undefined) drawPromptSizes(sizes, promptSizes);
  const costs = document.getElementById("cost-by-recall");
  const answered =
    costs !== null && costByRecall.length > 0
      ? drawCostByRecall(costs, costByRecall, minRecall)
      : () => {};
  liveAnswer(data, answered);
}
