import { priceOfModel } from "../../../analyses/compare/price-of-model.ts";
import type { ViewedTranscript } from "../../../analyses/view/result.ts";
import type { PageQuote } from "../../../report/view/page/index-of.ts";
import { priceFrom } from "../../options/price-option.ts";
import type { ViewFlags } from "./flags.ts";

/** The prices for each transcript: the one that flags name, else that of its own model, else the default. */
export function quotesFor(flags: ViewFlags): (transcript: ViewedTranscript) => PageQuote {
  const { price, prices } = priceFrom({ ...flags, outputPrice: undefined });
  return ({ model }) => {
    if (prices === undefined) return { price, isOwn: true };
    const own = model === undefined ? undefined : priceOfModel(model, prices);
    return own === undefined ? { price, isOwn: false } : { price: own, isOwn: true };
  };
}
