/**
 * UTF-16 units of a JavaScript value as JSON without white space, each string as long as its text.
 *
 * @throws {TypeError} where JSON cannot hold it, as `JSON.stringify` does: a value that holds itself, a BigInt.
 */
export function valueChars(root: unknown): number {
  let chars = 0;
  const around = new Set<object>();
  const left: unknown[] = [root]; // And no recursion: values can be nested deeper than calls.
  while (left.length > 0) {
    const value = asJson(left.pop());
    if (value instanceof Closed) around.delete(value.object);
    else if (typeof value === "string") chars += value.length + 2;
    else if (typeof value !== "object" || value === null || isOpaque(value))
      chars += jsonOf(value).length;
    else if (around.has(value)) throw new TypeError("a value that holds itself");
    else {
      const { items, syntax } = contentOf(value);
      chars += syntax;
      around.add(value);
      left.push(new Closed(value));
      for (const item of items) left.push(item);
    }
  }
  return chars;
}

/** The values in an array or object, and the chars of what JSON has around them. */
function contentOf(value: object): { items: readonly unknown[]; syntax: number } {
  if (Array.isArray(value)) return { items: value, syntax: 2 + Math.max(0, value.length - 1) };
  const held = Object.entries(value).filter(([, each]) => isHeld(each));
  const keys = held.reduce((sum, [key]) => sum + key.length + 3, 0);
  return { items: held.map(([, each]) => each), syntax: 2 + Math.max(0, held.length - 1) + keys };
}

/** Marks that all that an object holds was counted. */
class Closed {
  readonly object: object;

  constructor(object: object) {
    this.object = object;
  }
}

/** The value that `JSON.stringify` writes for one. */
function asJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isOpaque(value)) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(value, "") : value;
}

/** Whether `JSON.stringify` writes a property with such a value at all. */
function isHeld(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/** Whether a value is a whole without keys: binary data, a date, an address. */
export function isOpaque(value: object): boolean {
  return (
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    value instanceof Date ||
    value instanceof URL
  );
}

/** The JSON text of a value, with binary data as long as its base64. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, asText) ?? "null";
}

/** Stands in for binary data with as many characters as base64 has. */
function asText(_key: string, value: unknown): unknown {
  const isBytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  return isBytes ? "A".repeat(4 * Math.ceil(value.byteLength / 3)) : value;
}
