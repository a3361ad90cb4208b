import { text, usd } from "./argument-types.ts";
import type { Flags } from "./flag.ts";

/** The options that say what tokens cost; a command takes those that it bills by. */
export const PRICE_FLAGS = {
  price: {
    flags: "--price <name>",
    description:
      "the model whose prices hold for all sessions: see elision prices (default: each session's own)",
    brief: "the model whose prices hold: see elision prices",
    group: "Prices",
    type: text,
    environment: false,
  },
  priceFile: {
    flags: "--price-file <file>",
    description: "a table of your own in TOML, instead of the one that comes along",
    brief: "a price table of your own in TOML",
    group: "Prices",
    type: text,
    environment: false,
  },
  inputPrice: {
    flags: "--input-price <usd>",
    description: "the price of a million tokens of input, without a cache",
    group: "Prices",
    type: usd,
    environment: false,
  },
  writePrice: {
    flags: "--write-price <usd>",
    description: "the same, written to the prompt cache",
    group: "Prices",
    type: usd,
    environment: false,
  },
  readPrice: {
    flags: "--read-price <usd>",
    description: "the same, read from the prompt cache",
    group: "Prices",
    type: usd,
    environment: false,
  },
  outputPrice: {
    flags: "--output-price <usd>",
    description: "the same, of replies: for reasoning that has to be written again",
    group: "Prices",
    type: usd,
    environment: false,
  },
} as const satisfies Flags;
