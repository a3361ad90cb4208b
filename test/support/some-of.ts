/**
 * Objects in which some keys are missing. Of twenty options that are each there most of the time one says nearly always
 * that nothing is to be done: a case that does something has few of them.
 */
import fc from "fast-check";

/** A value that is there in a number of ten cases. */
function inTen<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const none = { weight: 10 - weight, arbitrary: fc.constant(undefined) };
  return fc.oneof({ weight, arbitrary }, none);
}

export const mostly = <T>(arbitrary: fc.Arbitrary<T>) => inTen(9, arbitrary);
export const evenly = <T>(arbitrary: fc.Arbitrary<T>) => inTen(5, arbitrary);
export const rarely = <T>(arbitrary: fc.Arbitrary<T>) => inTen(1, arbitrary);

/** Objects of these values, without the keys of those that are not there. */
export function someOf<T extends object>(
  values: {
    readonly [K in keyof T]: fc.Arbitrary<T[K]>;
  },
): fc.Arbitrary<{ [K in keyof T]?: Exclude<T[K], undefined> }> {
  return fc.record(values).map((all) => {
    const there = Object.entries(all).filter(([, value]) => value !== undefined);
    return Object.fromEntries(there) as { [K in keyof T]?: Exclude<T[K], undefined> };
  });
}
