import {
  type BigIntStats,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { version } from "../../base/version.ts";
import { fileDigest } from "../../io/file-digest.ts";
import { fileStatus } from "../../io/file-status.ts";
import { ioError } from "../../io/io-error.ts";
import type { Input } from "./input.ts";
import { type ManifestEntry, parseEntry, stateOf } from "./manifest-entry.ts";
import { isManifestName } from "./manifest-names.ts";

/** The list of inputs that are done, in an output folder. */
export interface Manifest {
  /**
   * The entry of an input that is done: with these options and this version, from the bytes that it has now, to an
   * output that has not changed since. If only the times of a file differ, its digest decides.
   */
  find(input: Input): Promise<ManifestEntry | undefined>;
  /** Records that an input is done, unless it changed since it was opened (`stats`). */
  add(input: Input, about: DoneInput): Promise<void>;
}

/** An input that was just compacted. */
interface DoneInput {
  /** Its state when it was opened. */
  readonly stats: BigIntStats | undefined;
  /** Whether it makes the exit code 1: a budget was missed, say. */
  readonly isIncomplete: boolean;
}

interface ManifestAbout {
  /** The name of the list that is continued. */
  readonly name: string;
  /** A digest of the options that decide what is written. */
  readonly options: string;
  /** Whether the list is not written. */
  readonly isDryRun: boolean;
}

/** Reads the lists in an output folder, those of other shards too, and continues its own. */
export function openManifest(outDir: string, { name, options, isDryRun }: ManifestAbout): Manifest {
  const path = join(outDir, name);
  const known = entriesIn(outDir, { options, version });
  let isWhole = !known.torn.has(name);
  const append = (entry: ManifestEntry) => {
    if (isDryRun) return;
    appendLine(path, `${isWhole ? "" : "\n"}${JSON.stringify(entry)}\n`);
    isWhole = true;
  };
  const outputOf = (relative: string) => {
    const stats = fileStatus(join(outDir, relative));
    return stats === undefined ? undefined : stateOf(stats);
  };
  return {
    async find(input) {
      if (input.kind !== "file") return undefined;
      const output = outputOf(input.relative);
      const { bytes, state } = stateOf(input.stats);
      const entries = (known.entries.get(input.relative) ?? []).filter(
        ({ written }) => written.bytes === output?.bytes && written.state === output.state,
      );
      const same = entries.find(({ read }) => read.bytes === bytes && read.state === state);
      if (same !== undefined) return same;
      if (!entries.some(({ read }) => read.bytes === bytes)) return undefined;
      const sha256 = await fileDigest(input.name);
      const equal = entries.find(({ read }) => read.bytes === bytes && read.sha256 === sha256);
      if (equal !== undefined) append({ ...equal, read: { ...equal.read, state } });
      return equal;
    },
    async add(input, { stats, isIncomplete }) {
      if (isDryRun || input.kind !== "file" || stats === undefined) return;
      const sha256 = await fileDigest(input.name);
      const written = outputOf(input.relative);
      const now = fileStatus(input.name);
      const read = stateOf(stats);
      if (written === undefined || now === undefined || stateOf(now).state !== read.state) return;
      append({
        file: input.relative,
        read: { ...read, sha256 },
        written,
        options,
        version,
        ...(isIncomplete && { incomplete: true }),
      });
    },
  };
}

function entriesIn(outDir: string, wanted: Pick<ManifestEntry, "options" | "version">) {
  const entries = new Map<string, ManifestEntry[]>();
  const torn = new Set<string>();
  try {
    if (fileStatus(outDir) === undefined) return { entries, torn };
    for (const name of readdirSync(outDir).filter(isManifestName).sort()) {
      const text = readFileSync(join(outDir, name), "utf8");
      if (text !== "" && !text.endsWith("\n")) torn.add(name);
      for (const line of text.split("\n")) {
        const entry = parseEntry(line);
        if (entry?.options !== wanted.options || entry.version !== wanted.version) continue;
        const others = entries.get(entry.file);
        if (others === undefined) entries.set(entry.file, [entry]);
        else others.push(entry);
      }
    }
  } catch (error) {
    throw ioError(error, outDir);
  }
  return { entries, torn };
}

/** Adds a line with one call, so that a killed run leaves at most one torn line. */
function appendLine(path: string, line: string): void {
  try {
    const file = openSync(path, "a");
    try {
      writeSync(file, line);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw ioError(error, path);
  }
}
