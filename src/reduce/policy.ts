import { badOption } from "../errors.ts";
import { chars4, type TokenCounter } from "../transcript/size.ts";
import { MIN_EXCERPT_CHARS } from "./excerpt.ts";
import type { OtherTools } from "./files/file-use.ts";
import { globTest } from "./globs.ts";
import {
  ERROR_SIGNS,
  type ErrorSigns,
  type KeepErrors,
  REFLECT_GATES,
  type ReduceOptions,
  type ReflectGate,
  SIZE_UNITS,
  SUMMARY_STYLES,
  type SummaryStyle,
  WINDOW_UNITS,
  type WindowUnit,
} from "./options.ts";
import { MIN_INPUT_CHARS } from "./shrink.ts";
import {
  DEFAULT_PLACEHOLDER,
  DEFAULT_WITH_REF,
  hasField,
  parseTemplate,
  type Template,
} from "./template.ts";

/** Everything that decides what is reduced, complete and checked. */
export interface Policy {
  readonly window: WindowPolicy;
  readonly masking: boolean;
  readonly maxInputChars: number | undefined;
  readonly maxInputTokens: number | undefined;
  /** Set where tokens are to be counted: with a budget in tokens, or a counter given. */
  readonly counter: TokenCounter | undefined;
  readonly maxObservationChars: number | undefined;
  readonly summaryMaxChars: number;
  readonly summaryStyle: SummaryStyle;
  /** Tool turns that are summarized at a time; none: only to meet a budget. */
  readonly summarizeAfter: number | undefined;
  readonly placeholder: Template;
  /** Whether what stands for something removed says by which reference an archive has it. */
  readonly refs: boolean;
  /** Whether the task survives summarization and fallback; not so in the seeds. */
  readonly keepTask: boolean;
  readonly guards: Guards;
  readonly passes: Passes;
  /** None: what the rules name is masked as soon as they name it. */
  readonly pressure: Pressure | undefined;
}

/** How large the window is, and how it moves. */
export interface WindowPolicy {
  readonly size: number;
  readonly unit: WindowUnit;
  /** It moves on by so many units at once; 1 unless said otherwise. */
  readonly every?: number;
  /** Whether the task is the first of the observations that a window counts. */
  readonly countTask?: boolean;
  /** Counts for a window in tokens; a quarter of the chars unless said otherwise. */
  readonly counter?: TokenCounter | undefined;
}

/** What stays raw beside the window. */
export interface Guards {
  readonly errors: KeepErrors;
  readonly errorSigns: ErrorSigns;
  readonly lastPerTool: number;
  readonly first: number;
  /** Tests for names of tools and for paths; none where there is nothing to test. */
  readonly keepTool: ((name: string) => boolean) | undefined;
  readonly onlyTool: ((name: string) => boolean) | undefined;
  readonly keepPath: ((path: string) => boolean) | undefined;
  readonly exempt: boolean;
  readonly orphans: boolean;
}

/** What is taken out beside what the window leaves outside. */
export interface Passes {
  /** Observations whose whole text comes again later. */
  readonly dedupe: boolean;
  /** Reads that later reads or edits have made stale: by the tools that are known, and these. */
  readonly staleReads: OtherTools | undefined;
  /** Of observations that stand nearly whole in their calls or after them: what does not. */
  readonly redundant: boolean;
  /** What a model makes of old steps, by this gate. */
  readonly reflect: ReflectGate | undefined;
  /** Failed runs of test and build commands that were run again. */
  readonly collapseFailures: boolean;
  /** What is larger than this: the rest. */
  readonly clamp: number | undefined;
  /** Images but for the newest, so many. */
  readonly keepImages: number | undefined;
  /** Reasoning but for that of the newest turns, so many. */
  readonly keepThinking: number | undefined;
  /** Strings in the arguments of old calls that are longer than this: the rest. */
  readonly shrinkInputs: number | undefined;
}

/** When masking is worth it: sizes in the counter's tokens, or in chars without one. */
export interface Pressure {
  readonly counter: TokenCounter | undefined;
  readonly minSavings: number;
  readonly trigger: number;
  /** None: all that the rules name. */
  readonly target: number | undefined;
}

