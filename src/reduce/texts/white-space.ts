/** A text with each run of white space replaced by one space. */
export function withoutBreaks(text: string): string {
  return isEven(text) ? text : text.replace(/\s+/g, " ");
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
