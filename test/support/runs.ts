/** How many cases a property tries: this many under `npm run test:deep`, else a tenth, but 250 if there are. */
export function runs(deep: number): number {
  if (process.env.ELISION_DEEP === "1") return deep;
  return Math.min(deep, Math.max(250, Math.ceil(deep / 10)));
}

/** The same where a case is slow, or tried on every format: an eighth of this many. */
export function slowRuns(deep: number): number {
  return process.env.ELISION_DEEP === "1" ? deep : Math.ceil(deep / 8);
}
