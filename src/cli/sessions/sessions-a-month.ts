import type { SavedFile } from "./saved-files.ts";

/** The number of sessions in the 30 days up to the newest one; 0 if there are none. */
export function sessionsAMonth(files: readonly Pick<SavedFile, "changedMs">[]): number {
  const newest = files.reduce((latest, { changedMs }) => Math.max(latest, changedMs), 0);
  return files.filter(({ changedMs }) => newest - changedMs <= MONTH_MS).length;
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
