/** A text with each run of white space replaced by one space. */
export function withoutBreaks(text: string): string {
  return isEven(text) ? text : text.replace(/\s+/g, " ");
}

/** A text on one line, without white space at its ends. */
export function oneLine(text: string): string {
  return withoutBreaks(text).trim();
}

/** The line breaks in a stretch of a text. */
export function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1))
    count++;
  return count;
}

/** Whether single spaces are the only white space of a text; fast for short ASCII texts. */
function isEven(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE || code >= 0x80 || (code === SPACE && before === SPACE)) return false;
    before = code;
  }
  return true;
}

const SPACE = 0x20;
