const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The time from an ISO date to `now` (milliseconds since 1970): `3 min ago`, `yesterday`. Without `now`, or if
 * that is a month or more: the date in UTC, to the minute or the day.
 */
export function timeSince(date: string, now: number | undefined): string {
  if (now === undefined) return date.slice(0, 16).replace("T", " ");
  const ms = now - Date.parse(date);
  if (ms < MINUTE) return "just now";
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  const days = Math.floor(ms / DAY);
  if (days === 1) return "yesterday";
  return days < 31 ? `${days} d ago` : date.slice(0, 10);
}
