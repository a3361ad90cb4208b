import type { ListedSession, SessionTotals } from "../../analyses/sessions/result.ts";

/** Sessions as a command found them. */
export interface SessionList {
  readonly sessions: readonly ListedSession[];
  readonly totals: SessionTotals;
  /** The number of requested sessions that are not in the list. */
  readonly more: number;
  /** The current time, in milliseconds since 1970, to show ages. Undefined: dates are shown. */
  readonly now: number | undefined;
}
