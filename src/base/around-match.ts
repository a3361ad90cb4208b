/** A line cut to `most` chars around a match, with dots for what was cut. */
export function aroundMatch(
  line: string,
  at: number,
  { length, most }: { readonly length: number; readonly most: number },
): string {
  if (line.length <= most) return line;
  const before = Math.max(0, Math.floor((most - length) / 2));
  const start = Math.max(0, Math.min(at - before, line.length - most));
  const end = start + most;
  return `${start === 0 ? "" : "…"}${line.slice(start, end)}${end === line.length ? "" : "…"}`;
}
