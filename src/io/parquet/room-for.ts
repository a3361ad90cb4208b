/** An array with what is in one, and room for `count`: at least twice as much as before. */
export function roomFor<T extends Uint8Array | Int32Array>(array: T, count: number): T {
  const length = Math.max(count, 2 * array.length);
  const larger = array instanceof Int32Array ? new Int32Array(length) : new Uint8Array(length);
  larger.set(array);
  return larger as T;
}
