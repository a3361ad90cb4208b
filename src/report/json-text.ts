/** Characters that `JSON.stringify` leaves as they are and that a terminal may act on: DEL, C1, marks of direction. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A value as JSON that is safe for a terminal: all control characters are escaped as `\uNNNN`. */
export function jsonText(value: unknown, indent?: number): string {
  return escaped(JSON.stringify(value, null, indent));
}

/** JSON with those characters escaped. They occur only in strings, so its meaning does not change. */
export function escaped(json: string): string {
  return json.replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
