const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A length of time as people say it: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function timeTaken(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds * 1000 < HOUR) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / MINUTE);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
