import { readFileSync } from "node:fs";
import { digestOf } from "../../base/digest.ts";
import { ioError } from "../../io/io-error.ts";
import type { CompactFlags } from "./compact-flags.ts";

/** Options that affect placement, speed and messages, but not the output's bytes. */
const NOT_WRITTEN = new Set<string>([
  "output",
  "outDir",
  "continue",
  "shard",
  "follow",
  "minAge",
  "dryRun",
  "jobs",
  "report",
  "explain",
  "diff",
  "reportFile",
  "quiet",
  "color",
  "profile",
  "config",
  "policyFile", // The preset's values are among the others.
] satisfies (keyof CompactFlags)[]);

/** A digest of the options that decide what is written, and of the modules that bring formats. */
export function optionsDigest(flags: CompactFlags): string {
  const deciding = Object.entries(flags)
    .filter(([name, value]) => !NOT_WRITTEN.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const modules = (flags.formatModule ?? []).map((file) => digestOf(bytesOf(file)));
  return digestOf(JSON.stringify([deciding, modules])).slice(0, DIGITS);
}

const DIGITS = 16;

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw ioError(error, file);
  }
}
