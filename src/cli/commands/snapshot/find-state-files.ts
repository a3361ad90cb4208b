import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileBytes } from "../../../analyses/snapshot/read/read-records.ts";
import { fileStatus } from "../../../io/file-status.ts";
import { ioError } from "../../../io/io-error.ts";

/** The names under which a state folder has its inputs: the first that is there. */
export const INPUT_NAMES = {
  memory: ["memory.json", "memory.jsonl", "memory.ndjson"],
  tasks: ["tasks.json", "tasks.jsonl", "tasks.ndjson"],
  issue: ["issue.json"],
  progress: ["progress.txt", "progress.md"],
} as const;

/** Where inputs are looked for. */
export interface Places {
  readonly folder: string;
  /** The bytes of `-`. */
  readonly stdin: FileBytes | undefined;
}

/** The file that was named, or one that lies in the folder under one of these names. */
export function findFile(
  { folder, stdin }: Places,
  names: readonly string[],
  named: string | undefined,
): FileBytes | undefined {
  if (named === "-" && stdin !== undefined) return stdin;
  if (named !== undefined) return readFile(named);
  for (const name of names) {
    const path = join(folder, name);
    if (exists(path)) return readFile(path);
  }
  return undefined;
}

/** Reads a file; an error names it. */
export function readFile(path: string): FileBytes {
  try {
    return { name: path, bytes: readFileSync(path) };
  } catch (error) {
    throw ioError(error, path);
  }
}

/** Whether there is a file of this name. */
export function exists(path: string): boolean {
  return fileStatus(path) !== undefined;
}
