import { atLeast, wordIn } from "../../reduce/pipeline/option-checks.ts";
import { parseTemplate, type Template } from "../../reduce/placeholders/template.ts";
import { globTest } from "../../reduce/rules/globs.ts";

/** The units of a window over the messages of a call or a loop. */
export type LoopUnit = (typeof LOOP_UNITS)[number];

const LOOP_UNITS = ["turns", "observations", "messages"] as const;

/** The settings of a window over messages in memory; complete and checked. */
export interface ResultWindow {
  readonly unit: LoopUnit;
  /** The window moves in steps of this many units. */
  readonly every: number;
  readonly keepErrors: boolean;
  readonly keepExempt: boolean;
  /** Whether the results of a tool with this name stay; undefined: no tool's do. */
  readonly isKeptTool: ((name: string) => boolean) | undefined;
  readonly placeholder: Template;
  /** Chars that masking a result has to save. */
  readonly minGain: number;
}

/** The options of such a window; each function has its own defaults. */
export interface ResultWindowOptions {
  readonly windowUnit: LoopUnit;
  readonly every: number;
  readonly keepErrors: "all" | "none" | boolean;
  readonly keepExempt: boolean;
  readonly keepTools?: readonly string[];
  readonly placeholder: string;
  readonly minGain: number;
}

/** Checks those options; throws a `bad-option` error that names the option and the value seen. */
export function resultWindow(
  options: Partial<ResultWindowOptions>,
  defaults: ResultWindowOptions,
): ResultWindow {
  const { keepErrors = defaults.keepErrors } = options;
  return {
    unit: wordIn(LOOP_UNITS, "windowUnit", options.windowUnit ?? defaults.windowUnit),
    every: atLeast(1, "every", options.every) ?? defaults.every,
    keepErrors: keepErrors === "all" || keepErrors === true,
    keepExempt: options.keepExempt ?? defaults.keepExempt,
    isKeptTool: globTest("keepTools", options.keepTools),
    placeholder: parseTemplate(options.placeholder ?? defaults.placeholder),
    minGain: atLeast(1, "minGain", options.minGain) ?? defaults.minGain,
  };
}
