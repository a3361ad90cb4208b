import { Column } from "../../src/transcript/columns/column.ts";

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Methods that look at each element, and how many a value has. */
const LOOKING: readonly (readonly [
  object,
  readonly PropertyKey[],
  (self: never, from: unknown) => number,
])[] = [
  [
    Array.prototype,
    [
      ...["includes", "indexOf", "lastIndexOf", "find", "findIndex", "findLast", "findLastIndex"],
      ...["slice", "shift", "unshift", "concat", "some", "every", "filter", "map"],
      ...["flatMap", "forEach", "join", Symbol.iterator],
    ],
    ({ length }: readonly unknown[]) => length,
  ],
  [
    Array.prototype,
    ["splice"],
    ({ length }: readonly unknown[], from: unknown) =>
      Number(from) < 0 ? length : length - Number(from),
  ],
  [Set.prototype, [Symbol.iterator, "forEach"], ({ size }: ReadonlySet<unknown>) => size],
  [
    Map.prototype,
    [Symbol.iterator, "values", "keys"],
    ({ size }: ReadonlyMap<unknown, unknown>) => size,
  ],
  [Column.prototype, ["at"], () => 1],
];

/**
 * How many elements of arrays, sets, maps and columns something looks at, at most: where it looks at all of them for
 * each of them, that grows with the square of their number, on any machine.
 */
export function stepsOf(run: () => void): number {
  let steps = 0;
  const before: (() => void)[] = [];
  for (const [prototype, names, lengthOf] of LOOKING)
    for (const name of names) {
      const method = Reflect.get(prototype, name) as Method;
      const counting: Method = function (...given) {
        steps += lengthOf(this as never, given[0]);
        return Reflect.apply(method, this, given);
      };
      Object.defineProperty(prototype, name, {
        value: counting,
        configurable: true,
        writable: true,
      });
      before.push(() =>
        Object.defineProperty(prototype, name, {
          value: method,
          configurable: true,
          writable: true,
        }),
      );
    }
  try {
    run();
  } finally {
    for (const restore of before) restore();
  }
  return steps;
}
