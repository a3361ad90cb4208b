/** The quartiles of a figure across transcripts: a quarter lie below the first, half below the median. */
export interface Quartiles {
  readonly first: number;
  readonly median: number;
  readonly third: number;
}

/** The quartiles of some numbers, between two of them where they fall between; none of no numbers. */
export function quartilesOf(values: readonly number[]): Quartiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => quantileOf(sorted, share);
  return { first: at(0.25), median: at(0.5), third: at(0.75) };
}

/** The number below which a share of sorted numbers lies, between two of them where it falls between. */
export function quantileOf(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}
