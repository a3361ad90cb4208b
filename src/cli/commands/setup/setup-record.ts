import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestOf } from "../../../base/digest.ts";
import { makeFolder } from "../../../io/make-folder.ts";
import { userArchive } from "../../archives/user-archive.ts";
import type { Shell } from "../../terminal/shell.ts";

/** Settings as they were before setup changed them. */
interface SetupRecord {
  readonly settings: string;
  /** Their bytes in base64; null: there was no such file. */
  readonly before: string | null;
  /** The SHA-256 of what setup made of them. */
  readonly after: string;
}

/** Where the record of an agent's settings is; undefined where the environment names no home. */
export function recordPath(agent: string, env: Shell["env"]): string | undefined {
  const archive = userArchive(env);
  return archive === undefined ? undefined : join(dirname(archive), "setup", `${agent}.json`);
}

/** Saves the settings as they were, readable only by their owner. */
export function keepRecord(
  path: string,
  {
    settings,
    before,
    after,
  }: { readonly settings: string; readonly before: Buffer | undefined; readonly after: Buffer },
): void {
  const record: SetupRecord = {
    settings,
    before: before?.toString("base64") ?? null,
    after: digestOf(after),
  };
  makeFolder(dirname(path), { mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/**
 * The settings before setup, if nobody has changed the file since: their bytes, or null for no file. Undefined
 * where there is no such record.
 */
export function recorded(
  path: string | undefined,
  { settings, now }: { readonly settings: string; readonly now: Buffer },
): Buffer | null | undefined {
  if (path === undefined) return undefined;
  try {
    const record: SetupRecord = JSON.parse(readFileSync(path, "utf8"));
    if (record.settings !== settings || record.after !== digestOf(now)) return undefined;
    return record.before === null ? null : Buffer.from(record.before, "base64");
  } catch {
    return undefined;
  }
}

/** Removes the record. */
export function removeRecord(path: string | undefined): void {
  if (path !== undefined) rmSync(path, { force: true });
}
