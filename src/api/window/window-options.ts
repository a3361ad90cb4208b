import { checkOptions, guess, VALUE, type ValueKind } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import { atLeast, wordIn } from "../../reduce/pipeline/option-checks.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import { windowSizeIn } from "../../reduce/pipeline/window-size.ts";
import {
  DEFAULT_PLACEHOLDER,
  parseTemplate,
  type Template,
} from "../../reduce/placeholders/template.ts";
import { globTest } from "../../reduce/rules/globs.ts";
import type { ReaderOption } from "../loop/handed-reader.ts";

/** The units that a window over messages counts here. */
const MESSAGE_UNITS = ["turns", "observations", "messages"] as const;

type MessageUnit = (typeof MESSAGE_UNITS)[number];

/**
 * Options of `reduce` of `elision/reduce`: those of the reducer that a window takes, under the same names and with
 * the same defaults. Budgets, passes and the other guards are in `elision` and `elision/messages`.
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
  readonly windowUnit?: MessageUnit;
  /** Errors that stay raw. Default: `none`. */
  readonly keepErrors?: "all" | "none";
}

/** The same, complete and checked. */
export interface MessageWindow {
  readonly size: number;
  readonly unit: MessageUnit;
  readonly every: number;
  readonly keepErrors: boolean;
  readonly keepExempt: boolean;
  readonly isKeptTool: ((name: string) => boolean) | undefined;
  readonly placeholder: Template;
  readonly minGain: number;
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

/** Checks options; throws a `bad-option` error that names the option and the value seen, or where it is. */
export function messageWindow(options: WindowReduceOptions): MessageWindow {
  const names = Object.keys(WINDOW_KINDS);
  for (const name of Object.keys(options ?? {}))
    if (!names.includes(name)) throw elsewhere(name, guess(name, names));
  checkOptions(options, WINDOW_KINDS);
  const { windowUnit = "messages", keepErrors = "none" } = options;
  if (isOf(WIDER_UNITS, windowUnit)) throw elsewhere(`windowUnit "${windowUnit}"`);
  if (typeof keepErrors === "object") throw elsewhere("keepErrors with a number");
  return {
    size: windowSizeIn(options) ?? WINDOW,
    unit: wordIn(MESSAGE_UNITS, "windowUnit", windowUnit),
    every: atLeast(1, "every", options.every) ?? 1,
    keepErrors: wordIn(["all", "none"], "keepErrors", keepErrors) === "all",
    keepExempt: options.keepExempt ?? false,
    isKeptTool: globTest("keepTools", options.keepTools),
    placeholder: parseTemplate(options.placeholder ?? DEFAULT_PLACEHOLDER),
    minGain: atLeast(1, "minGain", options.minGain) ?? 1,
  };
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
