import { checkOptions, type ValueKind } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import { REDUCE_OPTIONS } from "../../reduce/pipeline/option-kinds.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import { SHAPE_OPTION, type ShapeOption } from "./sdk-shapes.ts";

/** Options that only apply to files: for images, reasoning, arguments and models. */
const FILE_OPTIONS = [
  "keepImages",
  "keepThinking",
  "shrinkInputs",
  "reasoning",
  "binding",
  "reflect",
] as const satisfies readonly (keyof ReduceOptions)[];

/** Options of the reducer for messages in memory, of which only tool results are edited. */
export type ChatReduceOptions = Omit<ReduceOptions, (typeof FILE_OPTIONS)[number]> & ShapeOption;

/**
 * Checks options for messages in memory; `own` are those that a function has besides the reducer's.
 *
 * @throws {ElisionError} `bad-option`, with a hint.
 */
export function checkChatOptions(
  options: unknown,
  own: Readonly<Record<string, ValueKind>> = {},
): void {
  checkOptions(options, { ...own, ...SHAPE_OPTION, ...REDUCE_OPTIONS });
  const given = options as { readonly [name: string]: unknown };
  for (const name of FILE_OPTIONS)
    if (given[name] !== undefined && given[name] !== false)
      throw new ElisionError("bad-option", `${name}: not for messages in memory`, {
        hint: `leave out ${name}: in an array only tool results are edited; compact() does the rest in the bytes of a file`,
      });
}
