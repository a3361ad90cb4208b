import { withThousands } from "../base/thousands.ts";

/**
 * A number with thousands separators: `1,234,567`. Whole numbers are formatted here: the first call of
 * `toLocaleString` takes as long as compacting a small file, since Node loads its locale data.
 */
export function number(value: number): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString("en-US");
  return withThousands(value);
}

/** A number of things: `1 finding`, `1,234 findings`. */
export function counted(count: number, thing: string): string {
  return `${number(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** Whether all inputs of a run are empty, which stderr reports. */
export function areAllEmpty({
  emptyInputs,
  inputs,
  skippedFiles,
}: {
  readonly emptyInputs: number;
  readonly inputs: number;
  readonly skippedFiles: number;
}): boolean {
  return emptyInputs > 0 && inputs + skippedFiles === 0;
}

/** A part of a whole: `81.9%`. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${((part / whole) * 100).toFixed(1)}%`;
}

/** Formats with their numbers of transcripts: `codex 3, pi 1`; a single format by its name alone. */
export function formatsIn(formats: Readonly<Record<string, number>>): string {
  const all = Object.entries(formats).sort(([, a], [, b]) => b - a);
  const names = all.map(([name, count]) => (all.length === 1 ? name : `${name} ${number(count)}`));
  return names.join(", ");
}
