/** The values of the current object by the uses of their keys, in AssemblyScript. */

/** Room for one value for each use, in sixteen bytes at a time. */
const FIELDS: i32 = 48128;
const BYTES: i32 = 144;

/** Starts an object. */
@inline
export function beginFields(): void {
  for (let at = FIELDS; at < FIELDS + BYTES; at += 16) v128.store(at, i8x16.splat(0));
}

/** Sets the value of the keys with a use. */
@inline
export function setField(use: i32, value: i32): void {
  store<i32>(FIELDS + (use << 2), value);
}

/** The value of the keys with a use; 0 for none. */
@inline
export function field(use: i32): i32 {
  return load<i32>(FIELDS + (use << 2));
}
