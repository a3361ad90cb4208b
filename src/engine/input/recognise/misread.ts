import { ElisionError } from "../../../base/errors.ts";
import type { Format } from "../../../formats/format.ts";
import { claims } from "../../../formats/registry/claims.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import type { FormatSet } from "../../../formats/registry/format-set.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { openParts } from "./count-parts.ts";
import { Coverage, type Leftover } from "./coverage.ts";
import { closestFormats, HOW_TO_NAME } from "./unknown-format.ts";

/** The error for records that a format claims, or that was named for them, but mostly does not understand. */
export class Misread extends ElisionError {
  readonly left: Leftover;
  readonly format: Format;

  constructor(left: Leftover, { format, choice, head }: MisreadAbout) {
    const { name } = format;
    const claim = choice.forced === undefined ? name : `${name}, the format that you named,`;
    const what = left.what === "messages" ? "messages" : "tool results";
    super("unread-results", `${claim} does not read its ${what}: ${left.where}`, {
      line: left.line,
      hint: hintFor(left, { format, choice, head }),
    });
    this.left = left;
    this.format = format;
  }
}

interface MisreadAbout {
  readonly format: Format;
  readonly choice: FormatChoice;
  readonly head: readonly TapeTree[];
}

function hintFor({ what }: Leftover, { format, choice, head }: MisreadAbout): string {
  if (what === "headers")
    return `name the format, ${HOW_TO_NAME}: plain reads such text as tool results, unless it is JSON; ${format.name} as the user's`;
  const closest = closestFormats(head, { among: choice.among, but: format });
  const named = closest === "" ? "" : ` (closest: ${closest})`;
  return choice.forced === undefined
    ? `name its format, if it is a known one, ${HOW_TO_NAME}${named}; elision formats lists them`
    : `leave the format out, or name another${named}; elision formats lists them`;
}

/** Counts what a format would read and leave of records. */
export function coverageOf(
  format: Format,
  records: readonly TapeTree[],
  lineOf: (record: TapeTree) => number = () => 1,
): Coverage {
  const coverage = new Coverage();
  let parts: RecordParts | undefined;
  let hasReply = false;
  for (const tree of records) {
    parts = openParts(tree, parts);
    parts.hasReply = hasReply;
    if (format.kindOf(tree, tree.root) !== undefined) format.read(tree, tree.root, parts);
    hasReply = parts.hasReply;
    coverage.add(tree, parts, lineOf(tree));
    coverage.addUnknown(parts);
  }
  return coverage;
}

/** The formats that claim records and read their tool results, in order of detection. */
export function* formatsReading(records: readonly TapeTree[], among: FormatSet): Iterable<Format> {
  for (const format of among.claiming(records)) if (isRead(format, records)) yield format;
}

/** Whether a format would read the tool results of records. */
export function isRead(
  format: Format,
  records: readonly TapeTree[],
  { isForced = false }: { readonly isForced?: boolean } = {},
): boolean {
  return coverageOf(format, records).misread({ isForced }) === undefined;
}

/** Whether records show no sign of the named format, which leaves more of them than it reads. */
export function isForeign(
  records: readonly TapeTree[],
  { forced }: Pick<FormatChoice, "forced">,
): boolean {
  if (forced === undefined || claims(forced, records)) return false;
  return coverageOf(forced, records).isMostlyLeft;
}
