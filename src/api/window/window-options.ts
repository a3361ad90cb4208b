import { checkOptions, guess, VALUE, type ValueKind } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import { wordIn } from "../../reduce/pipeline/option-checks.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import { windowSizeIn } from "../../reduce/pipeline/window-size.ts";
import { DEFAULT_PLACEHOLDER } from "../../reduce/placeholders/template.ts";
import type { ReaderOption } from "../loop/handed-reader.ts";
import { type LoopUnit, type ResultWindow, resultWindow } from "../loop/result-window.ts";

/**
 * Options of `reduce` of `elision/reduce`: the reducer's options for a window, with the same names and defaults.
 * Budgets, passes and the other guards are in `elision` and `elision/messages`.
 */
export interface WindowReduceOptions
  extends ReaderOption,
    Pick<
      ReduceOptions,
      | "window"
      | "preserveRecentRawTurns"
      | "every"
      | "keepTools"
      | "keepExempt"
      | "placeholder"
      | "minGain"
    > {
  /** The unit of the window. Default: `messages`, those that are not the system's. */
  readonly windowUnit?: LoopUnit;
  /** Errors that stay raw. Default: `none`. */
  readonly keepErrors?: "all" | "none";
}

/** The options, complete and checked. */
export interface MessageWindow extends ResultWindow {
  readonly size: number;
}

const WINDOW_KINDS = {
  reader: ["a reader", () => true], // `finderFrom` says what it should be.
  window: VALUE.number,
  preserveRecentRawTurns: VALUE.number,
  windowUnit: VALUE.text,
  every: VALUE.number,
  keepErrors: VALUE.textOrObject,
  keepTools: VALUE.texts,
  keepExempt: VALUE.boolean,
  placeholder: VALUE.text,
  minGain: VALUE.number,
} as const satisfies Record<keyof WindowReduceOptions, ValueKind>;

const WINDOW = 4;
const DEFAULTS = {
  windowUnit: "messages",
  every: 1,
  keepErrors: "none",
  keepExempt: false,
  placeholder: DEFAULT_PLACEHOLDER,
  minGain: 1,
} as const;

/** Checks options; throws a `bad-option` error that names the option and the value seen, or where it is. */
export function messageWindow(options: WindowReduceOptions): MessageWindow {
  const names = Object.keys(WINDOW_KINDS);
  for (const name of Object.keys(options ?? {}))
    if (!names.includes(name)) throw elsewhere(name, guess(name, names));
  checkOptions(options, WINDOW_KINDS);
  const { windowUnit = DEFAULTS.windowUnit, keepErrors = DEFAULTS.keepErrors } = options;
  if (isOf(WIDER_UNITS, windowUnit)) throw elsewhere(`windowUnit "${windowUnit}"`);
  if (typeof keepErrors === "object") throw elsewhere("keepErrors with a number");
  wordIn(["all", "none"], "keepErrors", keepErrors);
  return { size: windowSizeIn(options) ?? WINDOW, ...resultWindow(options, DEFAULTS) };
}

const WIDER_UNITS = ["events", "tokens", "call-messages"];

function isOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

function elsewhere(name: string, meant = ""): ElisionError {
  return new ElisionError(
    "bad-option",
    `${name}: not in elision/reduce, which has a window alone${meant}`,
    {
      hint: 'import { reduce } from "elision/messages" (or "elision"): it has every rule, and budgets',
    },
  );
}
