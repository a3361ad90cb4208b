import { lstatSync, mkdirSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { hasProcessEnded, startOf, thisHost } from "./process-identity.ts";

/** Bytes of a file's name in that of its temporary file: file systems allow 255 in all. */
const NAME_BYTES = 190;

let counter = 0;

/** A unique path in a file's own folder that names this process. */
export function temporaryPathFor(target: string): string {
  const owner = `${process.pid}-${ownStart()}-${hostTag()}`;
  const name = `.${clippedName(basename(target))}.elision-${owner}-${counter++}.tmp`;
  return join(dirname(target), name);
}

/**
 * Makes a folder for copies of a file in the system's folder of temporary files, which only this user can open.
 * Its name names this process, as that of a temporary file does; folders left by killed processes are removed.
 */
export function makeTemporaryFolder(about: string): string {
  const parent = tmpdir();
  removeAbandonedFiles(parent);
  for (;;) {
    const folder = temporaryPathFor(join(parent, basename(about)));
    try {
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    } catch (error) {
      // Another thread of this process has its own counter.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** The process, when it started (0: unknown), and its host. A name without these two is of an older version. */
const NAME = /^\..*\.elision-(\d+)(?:-(\d+)-([0-9a-f]{8}))?-\d+\.tmp$/s;

/** Whether a file name is that of one of elision's temporary files. */
export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
}

const looked = new Set<string>();

/**
 * Removes the temporary files, and folders, that processes of this host left in a folder when they were killed.
 * Files of running processes and of other hosts stay. Each folder is cleaned once.
 */
export function removeAbandonedFiles(folder: string): void {
  if (looked.has(folder)) return;
  looked.add(folder);
  for (const name of namesIn(folder)) {
    const [, pid, started, host] = NAME.exec(name) ?? [];
    if (pid === undefined || host !== hostTag()) continue;
    if (hasProcessEnded(Number(pid), started === "0" ? "" : (started ?? "")))
      removeQuietly(join(folder, name));
  }
}

/** Removes a file that may be gone already. */
export function unlinkQuietly(name: string): void {
  try {
    unlinkSync(name);
  } catch {
    // It is gone already.
  }
}

/** Removes a file, or a folder of this user; another user could swap names in his own folder during removal. */
function removeQuietly(path: string): void {
  try {
    const about = lstatSync(path);
    if (!about.isDirectory()) unlinkSync(path);
    else if (about.uid === (process.getuid?.() ?? about.uid)) rmSync(path, { recursive: true });
  } catch {
    // It is gone already, or of another user.
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The folder can be written to, but not listed.
  }
}

function clippedName(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= NAME_BYTES) return name;
  let end = NAME_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--; // In a character.
  return bytes.toString("utf8", 0, end);
}

let start: string | undefined;

function ownStart(): string {
  start ??= startOf(process.pid) || "0";
  return start;
}

let tag: string | undefined;

/** This host in eight hexadecimal digits: FNV-1a, since node:crypto takes milliseconds to load. */
function hostTag(): string {
  if (tag !== undefined) return tag;
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(thisHost())) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  tag = hash.toString(16).padStart(8, "0");
  return tag;
}
