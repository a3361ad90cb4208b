/** The least of a name that is shown. */
const LEAST = 8;

/** The start of each name that tells it from the others, at least eight characters; equal names stay whole. */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort();
  return new Map(
    sorted.map((name, at) => {
      const alike = Math.max(common(name, sorted[at - 1]), common(name, sorted[at + 1]));
      return [name, name.slice(0, Math.max(LEAST, alike + 1))];
    }),
  );
}

/** How many characters two names have in common from their start. */
function common(name: string, other = ""): number {
  let length = 0;
  while (length < name.length && name[length] === other[length]) length++;
  return length;
}
