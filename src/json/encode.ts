/** How text is written: `ascii` keeps a record that was pure ASCII so, with `\uXXXX` escapes. */
export interface Encoding {
  readonly ascii: boolean;
}

/** `text` as a JSON string, quotes included. Lone surrogates are escaped, so it is always UTF-8. */
export function encodeString(text: string, { ascii }: Encoding): string {
  if (text.length > MAX_CHARS_KEPT) return encodeAnew(text, { ascii });
  const known = ascii ? KEPT.ascii : KEPT.utf8;
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MAX_KEPT) known.clear();
  const json = encodeAnew(text, { ascii });
  known.set(text, json);
  return json;
}

/** What was made of short texts: placeholders are few, and come again and again. */
const KEPT = { ascii: new Map<string, string>(), utf8: new Map<string, string>() };
const MAX_KEPT = 8192;
const MAX_CHARS_KEPT = 128;

function encodeAnew(text: string, { ascii }: Encoding): string {
  const json = JSON.stringify(text);
  return ascii ? escapeNonAscii(json) : json;
}

/** `text` as a JSON string of the JSON that a string holds: what stands for it between the quotes. */
export function encodeInside(text: string, encoding: Encoding): string {
  return encodeString(encodeString(text, { ascii: false }), encoding).slice(1, -1);
}

/** JSON text with every character beyond ASCII escaped. Only for text whose strings hold them all. */
export function escapeNonAscii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
