import type { SessionPlace } from "./saved-sessions.ts";

/** A place of sessions that no format reads yet. */
export interface UnreadPlace extends SessionPlace {
  /** The command that exports a session in a form that elision reads. */
  readonly hint?: string;
}

/** The place without a format that contains a path, by its folders. */
export function unreadPlaceOf(path: string): UnreadPlace | undefined {
  return UNREAD_PLACES.find(({ files }) =>
    new RegExp(`(?:^|/)${files.replaceAll("*", "[^/]+")}/`).test(path),
  );
}

/** Where agents save sessions that no format reads yet: they are listed, and not opened. */
export const UNREAD_PLACES: readonly UnreadPlace[] = [
  // Versions 2.26 and 3: records and chunks, which name each other by their digests.
  {
    agent: "vibe",
    base: "~/.vibe",
    variable: "VIBE_HOME",
    files: "logs/session/unified/*",
    holds: "journal/*.jsonl",
  },
];
