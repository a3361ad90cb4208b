import type { Splice } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";

/** The key of a row under which its account is. */
const TELEMETRY_KEY = "elision";

/** The figures by which an account of ours is known. */
const FIGURES = ["beforeChars", "afterChars", "maskedCount"];

/** Why a row has no place for its account: in words. */
export type NoPlace = { readonly message: string };

/**
 * The splices of a row with its account put under `elision`: before the brace that closes the row, or
 * in the place of the account that is there. A row with an account in which nothing is edited stays as
 * it is, so that a second run changes nothing. What is not ours is never replaced.
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
