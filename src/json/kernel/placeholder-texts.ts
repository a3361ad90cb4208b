import type { PlaceholderPieces } from "../tape/masked-rows.ts";
import { KINDS, KINDS_OF, PIECES, PIECES_OF, ROWS, TEXTS } from "./row-places.ts";

/** The most bytes of a code unit in UTF-8. */
const UTF8_BYTES = 3;

/** The most fields of a text. */
const MOST_FIELDS = 6;

/** Writes placeholders into the memory of rows at an offset, of which `settings` are integers; false if there is no room. */
export function writePlaceholders(
  bytes: Buffer,
  placeholders: readonly PlaceholderPieces[],
  { at, settings }: { readonly at: number; readonly settings: Int32Array },
): boolean {
  let text = at + TEXTS;
  for (const [p, { texts, literalChars, fields }] of placeholders.entries()) {
    if (fields.length > MOST_FIELDS) return false;
    bytes.set(fields, at + KINDS + p * KINDS_OF);
    for (const [k, pieces] of [texts.ascii, texts.utf8].entries()) {
      const places = [literalChars];
      for (const piece of pieces) {
        if (piece.length * UTF8_BYTES > at + ROWS - text) return false;
        const length = bytes.write(piece, text, "utf8");
        places.push(text, length);
        text += length;
      }
      settings.set(places, (PIECES + (2 * p + k) * PIECES_OF) / 4);
    }
  }
  return true;
}
