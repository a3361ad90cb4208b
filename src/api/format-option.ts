import { guess, shown, type ValueKind } from "../base/arguments.ts";
import { ElisionError } from "../base/errors.ts";
import { FORMAT_NAMES } from "../formats/index.ts";

/** The name of a format. A value that is none throws `unknown-format`, with what was probably meant. */
export const FORMAT_OPTION: ValueKind = [
  "the name of a format",
  (value) => FORMAT_NAMES.some((name) => name === value) || unknownFormat(value),
];

function unknownFormat(value: unknown): never {
  const name = typeof value === "string" ? guess(value, FORMAT_NAMES) : "";
  throw new ElisionError("unknown-format", `unknown format ${shown(value)}${name}`, {
    hint: `leave out the format to have it found, or name one of ${FORMAT_NAMES.join(", ")}`,
  });
}
