import { ElisionError } from "../../../base/errors.ts";
import type { Format } from "../../../formats/format.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import type { FormatSet } from "../../../formats/registry/format-set.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { partCounter } from "./count-parts.ts";
import { Coverage } from "./coverage.ts";
import { otherFile } from "./other-files.ts";

/** Where a format is named, in the program and in the library. */
export const HOW_TO_NAME = "with --format NAME or the option format of the library";

/**
 * The error for an input without a recognised transcript, or without one of the named format; `head` has its first
 * records. It names a few formats that find something in these, the one that finds most first.
 */
export function unknownFormat({
  isEmpty,
  head,
  choice: { among, forced },
}: {
  readonly isEmpty: boolean;
  readonly head: readonly TapeTree[];
  readonly choice: FormatChoice;
}): ElisionError {
  if (isEmpty) return new ElisionError("empty", "the input is empty");
  const closest = closestFormats(head, { among, but: forced });
  const hint = closest === "" ? "" : ` (closest: ${closest})`;
  if (forced !== undefined)
    return new ElisionError(
      "unknown-format",
      `expected ${forced.name}, the format that you named (got none)`,
      {
        hint: `leave the format out, or name another${hint}; elision formats lists them`,
      },
    );
  const other = otherFile(head);
  if (other !== undefined)
    return new ElisionError("unknown-format", `elision does not read ${other.what}`, {
      ...(other.hint !== undefined && { hint: other.hint }),
    });
  const name = `name its format, if it is one, ${HOW_TO_NAME}${hint}; elision formats lists them`;
  const result = firstResult(head);
  if (result === undefined)
    return new ElisionError("unknown-format", "no transcript of a known format", { hint: name });
  return new ElisionError(
    "unknown-format",
    `no transcript of a known format, but what looks like tool results: ${result}`,
    { hint: `${name}; docs/formats.md says how to add one` },
  );
}

/** The first sign of a tool result in records that no format reads. */
function firstResult(head: readonly TapeTree[]): string | undefined {
  const coverage = new Coverage();
  for (const tree of head) {
    coverage.add(tree, undefined, 1);
    const [first] = coverage.left;
    if (first !== undefined) return first.where;
  }
  return undefined;
}

/** The formats that find something in records, except one: a few, the one that finds most first. */
export function closestFormats(
  head: readonly TapeTree[],
  { among, but }: { readonly among: FormatSet; readonly but: Format | undefined },
): string {
  const countOf = partCounter(head);
  return among.all
    .filter((format) => format !== but)
    .map((format) => ({ name: format.name, count: countOf(format) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_GUESSES)
    .map(({ name }) => name)
    .join(", ");
}

const MAX_GUESSES = 5;
