import type { ListedSession, SessionTotals } from "../../analyses/sessions/result.ts";

/** Sessions as a command found them. */
export interface SessionList {
  readonly sessions: readonly ListedSession[];
  readonly totals: SessionTotals;
  /** How many more there are that were asked for, and are not in the list. */
  readonly more: number;
  /** The present, in milliseconds since 1970: dates are shown from there. None: as dates. */
  readonly now: number | undefined;
}
