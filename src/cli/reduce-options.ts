import type { ReduceOptions } from "../reduce/options.ts";
import type { CompactFlags } from "./flags.ts";

/** The flag of each of the reducer's options. */
export const OPTION_FLAGS = {
  preserveRecentRawTurns: "window",
  windowUnit: "windowUnit",
  every: "every",
  countTask: "countTask",
  observationMasking: "masking",
  maxInputChars: "maxInputChars",
  maxInputTokens: "maxInputTokens",
  maxObservationChars: "maxObservationChars",
  summaryMaxChars: "summaryMaxChars",
  summaryStyle: "summaryStyle",
  summarizeAfter: "summarizeAfter",
  placeholder: "placeholder",
  keepErrors: "keepErrors",
  errorSigns: "errorSigns",
  keepLastPerTool: "keepLastPerTool",
  keepTools: "keepTool",
  onlyTools: "onlyTool",
  keepPaths: "keepPath",
  keepFirst: "keepFirst",
  keepExempt: "exempt",
  keepOrphans: "keepOrphans",
  keepTask: "keepTask",
  dedupe: "dedupe",
  staleReads: "staleReads",
  readTools: "readTool",
  editTools: "editTool",
  redundant: "redundant",
  reflect: "reflect",
  reflectGate: "reflectGate",
  collapseFailures: "collapseFailures",
  clamp: "clamp",
  keepImages: "keepImages",
  keepThinking: "keepThinking",
  shrinkInputs: "shrinkInputs",
  minSavings: "minSavings",
  trigger: "trigger",
  target: "target",
  sizeUnit: "sizeUnit",
} as const satisfies Record<Exclude<keyof ReduceOptions, "countTokens">, keyof CompactFlags>;

/** The reducer's options that flags ask for; what was not asked for is left out. */
export function reduceOptionsFrom(
  flags: {
    readonly [K in keyof CompactFlags]?: CompactFlags[K] | undefined;
  },
): ReduceOptions {
  const options: { readonly [K in keyof typeof OPTION_FLAGS]: ReduceOptions[K] | undefined } =
    Object.fromEntries(
      Object.entries(OPTION_FLAGS).map(([option, flag]) => [option, flags[flag]]),
    ) as never;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ReduceOptions;
}

/** The values of flags that options stand for, those that are `undefined` included. */
export function flagsFrom(
  options: {
    readonly [K in keyof ReduceOptions]?: unknown;
  },
): Readonly<Record<string, unknown>> {
  const flags = Object.entries(OPTION_FLAGS).flatMap(([option, flag]) =>
    Object.hasOwn(options, option) ? [[flag, options[option as keyof ReduceOptions]]] : [],
  );
  return Object.fromEntries(flags);
}