/** The reducer's options, a counter of tokens that has a name, and whether there is an archive. */
export type PolicyOptions = ReduceOptions & {
  readonly counter?: TokenCounter;
  readonly refs?: boolean;
};

/** What differs between the library's reducer and the program. */
export interface PolicyDefaults {
  readonly windowSize: number;
  readonly windowUnit: WindowUnit;
  readonly keepTask: boolean;
  readonly keepErrors: KeepErrors;
  readonly keepExempt: boolean;
}

/** The defaults of seeds 1 and 2: a window, and nothing beside it. */
export const SEED_DEFAULTS: PolicyDefaults = {
  windowSize: 4,
  windowUnit: "messages",
  keepTask: false,
  keepErrors: "none",
  keepExempt: false,
};

/** The defaults of `compact` and the program. */
export const PROGRAM_DEFAULTS: PolicyDefaults = {
  windowSize: 10,
  windowUnit: "turns",
  keepTask: true,
  keepErrors: "all",
  keepExempt: true,
};

/** Whether observations have to be looked at for signs of errors, when they are read. */
export function looksForErrors({ guards, placeholder }: Policy): boolean {
  const isGuard = guards.errors !== "none" && guards.errorSigns === "anchored";
  return isGuard || hasField(placeholder, "exit");
}

/** A policy from options; throws a `bad-option` error that names the option and the value seen. */
export function createPolicy(options: PolicyOptions, defaults: PolicyDefaults): Policy {
  return {
    window: windowFrom(options, defaults),
    masking: options.observationMasking ?? true,
    maxInputChars: whole("maxInputChars", options.maxInputChars),
    maxInputTokens: whole("maxInputTokens", options.maxInputTokens),
    counter: counterOf(options),
    maxObservationChars: whole("maxObservationChars", options.maxObservationChars),
    summaryMaxChars: whole("summaryMaxChars", options.summaryMaxChars) ?? 1400,
    summaryStyle: summaryStyleFrom(options.summaryStyle ?? "contract"),
    summarizeAfter: summarizeAfterFrom(options.summarizeAfter),
    placeholder: parseTemplate(
      options.placeholder ?? (options.refs ? DEFAULT_WITH_REF : DEFAULT_PLACEHOLDER),
    ),
    refs: options.refs ?? false,
    keepTask: options.keepTask ?? defaults.keepTask,
    guards: guardsFrom(options, defaults),
    passes: passesFrom(options),
    pressure: pressureFrom(options),
  };
}

function windowFrom(options: PolicyOptions, defaults: PolicyDefaults): WindowPolicy {
  const unit = options.windowUnit ?? defaults.windowUnit;
  if (!WINDOW_UNITS.includes(unit))
    throw badOption("windowUnit", `one of ${WINDOW_UNITS.join(", ")}`, unit);
  const size = whole("preserveRecentRawTurns", options.preserveRecentRawTurns);
  const every = whole("every", options.every) ?? 1;
  if (every < 1) throw badOption("every", "a whole number, 1 or more", every);
  if (every > 1 && unit === "tokens")
    throw badOption("every", "1, since the window counts tokens", every);
  const { countTask = false } = options;
  return { size: size ?? defaults.windowSize, unit, every, countTask, counter: counterOf(options) };
}

function guardsFrom(options: ReduceOptions, defaults: PolicyDefaults): Guards {
  return {
    errors: errorsFrom(options.keepErrors ?? defaults.keepErrors),
    errorSigns: errorSignsFrom(options.errorSigns ?? "anchored"),
    lastPerTool: whole("keepLastPerTool", options.keepLastPerTool) ?? 0,
    first: whole("keepFirst", options.keepFirst) ?? 0,
    keepTool: globTest("keepTools", options.keepTools),
    onlyTool: globTest("onlyTools", options.onlyTools),
    keepPath: globTest("keepPaths", options.keepPaths),
    exempt: options.keepExempt ?? defaults.keepExempt,
    orphans: options.keepOrphans ?? false,
  };
}

