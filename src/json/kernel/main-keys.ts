/** Where call-arguments.ts finds the main keys of arguments. */
const MAIN_KEYS = 49_152;
const KEY_BYTES = 16;

/** Where call-arguments.ts writes the line. */
export const LINE_START: number = MAIN_KEYS + 4096;

/** Writes the main keys of arguments into the module's memory. */
export function writeMainKeys(bytes: Buffer, keys: readonly string[]): void {
  if (keys.length === 0) return;
  bytes.fill(0, MAIN_KEYS, LINE_START);
  for (const [k, key] of keys.entries())
    bytes.write(key, MAIN_KEYS + KEY_BYTES * k, KEY_BYTES - 1, "latin1");
}
