/** A place in a text, counted from 1; the column in UTF-16 units. */
export interface TomlPlace {
  readonly line: number;
  readonly column: number;
}

/** A string, a comment, a bracket, the end of a line, or anything between these. */
const TOKEN =
  /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\]|\\.)*"|'[^']*'|#[^\n]*|[[\]{}\n]|[^"'#[\]{}\n]+/y;

/** Text between statements: white space and comments. */
const BETWEEN = /(?:\s|#[^\n]*)*/y;

/** A part of a key, with what is around it up to the next part or the end of the key. */
const KEY_PART = /[ \t]*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s.=\]"'#]+)[ \t]*(\.?)/y;

/**
 * The places of keys in a TOML document, which its parser does not report. The text must be valid. Keys of an
 * inline table have the place of the table's own key.
 */
export function placesIn(toml: string): (path: readonly string[]) => TomlPlace {
  const offsets = new Map<string, number>();
  const note = (path: readonly string[], offset: number) => {
    for (let length = 1; length <= path.length; length++) {
      const key = JSON.stringify(path.slice(0, length));
      if (!offsets.has(key)) offsets.set(key, offset);
    }
  };
  let table: readonly string[] = [];
  for (let at = after(BETWEEN, toml, 0); at < toml.length; at = after(BETWEEN, toml, at)) {
    const brackets = /\[{0,2}/y;
    const begin = after(brackets, toml, at);
    const { path, end } = keyAt(toml, begin);
    if (begin > at) table = path;
    note(begin > at ? path : [...table, ...path], at);
    at = endOfStatement(toml, end);
  }
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(JSON.stringify(path.slice(0, length)));
      if (offset !== undefined) return placeAt(toml, offset);
    }
    return { line: 1, column: 1 };
  };
}

function keyAt(toml: string, begin: number): { path: readonly string[]; end: number } {
  const path: string[] = [];
  KEY_PART.lastIndex = begin;
  let end = begin;
  for (let more = true; more; ) {
    const match = KEY_PART.exec(toml);
    if (match === null) break;
    path.push(unquoted(match[1] ?? ""));
    end = KEY_PART.lastIndex;
    more = match[2] === ".";
  }
  return { path, end };
}

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (!part.startsWith('"')) return part;
  try {
    return JSON.parse(part);
  } catch {
    return part; // An escape of TOML's own: its place is that of its table.
  }
}

/** The end of the first line on which no bracket is open. */
function endOfStatement(toml: string, from: number): number {
  let depth = 0;
  for (let at = from; at < toml.length; ) {
    const end = after(TOKEN, toml, at);
    const token = toml.slice(at, end);
    if (token === "\n" && depth <= 0) return at;
    if (token === "[" || token === "{") depth++;
    if (token === "]" || token === "}") depth--;
    at = Math.max(end, at + 1);
  }
  return toml.length;
}

function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function placeAt(text: string, offset: number): TomlPlace {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
