import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type ArchiveEntry, decodeEntry, encodeEntry, lineStart } from "./entry.ts";
import { noArchive } from "./errors.ts";
import { readLog } from "./log.ts";
import { encodeMember } from "./member.ts";

export type { ArchiveEntry, TextEntry, UnitEntry } from "./entry.ts";

/** A folder that keeps what was taken out of transcripts. */
export interface Archive {
  /** Takes an entry; one that is there already is not written again. */
  add(entry: ArchiveEntry): void;
  /** On return everything added is on disk. */
  flush(): void;
  /** All entries whose digest begins with these hex digits, 12 to 64. */
  find(prefix: string, kind?: ArchiveEntry["kind"]): readonly ArchiveEntry[];
  /** Flushes, and brings the index up to date. */
  close(): void;
}

/** How an archive is opened. */
export interface ArchiveOptions {
  /** `write` makes the folder where there is none. */
  readonly mode?: "read" | "write";
  /** Milliseconds since 1970 that entries are marked with; left out, they have no time. */
  readonly time?: number;
}

/** The name of the log in the folder. */
export const LOG_NAME = "log.ndjson.gz";

/** Bytes of NDJSON that make a member. */
const MEMBER_CONTENT_BYTES = 256 * 1024;

/** Opens an archive. An `ElisionError` if the folder is not there (to read) or cannot be used. */
export function openArchive(dir: string, options: ArchiveOptions = {}): Archive {
  const { mode = "read", time = 0 } = options;
  const file = openLog(dir, mode);
  let lines: string[] = [];
  let held = 0;
  let isSynced = true;

  const writeHeld = () => {
    if (lines.length === 0) return;
    const member = encodeMember(Buffer.from(lines.join("")), Math.floor(time / 1000));
    writeSync(file, member);
    lines = [];
    held = 0;
    isSynced = false;
  };
  const flush = () => {
    writeHeld();
    if (!isSynced) fsyncSync(file);
    isSynced = true;
  };
  return {
    add(entry) {
      const line = encodeEntry(entry);
      if (isKnown(this.find(entry.digest, entry.kind), line)) return;
      lines.push(line);
      held += line.length;
      if (held >= MEMBER_CONTENT_BYTES) writeHeld();
    },
    flush,
    find(prefix, kind) {
      const found = new Map<string, ArchiveEntry>();
      for (const line of allLines(file, lines)) {
        if (!starts(line, prefix, kind)) continue;
        const entry = decodeEntry(line);
        if (entry !== undefined) found.set(line, entry);
      }
      return [...found.values()];
    },
    close() {
      if (mode === "write") flush();
      closeSync(file);
    },
  };
}

function openLog(dir: string, mode: "read" | "write"): number {
  const path = join(dir, LOG_NAME);
  try {
    if (mode === "read") return openSync(path, "r");
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return openSync(path, "a+", 0o600);
  } catch (error) {
    throw noArchive(dir, error);
  }
}

function isKnown(entries: readonly ArchiveEntry[], line: string): boolean {
  return entries.some((entry) => encodeEntry(entry) === line);
}

function* allLines(file: number, held: readonly string[]): Iterable<string> {
  for (const part of readLog(file)) {
    if (part.kind === "member") yield* part.lines.toString().match(/.*\n/g) ?? [];
  }
  yield* held;
}

function starts(line: string, prefix: string, kind?: ArchiveEntry["kind"]): boolean {
  const kinds = kind === undefined ? (["text", "unit"] as const) : [kind];
  return kinds.some((each) => line.startsWith(lineStart(each, prefix)));
}
