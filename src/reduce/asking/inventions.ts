import { scanIdentifiers } from "../../transcript/model/identifiers.ts";

/**
 * The first name of a file, or another identifier, that a text has and its sources do not; undefined where there
 * is none. Capitals make no difference. A name whose parts occur separately in the sources (`src/app.ts:42`)
 * counts as known, and words with a hyphen are words.
 */
export function inventedName(text: string, sources: readonly string[]): string | undefined {
  const known = sources.map((source) => source.toLowerCase());
  const has = (name: string) => known.some((source) => source.includes(name.toLowerCase()));
  let invented: string | undefined;
  scanIdentifiers(text, (start, end) => {
    if (invented !== undefined) return;
    const name = text.slice(start, end);
    if (has(name) || name.split(SEPARATORS).every((part) => !saysSomething(part) || has(part)))
      return;
    invented = name;
  });
  return invented;
}

/** Separators between a path and a line number, and within words such as `follow-up`. */
const SEPARATORS = /[:-]+/;

/** Whether a part of a name is more than a word or a short number. */
function saysSomething(part: string): boolean {
  return /[_./]|[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]|\d{5}/.test(part);
}
