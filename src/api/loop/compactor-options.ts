import { checkOptions, VALUE, type ValueKind } from "../../base/arguments.ts";
import { badOption } from "../../base/errors.ts";
import { isRecord } from "../../base/json-value.ts";
import {
  FIRST_SIGHT_CHARS,
  MIN_FIRST_SIGHT_CHARS,
} from "../../reduce/first-sight/first-sight-size.ts";
import { givenCounter } from "../../reduce/pipeline/given-counter.ts";
import { PROGRAM_MIN_GAIN } from "../../reduce/pipeline/min-gain.ts";
import { atLeast, wholeNumber } from "../../reduce/pipeline/option-checks.ts";
import { DEFAULT_WITH_REF } from "../../reduce/placeholders/template.ts";
import { chars4, type TokenCounter } from "../../transcript/model/size.ts";
import { memoryOriginals, type OriginalStore } from "./originals.ts";
import { type LoopUnit, type ResultWindow, resultWindow } from "./result-window.ts";

/** Options of `createCompactor`, without the shape of the messages. */
export interface LoopOptions {
  /**
   * Tool results of more chars than this are shortened to it before they are sent for the first time, and stay so.
   * 400 or more; `false` turns it off. Default: 8000.
   */
  readonly firstSight?: number | false;
  /**
   * The results of this many of the newest units stay; older ones become placeholders. In tool turns, unless
   * `windowUnit` says otherwise. Default: no window, since it changes messages that were sent before.
   */
  readonly window?: number;
  /** The unit of the window. Default: `turns`, the model's replies with tool calls. */
  readonly windowUnit?: LoopUnit;
  /**
   * The window moves in steps of this many units of its own, so that the prompts between them have one prefix. Default:
   * 10.
   */
  readonly every?: number;
  /** Whether a window leaves errors as they are: `all` (or true) or `none` (or false). Default: `all`. */
  readonly keepErrors?: "all" | "none" | boolean;
  /** Results of tools with such a name stay as they are: globs. Default: of none. */
  readonly keepTools?: readonly string[];
  /** Whether results of skill, memory, todo, plan and ask-user tools stay as they are. Default: true. */
  readonly keepExempt?: boolean;
  /**
   * The text for a masked result, with the fields of `reduce`. Default:
   * `[observation masked — {originalLength} chars, ref {ref}]`.
   */
  readonly placeholder?: string;
  /** Chars that masking a result has to save. Default: 32. */
  readonly minGain?: number;
  /** Counts the tokens of a text, for `stats`. Default: a quarter of its length. */
  readonly countTokens?: (text: string) => number;
  /** Where to keep the texts of edited results. Default: memory. */
  readonly originals?: OriginalStore;
  /** The name of the tool with which the model reads them again. Default: `read_original`. */
  readonly toolName?: string;
}

/** The options, complete and checked. */
export interface LoopPolicy extends ResultWindow {
  readonly firstSight: number | undefined;
  readonly window: number | undefined;
  readonly counter: TokenCounter;
  readonly originals: OriginalStore;
  readonly toolName: string;
}

/** How the options are checked. */
export const LOOP_OPTIONS: Readonly<Record<keyof LoopOptions, ValueKind>> = {
  firstSight: ["a number or false", (value) => typeof value === "number" || value === false],
  window: VALUE.number,
  windowUnit: VALUE.text,
  every: VALUE.number,
  keepErrors: [
    '"all", "none", true or false',
    (value) => ["all", "none", true, false].includes(value as never),
  ],
  keepTools: VALUE.texts,
  keepExempt: VALUE.boolean,
  placeholder: VALUE.text,
  minGain: VALUE.number,
  countTokens: VALUE.function,
  originals: [
    "an object with put and get",
    (value) => isRecord(value) && "put" in value && "get" in value,
  ],
  toolName: ["a name of letters, digits, _ and -", (value) => /^[\w-]{1,64}$/.test(String(value))],
};

const WINDOW_DEFAULTS = {
  windowUnit: "turns",
  every: 10,
  keepErrors: "all",
  keepExempt: true,
  placeholder: DEFAULT_WITH_REF,
  minGain: PROGRAM_MIN_GAIN,
} as const;

/** Checks options; throws a `bad-option` error that names the option and the value seen. */
export function loopPolicy(options: LoopOptions): LoopPolicy {
  checkOptions(options, LOOP_OPTIONS);
  const { firstSight = FIRST_SIGHT_CHARS, window, countTokens } = options;
  if (window === undefined)
    for (const name of ["windowUnit", "every"] as const)
      if (options[name] !== undefined)
        throw badOption(name, "a window as well, which it is about", options[name]);
  return {
    firstSight:
      firstSight === false ? undefined : atLeast(MIN_FIRST_SIGHT_CHARS, "firstSight", firstSight),
    window: wholeNumber("window", window),
    ...resultWindow(options, WINDOW_DEFAULTS),
    counter: countTokens === undefined ? chars4 : givenCounter(countTokens),
    originals: options.originals ?? memoryOriginals(),
    toolName: options.toolName ?? TOOL_NAME,
  };
}

const TOOL_NAME = "read_original";
