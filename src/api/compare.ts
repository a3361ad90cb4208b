import { AMOUNT, isPrice } from "../analyses/compare/billing/bill.ts";
import type { Price } from "../analyses/compare/billing/price.ts";
import { commonPrice } from "../analyses/compare/billing/price-of-model.ts";
import { DEFAULT_PRICE, PRICES } from "../analyses/compare/billing/price-table.ts";
import { compareRead } from "../analyses/compare/compare-read.ts";
import type { ComparedTranscript } from "../analyses/compare/compared.ts";
import { recommend } from "../analyses/compare/recommend.ts";
import type { Recommendation } from "../analyses/compare/recommendation.ts";
import {
  DEFAULT_GRID,
  type Grid,
  OTHER_SETTINGS,
  settingsOf,
} from "../analyses/compare/setting.ts";
import {
  type ComparisonTotals,
  createComparisonSum,
} from "../analyses/compare/sums/comparison-sum.ts";
import {
  createHalvedSum,
  type OutOfSample,
  outOfSample,
} from "../analyses/compare/sums/out-of-sample.ts";
import { checkBytes, checkOptions, VALUE, type ValueKind } from "../base/arguments.ts";
import { badOption } from "../base/errors.ts";
import type { Problem } from "../engine/input/input-problem.ts";
import { readTranscriptsIn } from "../engine/input/read-transcripts.ts";
import type { ReadTranscript } from "../engine/input/transcripts/read-transcript.ts";
import { memoryStore } from "../io/store/store.ts";
import { REDUCE_OPTIONS } from "../reduce/pipeline/option-kinds.ts";
import { looksForErrors } from "../reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../reduce/pipeline/policy-options.ts";
import { PRESETS } from "../reduce/pipeline/presets.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/**
 * Options of `compare`: the settings to compare, and the reducer's options, with the program's defaults, that
 * apply to every window.
 */
export interface CompareOptions
  extends Partial<Grid>,
    FormatOptions,
    Omit<ReduceOptions, "window" | "preserveRecentRawTurns" | "every"> {
  /** The input's name, for the figures. Default: `input`. */
  readonly file?: string;
  /**
   * The price of tokens, or the name of a known one. Default: that of the session's model, or of claude-sonnet-5.5
   * if that is not known.
   */
  readonly price?: Price | string;
  /** Tokens before every prompt that are not in the file. Default: fitted to recorded usage. */
  readonly overheadTokens?: number;
  /** Whether to measure recall. Default: true. */
  readonly recall?: boolean;
  /** The recall that a recommended window must have. Default: 0.95. */
  readonly minRecall?: number;
}

/** The result of `compare`. */
export interface CompareResult {
  readonly transcripts: readonly ComparedTranscript[];
  readonly totals: ComparisonTotals;
  readonly recommendation: Recommendation;
  /**
   * The recommendation on each half of the transcripts, measured on the other half; absent if there are too few.
   */
  readonly outOfSample?: OutOfSample;
  /** Lines that are not JSON and were left out. */
  readonly badLines: readonly Problem[];
}

/**
 * Compares windows over the transcripts in a saved file's bytes: the size, prompts, cost and recall of each. Pure.
 *
 * @throws {ElisionError} `not-json` for a document that is none, `unknown-format`, `not-text`, `empty` or
 * `too-large` for the input, `bad-option` for the options.
 */
export function compare(bytes: Uint8Array, options: CompareOptions = {}): CompareResult {
  checkBytes(bytes);
  checkOptions(options, COMPARE_OPTIONS);
  const {
    windows = DEFAULT_GRID.windows,
    every = DEFAULT_GRID.every,
    presets = [],
    settings: others = DEFAULT_GRID.settings,
    file = "input",
    format: _format,
    formats: _formats,
    price: wanted,
    overheadTokens,
    recall = true,
    minRecall = 0.95,
    ...policy
  } = options;
  const settings = settingsOf({ windows, every, presets, settings: others }, policy);
  const price = typeof wanted === "object" ? wanted : priceNamed(wanted ?? DEFAULT_PRICE);
  const prices = wanted === undefined ? PRICES : undefined;
  const comparing = { settings, price, prices, overheadTokens, recalls: recall };
  const transcripts: ComparedTranscript[] = [];
  const badLines: Problem[] = [];
  const names = settings.map(({ name }) => name);
  const sum = createComparisonSum(names);
  const halved = createHalvedSum(names);
  const reading = {
    file,
    formats: chosenFormats(options),
    strict: false,
    findsErrors: settings.some((setting) => looksForErrors(setting.policy)),
    findsUsage: true,
    findsModels: true,
    onTranscript(read: ReadTranscript) {
      const { compared } = compareRead(read, comparing, {
        file,
        lists: { misses: recall, turns: true },
      });
      transcripts.push(compared);
      sum.add(compared);
      halved.add(compared);
    },
    onBadLine: (problem: Problem) => void badLines.push(problem),
  };
  readTranscriptsIn(bytes, reading, { store: memoryStore() });
  const { totals } = sum;
  const billed = commonPrice(totals.prices, prices) ?? price;
  const measured = { price: billed, minRecall };
  const held = outOfSample(halved, settings, { ...measured, models: totals.models });
  return {
    transcripts,
    totals,
    recommendation: recommend(totals, settings, measured),
    ...(held !== undefined && { outOfSample: held }),
    badLines,
  };
}

const { window: _, preserveRecentRawTurns: __, every: ___, ...SHARED_OPTIONS } = REDUCE_OPTIONS;

const COMPARE_OPTIONS = {
  ...SHARED_OPTIONS,
  windows: ["a list of whole numbers, 0 or more", (value) => areWholeNumbers(value, 0)],
  every: ["a list of whole numbers, 1 or more", (value) => areWholeNumbers(value, 1)],
  presets: ["a list of presets", isListOfPresets],
  settings: [`a list of ${OTHER_SETTINGS.join(" and ")}`, isListOfSettings],
  file: VALUE.text,
  ...FORMAT_OPTIONS,
  price: ["a price, or the name of one", (value) => typeof value === "string" || isPrice(value)],
  overheadTokens: AMOUNT,
  recall: VALUE.boolean,
  minRecall: ["a share, 0 to 1", (value) => typeof value === "number" && value >= 0 && value <= 1],
} as const satisfies Record<keyof CompareOptions, ValueKind>;

function areWholeNumbers(value: unknown, least: number): boolean {
  return Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && n >= least);
}

function isListOfPresets(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => Object.hasOwn(PRESETS, name));
}

function isListOfSettings(value: unknown): boolean {
  const known: readonly unknown[] = OTHER_SETTINGS;
  return Array.isArray(value) && value.every((name) => known.includes(name));
}

function priceNamed(name: string): Price {
  const found = PRICES.find((price) => price.name === name);
  const known = PRICES.map((price) => price.name);
  if (found === undefined) throw badOption("price", `a price, or one of ${known.join(", ")}`, name);
  return found;
}
