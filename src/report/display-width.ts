import { graphemeWidth } from "./grapheme-width.ts";

/** Columns that a text takes on a terminal: two for CJK and emoji, none for marks that combine. */
export function displayWidth(text: string): number {
  if (SINGLE.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, each) => sum + graphemeWidth(each), 0);
}

/** Whether each UTF-16 unit of a text takes one column, in every terminal. */
export function isPlain(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/**
 * Latin letters, dashes, `…`, arrows, boxes, bars and the mark of a recommendation, one column each. Checked first,
 * since creating a segmenter takes milliseconds.
 */
const SINGLE = /^[\x20-\x7e\xa1-\xac\xb0-\u024f\u2010-\u2027\u2190-\u2193\u2500-\u259f\u25c0]*$/;

/** The longest start of a text that takes at most `width` columns; no character is cut. */
export function startOf(text: string, width: number): string {
  if (SINGLE.test(text)) return text.slice(0, Math.max(0, width));
  return fitting(graphemesOf(text), width).join("");
}

/** The longest end of a text that takes at most `width` columns; no character is cut. */
export function endOf(text: string, width: number): string {
  if (SINGLE.test(text)) return width <= 0 ? "" : text.slice(-width);
  return fitting(graphemesOf(text).toReversed(), width).toReversed().join("");
}

/** A text in at most `width` columns, its end cut if need be: `abc…`. */
export function clipEnd(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${startOf(text, width - 1)}…`;
}

/** A text padded with spaces to `width` columns. */
export function padToWidth(text: string, width: number, align: "left" | "right" = "left"): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return align === "left" ? text + space : space + text;
}

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people see them. */
function graphemesOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function fitting(graphemes: readonly string[], width: number): readonly string[] {
  let used = 0;
  const end = graphemes.findIndex((each) => {
    used += displayWidth(each);
    return used > width;
  });
  return end < 0 ? graphemes : graphemes.slice(0, end);
}