function passesFrom(options: ReduceOptions): Passes {
  const others = {
    isRead: globTest("readTools", options.readTools),
    isEdit: globTest("editTools", options.editTools),
  };
  return {
    dedupe: options.dedupe ?? false,
    staleReads: options.staleReads === true ? others : undefined,
    redundant: options.redundant ?? false,
    reflect: reflectFrom(options),
    collapseFailures: options.collapseFailures ?? false,
    clamp: atLeast(MIN_EXCERPT_CHARS, "clamp", options.clamp),
    keepImages: whole("keepImages", options.keepImages),
    keepThinking: whole("keepThinking", options.keepThinking),
    shrinkInputs: atLeast(MIN_INPUT_CHARS, "shrinkInputs", options.shrinkInputs),
  };
}

function reflectFrom({ reflect, reflectGate = "published" }: ReduceOptions): Passes["reflect"] {
  if (!REFLECT_GATES.includes(reflectGate))
    throw badOption("reflectGate", `one of ${REFLECT_GATES.join(", ")}`, reflectGate);
  return reflect === true ? reflectGate : undefined;
}

function atLeast(
  least: number,
  name: keyof ReduceOptions,
  value: number | undefined,
): number | undefined {
  const given = whole(name, value);
  if (given === undefined || given >= least) return given;
  throw badOption(name, `a whole number, ${least} or more`, given);
}

/** The same for messages in memory, of which only observations are edited. */
export function forObservationsAlone(policy: Policy): Policy {
  const { passes } = policy;
  return {
    ...policy,
    passes: { ...passes, keepImages: undefined, keepThinking: undefined, shrinkInputs: undefined },
  };
}

function errorSignsFrom(signs: ErrorSigns): ErrorSigns {
  if (ERROR_SIGNS.includes(signs)) return signs;
  throw badOption("errorSigns", `one of ${ERROR_SIGNS.join(", ")}`, signs);
}

function summaryStyleFrom(style: SummaryStyle): SummaryStyle {
  if (SUMMARY_STYLES.includes(style)) return style;
  throw badOption("summaryStyle", `one of ${SUMMARY_STYLES.join(", ")}`, style);
}

function summarizeAfterFrom(turns: number | undefined): number | undefined {
  const count = whole("summarizeAfter", turns);
  if (count === 0) throw badOption("summarizeAfter", "a whole number, 1 or more", count);
  return count;
}

function errorsFrom(errors: KeepErrors): KeepErrors {
  if (errors === "none" || errors === "all") return errors;
  if (typeof errors === "object" && "last" in errors)
    return { last: whole("keepErrors", errors.last) ?? 0 };
  if (typeof errors === "object" && "excerpt" in errors)
    return { excerpt: whole("keepErrors", errors.excerpt) ?? 0 };
  throw badOption("keepErrors", '"none", "all", { last: n } or { excerpt: n }', errors);
}

function pressureFrom(options: PolicyOptions): Pressure | undefined {
  const minSavings = whole("minSavings", options.minSavings) ?? 0;
  const trigger = whole("trigger", options.trigger) ?? 0;
  const target = whole("target", options.target);
  const unit = options.sizeUnit ?? "chars";
  if (!SIZE_UNITS.includes(unit))
    throw badOption("sizeUnit", `one of ${SIZE_UNITS.join(", ")}`, unit);
  if (target !== undefined && target > trigger && trigger > 0)
    throw badOption("target", `no more than the trigger (${trigger})`, target);
  if (minSavings === 0 && trigger === 0 && target === undefined) return undefined;
  const counter = unit === "tokens" ? (counterOf(options) ?? chars4) : undefined;
  return { counter, minSavings, trigger: Math.max(trigger, target ?? 0), target };
}

/** The counter that was asked for, or the default one where there is a budget in tokens. */
function counterOf({
  counter,
  countTokens,
  maxInputTokens,
}: PolicyOptions): TokenCounter | undefined {
  if (counter !== undefined) return counter;
  if (countTokens !== undefined) return { name: "countTokens", count: countTokens };
  return maxInputTokens === undefined ? undefined : chars4;
}

function whole(name: keyof ReduceOptions, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value) || value < 0)
    throw badOption(name, "a whole number, 0 or more", value);
  return value;
}
