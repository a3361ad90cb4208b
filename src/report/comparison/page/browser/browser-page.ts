import type { PageData } from "../page-data.ts";
import { drawCostByRecall } from "./cost-by-recall.ts";
import { drawPromptSizes } from "./prompt-sizes.ts";

const { promptSizes, costByRecall, minRecall }: PageData = JSON.parse(
  document.getElementById("figures")?.textContent ?? "{}",
);
const sizes = document.getElementById("prompt-sizes");
if (sizes !== null && promptSizes !== undefined) drawPromptSizes(sizes, promptSizes);
const costs = document.getElementById("cost-by-recall");
if (costs !== null && costByRecall.length > 0) drawCostByRecall(costs, costByRecall, minRecall);
