import { compareRead } from "./compare/compare-read.ts";
import type { Price } from "./compare/price.ts";
import { DEFAULT_PRICE, PRICES } from "./compare/price-table.ts";
import { type Recommendation, recommend } from "./compare/recommend.ts";
import { DEFAULT_GRID, type Grid, settingsOf } from "./compare/setting.ts";
import { type ComparisonTotals, createComparisonSum } from "./compare/sum.ts";
import { badOption } from "./errors.ts";
import type { FormatName } from "./formats/index.ts";
import { memoryStore } from "./io/store.ts";
import type { Problem } from "./read/problems.ts";
import type { ReadTranscript } from "./read/read-transcript.ts";
import { readTranscriptsIn } from "./read/read-transcripts.ts";
import type { ReduceOptions } from "./reduce/options.ts";
import { looksForErrors } from "./reduce/policy.ts";
import type { ComparedTranscript } from "./report/comparison/compared.ts";

/**
 * Options of `compare`: what is compared, and beside it the options of the reducer with the program's
 * defaults, which hold for every window.
 */
export interface CompareOptions
  extends Partial<Grid>,
    Omit<ReduceOptions, "preserveRecentRawTurns" | "every"> {
  /** The input's name, for the figures. Default: `input`. */
  readonly file?: string;
  /** The input's format; left out, it is found from the content. */
  readonly format?: FormatName;
  /** What tokens cost: a price, or the name of one that is known. Default: claude-sonnet-5.5. */
  readonly price?: Price | string;
  /** Tokens before every prompt that are not in the file. Default: fitted from usage on record. */
  readonly overheadTokens?: number;
  /** Whether it is looked at what later turns drew on. Default: true. */
  readonly recall?: boolean;
  /** The recall that a recommended window must have. Default: 0.95. */
  readonly minRecall?: number;
}

/** What `compare` found. */
export interface CompareResult {
  readonly transcripts: readonly ComparedTranscript[];
  readonly totals: ComparisonTotals;
  readonly recommendation: Recommendation;
  /** Lines that are not JSON and were left out. */
  readonly badLines: readonly Problem[];
}

/**
 * Compares windows over the transcripts in a saved file's bytes: what each leaves, sends, costs and
 * hides. Pure.
 *
 * @throws {ElisionError} `not-json` for a document that is none, `unknown-format`, `not-text`, `empty`
 * or `too-large` for the input, `bad-option` for the options.
 */
export function compare(bytes: Uint8Array, options: CompareOptions = {}): CompareResult {
  const {
    windows = DEFAULT_GRID.windows,
    every = DEFAULT_GRID.every,
    presets = [],
    file = "input",
    format,
    price: wanted = DEFAULT_PRICE,
    overheadTokens,
    recall = true,
    minRecall = 0.95,
    ...policy
  } = options;
  const settings = settingsOf({ windows, every, presets }, policy);
  const price = typeof wanted === "string" ? priceNamed(wanted) : wanted;
  const comparing = { settings, price, overheadTokens, recalls: recall };
  const transcripts: ComparedTranscript[] = [];
  const badLines: Problem[] = [];
  const sum = createComparisonSum(settings.map(({ name }) => name));
  const reading = {
    file,
    format,
    strict: false,
    findsErrors: settings.some((setting) => looksForErrors(setting.policy)),
    findsUsage: true,
    onTranscript(read: ReadTranscript) {
      const { compared } = compareRead(read, comparing, { file, listsMisses: recall });
      transcripts.push(compared);
      sum.add(compared);
    },
    onBadLine: (problem: Problem) => void badLines.push(problem),
  };
  readTranscriptsIn(bytes, reading, { store: memoryStore() });
  const { totals } = sum;
  const recommendation = recommend(totals, settings, { price, minRecall });
  return { transcripts, totals, recommendation, badLines };
}

function priceNamed(name: string): Price {
  const found = PRICES.find((price) => price.name === name);
  const known = PRICES.map((price) => price.name);
  if (found === undefined) throw badOption("price", `a price, or one of ${known.join(", ")}`, name);
  return found;
}
