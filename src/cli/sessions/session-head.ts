import { closeSync, openSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parsedJson } from "../../base/json-value.ts";
import type { KeyPath, SavedSessions } from "../../formats/shared/saved-sessions.ts";
import { withBytes } from "../../io/with-bytes.ts";
import type { SavedFile } from "./saved-files.ts";
import type { SessionHead } from "./session-facts.ts";

/** Bytes read from the start of a session to detect what it is. */
const HEAD_BYTES = 64 * 1024;

/** Reads the start of a session; facts that are not there are left out. */
export async function readHead(file: SavedFile): Promise<SessionHead> {
  const { saved } = file.format ?? {};
  if (saved === undefined) return { id: nameOf(file) };
  const head = createHead(saved);
  try {
    const text = await startOf(file.path);
    head.read(text);
  } catch {
    // Errors are reported when the whole file is read.
  }
  return { id: nameOf(file), ...head.found };
}

/** The id of the session that a subagent's file belongs to, if the file or its folder names it. */
export async function sessionOfPart({ path, format }: SavedFile): Promise<string | undefined> {
  const { partOf } = format?.saved ?? {};
  if (partOf === undefined) return undefined;
  if (partOf === "folder") return basename(dirname(path));
  const head = createHead({ places: [], id: partOf });
  try {
    head.read(await startOf(path));
  } catch {
    return undefined;
  }
  return head.found.id;
}

/** The session's name: that of its file, or of a folder above it if all files have the same name. */
function nameOf({ path, place }: SavedFile): string {
  const own = place.files.split("/").at(-1) ?? "";
  if (!own.includes("*")) return basename(folderAbove(path, place.idAbove ?? 1));
  return basename(path).replace(/(?:\.messages|\.traj)?\.jsonl?(?:\.zst|\.gz)?$/, "");
}

function folderAbove(path: string, count: number): string {
  return count <= 1 ? dirname(path) : folderAbove(dirname(path), count - 1);
}

async function startOf(path: string): Promise<string> {
  const file = openSync(path, "r");
  try {
    return await withBytes(file, async ({ source }) => {
      const bytes = Buffer.allocUnsafe(HEAD_BYTES);
      let length = 0;
      for (;;) {
        const count = await source.read(bytes.subarray(length));
        length += count;
        if (count === 0 || length === HEAD_BYTES) return bytes.toString("utf8", 0, length);
      }
    });
  } finally {
    closeSync(file);
  }
}

type HeadKey = keyof SessionHead & keyof SavedSessions;

const HEAD_KEYS = ["id", "folder", "folderHash", "model"] as const satisfies readonly HeadKey[];

function createHead(saved: SavedSessions) {
  const found: { [K in HeadKey]?: string } = {};
  const look = (valueUnder: (path: KeyPath) => unknown): boolean => {
    const missing = HEAD_KEYS.filter((key) => saved[key] !== undefined && found[key] === undefined);
    for (const key of missing) {
      const values = (saved[key] ?? []).map(valueUnder);
      const value = values.find(isName);
      if (value !== undefined) found[key] = value;
    }
    return missing.length > 0;
  };
  return {
    found,
    read(text: string) {
      for (let start = 0, end = 0; end >= 0; start = end + 1) {
        end = text.indexOf("\n", start);
        if (end < 0) break;
        const record = parsedJson(text.slice(start, end));
        if (!look((path) => valueAt(record, path))) return;
      }
      // A document, or a line longer than the head: unescaped quotes belong to its own keys and values.
      look((path) => quotedIn(text, path.split(".").at(-1) ?? ""));
    },
  };
}

/** Whether a value is a name: programs write `<synthetic>` for messages that no model wrote. */
function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !value.startsWith("<");
}

function valueAt(record: unknown, path: KeyPath): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Record<string, unknown>)[key];
  }, record);
}

function quotedIn(text: string, key: string): string | undefined {
  const [, value] =
    new RegExp(`[^\\\\]"${key}":\\s*("(?:[^"\\\\\n]|\\\\[^\n])*")`).exec(text) ?? [];
  return value === undefined ? undefined : (parsedJson(value) as string | undefined);
}
