import { chmodSync, existsSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { Archive } from "../../archive/archive.ts";
import { LOG_NAME } from "../../archive/log/open-log.ts";
import { ElisionError } from "../../base/errors.ts";
import { number } from "../../report/figures.ts";
import type { Input } from "../inputs/input.ts";
import type { CompactFlags } from "../options/compact-flags.ts";
import { usage } from "../options/usage-error.ts";
import type { Notices } from "../terminal/notices.ts";
import type { Shell } from "../terminal/shell.ts";
import { userArchive } from "./user-archive.ts";

/** The archive of a run: its folder, and whether it is the user's default archive. */
export interface RunArchive {
  readonly dir: string;
  readonly isUsers: boolean;
}

/**
 * The archive of a run: the one that was named, or the user's for a run in place that would otherwise lose the
 * originals. Undefined if backups keep them, or `--no-archive` gives them up.
 */
export function archiveOf(
  { archive, inPlace, backup }: Pick<CompactFlags, "archive" | "inPlace" | "backup">,
  env: Shell["env"],
): RunArchive | undefined {
  if (archive === false) return undefined;
  if (archive !== undefined) return { dir: archive, isUsers: false };
  if (inPlace !== true || backup !== undefined) return undefined;
  const dir = userArchive(env);
  if (dir !== undefined) return { dir, isUsers: true };
  throw withoutUserArchive(
    new ElisionError("archive", "there is no archive: neither HOME nor XDG_DATA_HOME is set"),
  );
}

/** Refuses an archive in a folder of inputs: a folder that holds an archive is not read. */
export function refuseInputsInArchive(inputs: readonly Input[], dir: string): void {
  if (!existsSync(dir)) return;
  const archive = realpathSync(dir);
  const folders = new Map<string, string>();
  for (const { kind, name } of inputs) if (kind === "file") folders.set(dirname(name), name);
  for (const [folder, name] of folders)
    if (`${realpathSync(folder)}${sep}`.startsWith(`${archive}${sep}`))
      throw usage(
        `the archive ${dir} needs a folder of its own (${name} is in it)`,
        "name another folder with --archive",
      );
}

/** Opens the archive of a run to add to it. */
export async function openRunArchive({ dir, isUsers }: RunArchive, time: number): Promise<Archive> {
  const { openArchive } = await import("../../archive/open-archive.ts");
  try {
    const archive = openArchive(dir, { mode: "write", time });
    if (isUsers) makePrivate(dir);
    return archive;
  } catch (error) {
    throw isUsers ? withoutUserArchive(error) : error;
  }
}

/**
 * Adds to an error of the user's archive a hint at the options that do without it. Other errors are returned
 * unchanged.
 */
export function withoutUserArchive(error: unknown): unknown {
  if (!(error instanceof ElisionError) || !error.code.startsWith("archive")) return error;
  const { code, message, file, cause } = error;
  return new ElisionError(code, message, {
    ...(file !== undefined && { file }),
    hint: "nothing was changed: name a folder with --archive, keep originals with --backup, or give them up with --no-archive",
    cause,
  });
}

/** The bytes of an archive's log; 0 where there is none. */
export function archiveBytes(dir: string): number {
  try {
    return statSync(join(dir, LOG_NAME), { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0; // Opening it fails as well, and reports why.
  }
}

const ABOUT_NAME = "README.txt";

const ABOUT = `elision keeps here what "elision -i" takes out of transcripts: full tool output, secrets
included. "elision restore FILE" puts it back. To remove what is older than 90 days:

  elision archive prune --older-than 90d
`;

/** Notes what a run added to the user's archive; the first time, also what the archive is for. */
export function noteUserArchive(
  dir: string,
  { addedBytes, notices }: { readonly addedBytes: number; readonly notices: Notices },
): void {
  if (addedBytes <= 0) return;
  notices.note(
    `originals kept in ${dir}: ${number(addedBytes)} bytes more, ${number(archiveBytes(dir))} in all; elision restore brings them back`,
  );
  const about = join(dir, ABOUT_NAME);
  if (existsSync(about)) return;
  notices.note(
    "that archive keeps full tool output, secrets included, until you prune it: elision archive prune --older-than 90d",
  );
  try {
    writeFileSync(about, ABOUT, { mode: 0o600, flag: "wx" });
  } catch {
    // The next run explains it again.
  }
}

/** Removes the permissions of other users from the user's archive. */
function makePrivate(dir: string): void {
  if ((statSync(dir).mode & 0o077) === 0) return;
  try {
    chmodSync(dir, 0o700);
  } catch {
    // Another user owns it and decides.
  }
}
