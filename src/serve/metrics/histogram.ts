/** A histogram of milliseconds. */
export interface Histogram {
  add(ms: number): void;
  /** Its lines in Prometheus' format, in seconds. */
  lines(): readonly string[];
}

/** Upper bounds in milliseconds. */
const BOUNDS = [0.5, 1, 2, 3, 5, 10, 20, 50, 100] as const;

/** An empty histogram. */
export function createHistogram(name: string, help: string): Histogram {
  const buckets = BOUNDS.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    add(ms) {
      count++;
      sum += ms;
      BOUNDS.forEach((bound, at) => {
        if (ms <= bound) buckets[at] = (buckets[at] ?? 0) + 1;
      });
    },
    lines: () => [
      `# HELP ${name} ${help}.`,
      `# TYPE ${name} histogram`,
      ...BOUNDS.map((bound, at) => `${name}_bucket{le="${bound / 1000}"} ${buckets[at]}`),
      `${name}_bucket{le="+Inf"} ${count}`,
      `${name}_sum ${sum / 1000}`,
      `${name}_count ${count}`,
    ],
  };
}
