import { command } from "../../options/command-declaration.ts";
import { PRICE_FLAGS } from "../../options/price-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

/** Lists the prices that `compare` bills by. */
export const prices = command({
  summary: "lists the prices that compare knows, with their dates",
  flags: {
    ...RESULT_FLAGS,
    priceFile: { ...PRICE_FLAGS.priceFile, group: "Options" },
  },
  notes: `US dollars per million tokens of input: without a cache, written to the prompt
cache, and read from it. Prices change: look at the dates. A table of your own
has a table such as [my-model] for each model, with input, write and read.`,
  examples: [
    ["elision compare --price gpt-6-sol run.jsonl", "bill by one of them"],
    ["elision prices --report json", "for programs"],
  ],
  exitCodes: [
    ["0", "done"],
    ["2", "usage, input or output error"],
  ],
  run: async (shell, _words, flags) => (await import("./run.ts")).pricesCommand(shell, flags),
});
