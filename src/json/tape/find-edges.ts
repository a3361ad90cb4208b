import { BACKSLASH, edgesOf, NOT_ASCII } from "../splice/edges.ts";

interface BytesByOffset {
  at(offset: number): number;
}

/** A string with something in it: the offsets of its quote, and after its closing quote. */
interface StringPlace {
  readonly start: number;
  readonly end: number;
  readonly hasEscapes: boolean;
}

/** The edges of a string: see edges.ts. */
export function findEdges(bytes: BytesByOffset, place: StringPlace): number {
  const { start, end, hasEscapes } = place;
  const first = firstCharacter(bytes, start + 1, hasEscapes);
  const last = lastCharacter(bytes, end - 1, place);
  const before = lastCharacter(bytes, end - 1 - last.length, place);
  return edgesOf(first, last.character, before.character);
}

function firstCharacter(bytes: BytesByOffset, at: number, hasEscapes: boolean): number {
  const byte = bytes.at(at);
  if (byte === BACKSLASH && hasEscapes) return escaped(bytes, at + 1);
  return byte < 0x80 ? byte : NOT_ASCII;
}

/** The last character of a string up to `end`, and its bytes; of a character beyond ASCII, the last byte. */
function lastCharacter(
  bytes: BytesByOffset,
  end: number,
  { start, hasEscapes }: StringPlace,
): { readonly character: number; readonly length: number } {
  const at = end - 1;
  if (at <= start) return { character: NOT_ASCII, length: 0 };
  const byte = bytes.at(at);
  const isAfterBackslash = (letter: number) => {
    let from = letter;
    while (from - 1 > start && bytes.at(from - 1) === BACKSLASH) from--;
    return (letter - from) % 2 === 1;
  };
  if (hasEscapes && isAfterBackslash(at)) return { character: escaped(bytes, at), length: 2 };
  const letter = at - 4;
  if (hasEscapes && letter > start && bytes.at(letter) === LETTER_U && isAfterBackslash(letter))
    return { character: escaped(bytes, letter), length: 6 };
  return { character: byte < 0x80 ? byte : NOT_ASCII, length: 1 };
}

/** The character of the escape whose letter is at an offset. */
function escaped(bytes: BytesByOffset, at: number): number {
  const letter = bytes.at(at);
  if (letter !== LETTER_U) return ESCAPED_LETTERS[letter] ?? letter;
  const digits = [1, 2, 3, 4].map((k) => String.fromCharCode(bytes.at(at + k))).join("");
  const unit = Number.parseInt(digits, 16);
  return unit < 0x80 ? unit : NOT_ASCII;
}

const LETTER_U = 0x75;

/** The characters of escapes whose letter is another: \b, \f, \n, \r, \t. */
const ESCAPED_LETTERS: Readonly<Record<number, number>> = {
  98: 0x08,
  102: 0x0c,
  110: 0x0a,
  114: 0x0d,
  116: 0x09,
};
