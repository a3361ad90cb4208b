import stringWidth from "string-width";

/** Columns that a text takes on a terminal: two for CJK and emoji, none for marks that combine. */
export function displayWidth(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

/** Whether a text takes a column for each of its UTF-16 units, whoever measures. */
export function isPlain(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** The longest start of a text that takes at most `width` columns; no character is cut. */
export function startOf(text: string, width: number): string {
  if (PRINTABLE_ASCII.test(text)) return text.slice(0, Math.max(0, width));
  return fitting(graphemesOf(text), width).join("");
}

/** The longest end of a text that takes at most `width` columns; no character is cut. */
export function endOf(text: string, width: number): string {
  if (PRINTABLE_ASCII.test(text)) return width <= 0 ? "" : text.slice(-width);
  return fitting(graphemesOf(text).toReversed(), width).toReversed().join("");
}

/** A text in at most `width` columns, its end cut if need be: `abc…`. */
export function clipEnd(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${startOf(text, width - 1)}…`;
}

/** A text filled up with spaces to `width` columns. */
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
