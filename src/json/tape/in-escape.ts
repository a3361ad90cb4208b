import { BACKSLASH } from "../splice/edges.ts";

/** Whether the byte at an offset of a string, whose text begins at `start`, is part of an escape. */
export function isInEscape(
  bytes: { at(offset: number): number },
  offset: number,
  start: number,
): boolean {
  let last = offset - 1;
  while (last >= start && offset - last < ESCAPE && bytes.at(last) !== BACKSLASH) last--;
  if (last < start || bytes.at(last) !== BACKSLASH) return false;
  let first = last;
  while (first > start && bytes.at(first - 1) === BACKSLASH) first--;
  // Of an even number, each second one is escaped.
  const begins = (last - first) % 2 === 0;
  return begins && (last + 1 === offset || bytes.at(last + 1) === LETTER_U);
}

/** The bytes of the longest escape of a character, and its letter. */
const ESCAPE = 6;
const LETTER_U = 0x75;
