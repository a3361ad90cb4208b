import { scanInMemory } from "../../engine/input/scan-in-memory.ts";
import type { RequestFormat } from "./request-format.ts";
import { isBelowLimit, LEAST_LOOKED_AT } from "./untouched-request.ts";

/** Larger requests take too long to be looked at where others wait: a millisecond is two megabytes. */
const MOST_LOOKED_AT = 4 * 1024 * 1024;

/**
 * Whether a large request, of whose conversation nothing is known, certainly has no result with more chars than a limit:
 * by its scan alone, without reading it. False says nothing.
 */
export function hasNothingAbove(limit: number, body: Buffer, format: RequestFormat): boolean {
  if (body.length < LEAST_LOOKED_AT || body.length > MOST_LOOKED_AT) return false;
  return scanInMemory(body, (tree) => isBelowLimit(tree, format, limit)) ?? false;
}
