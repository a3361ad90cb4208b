import { eastAsianWidth } from "get-east-asian-width";

/** Columns of one grapheme: two for an emoji; else those of its first visible character and of spacing marks. */
export function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  let width = 0;
  for (const character of grapheme) {
    const isFirst = width === 0;
    if (!isFirst && !SPACING.test(character)) continue;
    if (isFirst && UNSEEN.test(character)) continue;
    width += eastAsianWidth(character.codePointAt(0) ?? 0);
  }
  return width;
}

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;
/** Marks with a width of their own, and halfwidth forms. */
const SPACING = /[\p{Mc}\uff00-\uffef]/u;
/** A character shown as an emoji by itself or by a selector, a flag, a keycap, or a sequence of such. */
const EMOJI =
  /^(?:(?!\p{Regional_Indicator})\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}.*\u200d.*\p{Extended_Pictographic})/u;
