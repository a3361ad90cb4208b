import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { memoryMemo, type Sent, type SentMemo } from "../../api/live/sent-memo.ts";
import { parsedJson } from "../../base/json-value.ts";

/** The most results to remember; beyond that, those that were not sent for the longest time are forgotten. */
const MOST = 100_000;

/** A memo that several processes may share. */
export interface FileMemo extends SentMemo {
  /** The number of bytes of its file that it has read: all, unless another process writes to it. */
  readonly knownBytes: number;
}

/**
 * A memo kept in a file, so that a restart changes nothing: a line for each result, with its key and how it
 * was sent; the last line for a key holds. It has only digests of results, and the replacement texts of
 * masked ones. Only its owner can read it. Several proxies may share the file: each learns what the others
 * have sent.
 */
export function fileMemo(path: string): FileMemo {
  const memo = memoryMemo(MOST);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  if (lines.length > 2 * MOST) rewrite(path, lines);
  else endLine(path, lines);
  chmodSync(path, 0o600);
  const news = newLines(path);
  const refresh = () => {
    for (const line of news.lines()) {
      const [key, sent] = readLine(line) ?? [];
      if (key !== undefined && sent !== undefined) memo.setAll(new Map([[key, sent]]));
    }
  };
  refresh();
  return {
    refresh,
    get: (key) => memo.get(key),
    get leastEdited() {
      return memo.leastEdited;
    },
    get knownBytes() {
      return news.known;
    },
    setAll(all) {
      const lines = [...all].flatMap(([key, sent]) => {
        const before = memo.get(key);
        const line = written(sent);
        return before !== undefined && written(before) === line ? [] : `${key} ${line}\n`;
      });
      if (lines.length > 0) appendWhole(path, lines.join(""));
      memo.setAll(all);
    },
  };
}

/** Returns the lines added to a file since the last call, or all lines if the file was replaced. */
function newLines(path: string): { lines(): readonly string[]; readonly known: number } {
  let known = 0;
  let file: number | undefined;
  return {
    get known() {
      return known;
    },
    lines() {
      const { size, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (size === undefined || (size === known && ino === file)) return [];
      if (ino !== file || size < known) known = 0;
      file = ino;
      const bytes = bytesFrom(path, known, size);
      // A line that is being written is read when it is complete.
      const end = bytes.lastIndexOf(0x0a) + 1;
      known += end;
      return bytes.toString("utf8", 0, end).split("\n");
    },
  };
}

function bytesFrom(path: string, start: number, end: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(end - start);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start));
  } finally {
    closeSync(descriptor);
  }
}

function written(sent: Sent): string {
  switch (sent.as) {
    case "raw":
      return sent.stays ? "R" : "r";
    case "short":
      return `s ${sent.limit ?? "-"} ${sent.hasRef ? "ref" : "-"}`;
    case "masked":
      return `m ${JSON.stringify(sent.text)}`;
    case "seen":
      return `c ${sent.step}`;
  }
}

/** Undefined for a torn line. */
function readLine(line: string): [string, Sent] | undefined {
  const [, key, kind, rest = ""] = LINE.exec(line) ?? [];
  if (key === undefined) return undefined;
  switch (kind) {
    case "r":
    case "R":
      return [key, { as: "raw", stays: kind === "R" }];
    case "s": {
      const [limit = "-", ref] = rest.split(" ");
      return [key, { as: "short", limit: Number(limit) || undefined, hasRef: ref === "ref" }];
    }
    case "c":
      return [key, { as: "seen", step: Number(rest) || 0 }];
    default: {
      const text = textIn(rest);
      return text === undefined ? undefined : [key, { as: "masked", text }];
    }
  }
}

const LINE = /^([0-9a-f]{32}) ([rRscm])(?: (.+))?$/;

function textIn(json: string): string | undefined {
  const text = parsedJson(json);
  return typeof text === "string" ? text : undefined;
}

/** Ends the last line if it is torn, so that the next entry begins on a new line. */
function endLine(path: string, lines: readonly string[]): void {
  const isTorn = (lines.at(-1) ?? "") !== "";
  appendFileSync(path, isTorn ? "\n" : "", { mode: 0o600 });
}

/** Appends a text, or nothing of it if that fails: a disk that fills up takes a part. */
function appendWhole(path: string, text: string): void {
  const sizeNow = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const size = sizeNow();
  try {
    appendFileSync(path, text);
  } catch (error) {
    if (sizeNow() > size) truncateSync(path, size);
    throw error;
  }
}

/** Keeps the latest lines. */
function rewrite(path: string, lines: readonly string[]): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${lines.slice(-MOST).join("\n")}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}
