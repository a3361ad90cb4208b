/** The strings under a key for paths in a call's arguments, at any depth. */
export function pathsIn(value: unknown): readonly string[] {
  return pathsUnder(value, "");
}

/** Whether a key is one for paths: `path`, `file_path`, `filePath`, `filename`, `target_file`, … */
export function isPathKey(key: string): boolean {
  return PATH_KEY.test(key);
}

/**
 * A normalised path: without a leading `.//`, `/./` and `//`. Relative and absolute paths never count as equal,
 * since the folder is not known.
 */
export function normalPath(path: string): string {
  return path
    .trim()
    .replace(/^file:\/\//, "")
    .replaceAll("\\", "/")
    .replace(/(?<=\/)(?:\.?\/)+/g, "")
    .replace(/^(?:\.\/)+/, "");
}

function pathsUnder(value: unknown, key: string): readonly string[] {
  if (typeof value === "string") return isPathKey(key) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, item]) => pathsUnder(item, isList ? key : name));
}

/** `path`, `file_path`, `filePath`, `filename`, `paths`, `files`, `target_file`, `directory`, … */
const PATH_KEY =
  /^(?:\w+_)?(?:paths?|files?|filenames?|directory|directories|dir|uri)$|[a-z](?:Paths?|Files?|FileName|Filename|Directory|Dir|Uri)$/;
