import { type BigIntStats, closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TrajectoryReduction } from "../../../analyses/snapshot/reduce-trajectory.ts";
import { type Retired, retiredKey } from "../../../analyses/snapshot/retired.ts";
import { makeFolder } from "../../../io/make-folder.ts";
import { beginReplacement, type FileReplacement } from "../../../io/replacement/replacement.ts";
import { DIAGNOSTICS_FILE, RETIRED_FILE, SNAPSHOT_FILE } from "./read-state.ts";

/**
 * Writes the files of a reduction into a folder, each all at once. Retirements are written first and the snapshot
 * last: retired items are found by comparing with the old snapshot, so a run that was killed in between can be
 * repeated. Retirements already in the file are not added twice.
 */
export async function writeState(folder: string, reduction: TrajectoryReduction): Promise<void> {
  makeFolder(folder);
  const begun: FileReplacement[] = [];
  const begin = async (name: string, content: Buffer, expected?: BigIntStats) => {
    const replacement = beginReplacement(join(folder, name), expected ? { expected } : {});
    begun.push(replacement);
    await replacement.write([content]);
  };
  try {
    const retired = withRetired(join(folder, RETIRED_FILE), reduction.retired);
    if (retired !== undefined) await begin(RETIRED_FILE, retired.content, retired.read);
    await begin(DIAGNOSTICS_FILE, jsonBytes(reduction.diagnostics));
    await begin(SNAPSHOT_FILE, jsonBytes(reduction.snapshot));
    for (const replacement of begun) await replacement.commit();
  } finally {
    for (const replacement of begun) replacement.abort();
  }
}

/**
 * The bytes of the file with these records appended; undefined if there are none to add. A missing file is
 * created, so that a write by another process in the meantime is noticed.
 */
function withRetired(
  path: string,
  retired: readonly Retired[],
): { readonly content: Buffer; readonly read: BigIntStats } | undefined {
  if (retired.length === 0) return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_CREAT, 0o666);
  try {
    const read = fstatSync(file, { bigint: true });
    const before = readFileSync(file);
    const known = keysIn(before);
    const added = retired.filter((record) => !known.has(retiredKey(record)));
    if (added.length === 0) return undefined;
    const lines = added.map((record) => `${JSON.stringify(record)}\n`).join("");
    const gap = before.length > 0 && before.at(-1) !== 0x0a ? "\n" : "";
    return { content: Buffer.concat([before, Buffer.from(`${gap}${lines}`)]), read };
  } finally {
    closeSync(file);
  }
}

/** The keys of the records in the file. Lines that are no records are ignored. */
function keysIn(bytes: Buffer): ReadonlySet<string> {
  return new Set(
    bytes
      .toString("utf8")
      .split("\n")
      .flatMap((line) => {
        try {
          return [retiredKey(JSON.parse(line))];
        } catch {
          return [];
        }
      }),
  );
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
