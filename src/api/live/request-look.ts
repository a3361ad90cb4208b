import { scanInMemory } from "../../engine/input/lines/scan-in-memory.ts";
import type { RequestFormat } from "./request-format.ts";
import { isBelowLimit, LEAST_LOOKED_AT } from "./untouched-request.ts";

/** Scanning larger requests would delay others: two megabytes take a millisecond. */
const MOST_LOOKED_AT = 4 * 1024 * 1024;

/**
 * Whether a large request of an unknown conversation certainly has no result with more chars than a limit,
 * judged by its scan alone. False means unknown.
 */
export function hasNothingAbove(limit: number, body: Buffer, format: RequestFormat): boolean {
  if (body.length < LEAST_LOOKED_AT || body.length > MOST_LOOKED_AT) return false;
  return scanInMemory(body, (tree) => isBelowLimit(tree, format, limit)) ?? false;
}
