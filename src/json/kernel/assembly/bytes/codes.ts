/** The codes of characters that JSON gives a meaning, in AssemblyScript. */

export const BACKSLASH: i32 = 0x5c;
export const QUOTE: i32 = 0x22;
export const SPACE: i32 = 0x20;
export const OPEN_BRACKET: i32 = 0x5b;
export const OPEN_BRACE: i32 = 0x7b;
export const CLOSE_BRACE: i32 = 0x7d;
export const LETTER_U: i32 = 0x75;
