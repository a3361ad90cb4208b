import { timeTaken } from "./time-taken.ts";

/** How far a run is: its share, its rate and the time left, as far as these are known. */
export function progressText({
  doneBytes,
  totalBytes,
  elapsedMs,
}: {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly elapsedMs: number;
}): string {
  const rate = elapsedMs > 0 ? doneBytes / elapsedMs : 0; // kB/s
  const speed = rate > 0 ? `, ${inMegabytes(rate * 1000)} MB/s` : "";
  if (totalBytes === undefined) return `${inMegabytes(doneBytes)} MB${speed}`;
  const share = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1;
  const left = rate > 0 ? Math.max(0, totalBytes - doneBytes) / rate : 0;
  const time = left > 0 ? `, ${timeTaken(left)} left` : "";
  const sizes = `${inMegabytes(doneBytes)} of ${inMegabytes(totalBytes)} MB`;
  return `${Math.floor(share * 100)}%, ${sizes}${speed}${time}`;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
