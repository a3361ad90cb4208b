import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import type { CompactFlags } from "./compact-flags.ts";
import { RULE_OPTION_FLAGS } from "./rule-flags.ts";

/** The flag of each of the reducer's options. */
export const OPTION_FLAGS = {
  window: "window",
  windowUnit: "windowUnit",
  every: "every",
  countTask: "countTask",
  maxInputChars: "maxInputChars",
  maxInputTokens: "maxInputTokens",
  maxObservationChars: "maxObservationChars",
  summaryMaxChars: "summaryMaxChars",
  summaryStyle: "summaryStyle",
  summarizeAfter: "summarizeAfter",
  placeholder: "placeholder",
  keepTask: "keepTask",
  minGain: "minGain",
  minSavings: "minSavings",
  trigger: "trigger",
  target: "target",
  sizeUnit: "sizeUnit",
  ...RULE_OPTION_FLAGS,
} as const satisfies Record<
  Exclude<keyof ReduceOptions, "countTokens" | "preserveRecentRawTurns">,
  keyof CompactFlags
>;

/** The reducer's options from flags; those not set are left out. */
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

/** The values of flags for these options, `undefined` included. */
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
