import type { Splice } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";

/** The key of a row for its telemetry. */
const TELEMETRY_KEY = "elision";

/** The figures by which our telemetry is recognised. */
const FIGURES = ["beforeChars", "afterChars", "maskedCount"];

/** Why a row has no place for its telemetry, in words. */
export type NoPlace = { readonly message: string };

/**
 * The splices of a row with its telemetry added under `elision`: before the row's closing brace, or in place of
 * earlier telemetry. A row with telemetry but without edits is left alone, so that a second run changes nothing. A
 * value that is not ours is never replaced.
 */
export function withTelemetry(
  tree: TapeTree,
  splices: readonly Splice[],
  telemetry: object,
): readonly Splice[] | NoPlace {
  if (!tree.isObject(tree.root))
    return { message: "expected a row that is an object, for --telemetry" };
  const value = tree.get(tree.root, TELEMETRY_KEY);
  const json = JSON.stringify(telemetry);
  if (value < 0) {
    const at = tree.end(tree.root) - 1;
    return [...splices, { start: at, end: at, text: `,"${TELEMETRY_KEY}":${json}` }];
  }
  const isOurs =
    tree.isObject(value) && FIGURES.every((key) => tree.isNumber(tree.get(value, key)));
  if (!isOurs) return { message: `expected no key ${TELEMETRY_KEY} in the row, for --telemetry` };
  if (splices.length === 0) return splices;
  const start = tree.start(value);
  const replaced = { start, end: tree.end(value), text: json };
  const after = splices.findIndex((splice) => splice.start > start);
  return after < 0 ? [...splices, replaced] : splices.toSpliced(after, 0, replaced);
}
