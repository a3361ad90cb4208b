import type { BigIntStats } from "node:fs";

/** An input that is done, as a line of the list. */
export interface ManifestEntry {
  /** The path of the output below its folder. */
  readonly file: string;
  readonly read: FileState & { readonly sha256: string };
  readonly written: FileState;
  /** A digest of the options. */
  readonly options: string;
  readonly version: string;
  /** Whether its exit code was 1. */
  readonly incomplete?: boolean;
}

interface FileState {
  readonly bytes: number;
  /** Inode and times: if these are equal, the bytes are taken to be equal. */
  readonly state: string;
}

/** The size, inode and times of a file, which change when it is written. */
export function stateOf({ size, ino, mtimeNs, ctimeNs }: BigIntStats): FileState {
  return { bytes: Number(size), state: `${ino}-${mtimeNs}-${ctimeNs}` };
}

/** An entry from a line of the list; undefined for one that is torn. */
export function parseEntry(line: string): ManifestEntry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<ManifestEntry> | null;
    const isWhole =
      typeof entry?.file === "string" &&
      typeof entry.read?.sha256 === "string" &&
      typeof entry.written?.state === "string";
    return isWhole ? (entry as ManifestEntry) : undefined;
  } catch {
    return undefined;
  }
}
