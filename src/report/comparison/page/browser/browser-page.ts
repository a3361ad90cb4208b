import { atPrice } from "../../../../analyses/compare/billing/at-price.ts";
import type { Price } from "../../../../analyses/compare/billing/price.ts";
import { recommend } from "../../../../analyses/compare/recommend.ts";
import type { PageData } from "../page-data.ts";
import { copyCommand, recallSlider, showAnswer } from "./answer-box.ts";
import { drawCostByRecall } from "./cost-by-recall.ts";
import { showFigures, showNotes } from "./live-figures.ts";
import { missChoice } from "./miss-choice.ts";
import { priceBox } from "./price-box.ts";
import { drawPromptSizes } from "./prompt-sizes.ts";
import { liveTables } from "./sort-table.ts";

const figures: PageData | null = JSON.parse(
  document.getElementById("figures")?.textContent ?? "null",
);
liveTables();
if (figures !== null) draw(figures);

function draw(data: PageData): void {
  const { promptSizes, costByRecall, totals } = data;
  const sizes = document.getElementById("prompt-sizes");
  if (sizes !== null && promptSizes !== undefined) drawPromptSizes(sizes, promptSizes);
  const costs = document.getElementById("cost-by-recall");
  const redraw =
    costs !== null && costByRecall.length > 0
      ? drawCostByRecall(costs, costByRecall, totals.minRecall)
      : () => {};
  control(data, redraw);
}

/** Adds the controls, which update the answer, the table and the chart. */
function control(data: PageData, redraw: ReturnType<typeof drawCostByRecall>): void {
  const { totals, firstFile } = data;
  const showMisses = missChoice(data.missed);
  let price: Price | undefined;
  let minRecall = totals.minRecall;
  const show = () => {
    const billed = price === undefined ? totals : atPrice(totals, price);
    const recommendation = recommend(billed, billed.settings, { price: billed.price, minRecall });
    const asked = { ...billed, minRecall, recommendation };
    const recommended = showAnswer(asked);
    showFigures(asked, recommended);
    showNotes(asked, firstFile);
    showMisses(recommended);
    document.documentElement.classList.toggle("other-price", price !== undefined);
    redraw(asked, recommended);
  };
  copyCommand();
  const box = document.getElementById("answer");
  if (totals.alone.recall?.references)
    box?.append(
      recallSlider(minRecall, (asked) => {
        minRecall = asked;
        show();
      }),
    );
  box?.append(
    priceBox(data, (asked) => {
      price = asked;
      show();
    }),
  );
}
