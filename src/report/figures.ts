import { withThousands } from "../base/thousands.ts";
/**
 * A number as people read it: `1,234,567`. Whole numbers are written here, since the first that Node is
 * asked for takes it as long as compacting a small file: it loads what it knows of languages.
 */
export function number(value: number): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString("en-US");
  return withThousands(value);
}

/** A part of a whole: `81.9%`. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${((part / whole) * 100).toFixed(1)}%`;
}

/** Formats by how many transcripts they have: `codex 3, pi 1`, and one alone by its name. */
export function formatsIn(formats: Readonly<Record<string, number>>): string {
  const all = Object.entries(formats).sort(([, a], [, b]) => b - a);
  const names = all.map(([name, count]) => (all.length === 1 ? name : `${name} ${number(count)}`));
  return names.join(", ");
}
