/** The least number of characters of a short name. */
const LEAST = 8;

/** The shortest unique prefix of each name, at least eight characters; equal names stay whole. */
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
