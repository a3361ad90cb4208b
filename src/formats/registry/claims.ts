import type { Tree } from "../../json/tree/tree.ts";
import type { Format } from "../format.ts";
import { fits, mayFit, ownKeys } from "./fits-keys.ts";

/** Whether the first records of an input are of a format. */
export function claims(format: Format, head: readonly Tree[]): boolean {
  return head.some((record) => isCandidate(format, record)) && isClaimed(format, head);
}

/** Whether a record can be of a format, judged by its keys. */
export function isCandidate({ keys }: Format, record: Tree, has = ownKeys(record)): boolean {
  return keys.some((pattern) => mayFit(record, pattern, has));
}

/** Whether records are of a format, given that the keys of one fit. */
export function isClaimed({ keys, detect }: Format, head: readonly Tree[]): boolean {
  if (detect !== undefined) return detect(head);
  return head.some((record) => keys.some((pattern) => fits(record, pattern)));
}
