import type { Price } from "../../analyses/compare/billing/price.ts";
import { DEFAULT_PRICE, PRICES } from "../../analyses/compare/billing/price-table.ts";
import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import type { ValuesOf } from "./flag.ts";
import { readPriceFile } from "./price-file.ts";
import type { PRICE_FLAGS } from "./price-flags.ts";
import { usage } from "./usage-error.ts";

/** The price of sessions whose model has no known price, and the table of models' prices. */
export interface PriceChoice {
  readonly price: Price;
  /** Undefined if one price applies to all sessions. */
  readonly prices?: readonly Price[];
}

/** The price that flags name: from the table, from a file, or given in full; else each session has its model's. */
export function priceFrom(flags: ValuesOf<typeof PRICE_FLAGS>): PriceChoice {
  const { inputPrice: input, writePrice: write, readPrice: read, price: name, priceFile } = flags;
  const { outputPrice: output } = flags;
  if ([input, write, read, output].some((price) => price !== undefined)) {
    if (input === undefined || write === undefined || read === undefined)
      throw usage(
        "a price has three parts",
        "give --input-price, --write-price and --read-price together, and --output-price if you like",
      );
    if (name !== undefined || priceFile !== undefined)
      throw usage("two prices", "give --price or --price-file, or the three prices");
    return {
      price: { name: "as given", input, write, read, ...(output !== undefined && { output }) },
    };
  }
  const table = priceFile === undefined ? PRICES : readPriceFile(priceFile);
  const known = table.map((row) => row.name);
  const wanted = name ?? (priceFile === undefined ? DEFAULT_PRICE : known[0]);
  const found = table.find((row) => row.name === wanted);
  if (found !== undefined)
    return name === undefined ? { price: found, prices: table } : { price: found };
  throw usage(
    `no price for ${quoted(wanted)}${didYouMean(wanted ?? "", known)}`,
    "elision prices lists them; --price-file takes others, or give the three prices",
  );
}
