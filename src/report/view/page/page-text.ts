import { visible } from "../../../base/visible.ts";

/** Text with its line breaks and tabs, and every other control character as `\xNN`. */
export function pageText(text: string): string {
  return text.replace(CONTROLS, (found) => (found === "\r\n" ? "\n" : visible(found)));
}

const CONTROLS =
  /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The start of a text in one line. */
export function leadOf(text: string): string {
  const line = text
    .slice(0, 4 * LEAD_CHARS)
    .replace(/\s+/g, " ")
    .trim();
  return visible(line.length > LEAD_CHARS ? `${line.slice(0, LEAD_CHARS - 1)}…` : line);
}

const LEAD_CHARS = 180;
