import { parsedJson } from "../../base/json-value.ts";
import { remembered } from "../../base/remembered.ts";

/**
 * The main part of a call's arguments: the values under keys for paths, commands, patterns, queries and addresses,
 * in their order; if there are none, the whole text, which is empty for a call without arguments.
 */
export function mainArguments(args: string): string {
  const value = parsedJson(args);
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return args;
  const entries = Object.entries(value);
  if (entries.length === 0) return "";
  const main: string[] = [];
  for (const [key, each] of entries) if (isMainKey(key)) main.push(...wordsOf(each));
  return main.length === 0 ? args : main.join(" ");
}

/** A string, or a list of strings as commands can be; nothing else. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
  return isList ? value : [];
}

/** Whether a key is one of those. */
export const isMainKey = remembered(
  (key: string) => MAIN.has(key.toLowerCase().replaceAll("_", "")),
  1024,
);

/** Keys without underscores, in small letters: `file_path` and `filePath` are one. */
export const MAIN_KEYS: readonly string[] = [
  ...["path", "paths", "filepath", "absolutepath", "notebookpath", "targetfile", "dirpath"],
  ...["file", "files", "filename", "directory", "dir"],
  ...["command", "cmd", "script", "code"],
  ...["pattern", "regex", "glob", "query", "queries", "url", "urls", "uri"],
];

const MAIN: ReadonlySet<string> = new Set(MAIN_KEYS);
