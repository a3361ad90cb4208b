/** How many cases a property tries: this many under `npm run test:deep`, else a tenth of what is past 1000. */
export function runs(deep: number): number {
  if (process.env.ELISION_DEEP === "1") return deep;
  return Math.min(deep, Math.max(1000, Math.ceil(deep / 10)));
}

/** The same where a case is slow, or tried on every format: a quarter of this many. */
export function slowRuns(deep: number): number {
  return process.env.ELISION_DEEP === "1" ? deep : Math.ceil(deep / 4);
}
