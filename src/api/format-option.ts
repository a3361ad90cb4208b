import { guess, shown, type ValueKind } from "../base/arguments.ts";
import { ElisionError } from "../base/errors.ts";
import type { Format } from "../formats/format.ts";
import type { FormatName } from "../formats/index.ts";
import type { FormatChoice } from "../formats/registry/format-choice.ts";
import type { FormatSet } from "../formats/registry/format-set.ts";
import { formatsWith, ownFormat } from "../formats/registry/own-formats.ts";

/** Options that say which formats an input can be of. */
export interface FormatOptions {
  /** The input's format, by name or as an object of your own. Default: detected from the content. */
  readonly format?: FormatName | Format;
  /** Formats of your own, which are detected as well. */
  readonly formats?: readonly Format[];
}

/** The kinds of these options; `chosenFormats` checks what they hold. */
export const FORMAT_OPTIONS = {
  format: ["the name of a format, or a format", () => true],
  formats: ["a list of formats", Array.isArray],
} as const satisfies Record<keyof FormatOptions, ValueKind>;

/**
 * The formats that options select.
 *
 * @throws {ElisionError} `unknown-format` for an unknown name, with a suggestion; `bad-format` for a value that is
 * no format.
 */
export function chosenFormats({ format, formats = [] }: FormatOptions): FormatChoice {
  const own = formats.map((value) => ({ value, what: "formats" }));
  if (typeof format === "object" && format !== null) {
    const forced = ownFormat(format, "format");
    return { among: formatsWith([{ value: format, what: "format" }, ...own]), forced };
  }
  const among = formatsWith(own);
  if (format === undefined) return { among, forced: undefined };
  return { among, forced: among.named(format) ?? unknownFormat(format, among) };
}

function unknownFormat(value: unknown, { all }: FormatSet): never {
  const names = all.map(({ name }) => name);
  const name = typeof value === "string" ? guess(value, names) : "";
  throw new ElisionError("unknown-format", `unknown format ${shown(value)}${name}`, {
    hint: `leave out the format to have it found, or name one of ${names.join(", ")}`,
  });
}
