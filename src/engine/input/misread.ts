import { ElisionError } from "../../base/errors.ts";
import { claims } from "../../formats/format-set.ts";
import { FORMAT_NAMES, FORMATS, type FormatName } from "../../formats/index.ts";
import { RecordParts } from "../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { Coverage, type Left } from "./coverage.ts";
import { closestFormats } from "./problems.ts";

/** Records that a format claims, or was asked to read, and of which it leaves more than it reads. */
export class Misread extends ElisionError {
  readonly left: Left;
  readonly format: FormatName;

  constructor(left: Left, { format, asked, head }: MisreadAbout) {
    const claim = asked === undefined ? format : `${format}, as --format says,`;
    const what = left.what === "messages" ? "messages" : "tool results";
    super("unread-results", `${claim} does not read its ${what}: ${left.where}`, {
      line: left.line,
      hint: hintFor(left, { format, asked, head }),
    });
    this.left = left;
    this.format = format;
  }
}

interface MisreadAbout {
  readonly format: FormatName;
  readonly asked: FormatName | undefined;
  readonly head: readonly TapeTree[];
}

function hintFor({ what }: Left, { format, asked, head }: MisreadAbout): string {
  if (what === "headers")
    return `--format plain reads such text as tool results, --format ${format} as the user's`;
  const closest = closestFormats(head, { but: format });
  const named = closest === "" ? "" : ` (closest: ${closest})`;
  return asked === undefined
    ? `name its format, if it is a known one: --format NAME${named}; elision formats lists them`
    : `leave --format out, or name another${named}; elision formats lists them`;
}

/** Says what a format, were it theirs, would read and leave of records. */
export function coverageOf(
  format: FormatName,
  records: readonly TapeTree[],
  lineOf: (record: TapeTree) => number = () => 1,
): Coverage {
  const coverage = new Coverage();
  let hasReply = false;
  for (const tree of records) {
    const parts = new RecordParts(tree);
    parts.hasReply = hasReply;
    if (FORMATS[format].kindOf(tree, tree.root) !== undefined)
      FORMATS[format].read(tree, tree.root, parts);
    hasReply = parts.hasReply;
    coverage.add(tree, parts, lineOf(tree));
  }
  return coverage;
}

/** The formats that claim records and read what tools answered in them, in order. */
export function* formatsReading(records: readonly TapeTree[]): Iterable<FormatName> {
  for (const name of FORMAT_NAMES)
    if (claims(FORMATS[name], records) && isRead(name, records)) yield name;
}

/** Whether a format, were records its, would read of them what matters. */
export function isRead(
  format: FormatName,
  records: readonly TapeTree[],
  { isAsked = false }: { readonly isAsked?: boolean } = {},
): boolean {
  return coverageOf(format, records).misread({ isAsked }) === undefined;
}
