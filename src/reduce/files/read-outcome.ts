import { SIGN_CHARS, showsError } from "../../transcript/model/error-signs.ts";
import type { ObservationPart } from "../../transcript/model/message.ts";

/** Whether what a tool answered is no error, by its mark or by its form. */
export function succeeded({ isError }: ObservationPart, answer: string): boolean {
  return (
    !isError && !showsError(answer.slice(0, SIGN_CHARS), answer.slice(-SIGN_CHARS), () => answer)
  );
}

/** Chars at the start of an answer that say how an edit went. */
const HEAD_CHARS = 400;

/** Whether what a tool answered to an edit says that it was not made, as far as that can be told. */
export function saysEditFailed(answer: string): boolean {
  return FAILED.test(answer.slice(0, HEAD_CHARS));
}

const FAILED = new RegExp(
  [
    "^\\W{0,3}(?:error|failed|failure|could not|cannot|can't|unable|invalid|no changes?)\\b",
    "\\b(?:not found|no such file|no replacement|did not (?:match|apply)|does not (?:match|exist))\\b",
    "\\b(?:rejected|denied|declined|cancell?ed|aborted|permission|operation failed|not unique)\\b",
    "\\bmultiple (?:matches|occurrences)\\b",
    "\\b0 (?:matches|occurrences|replacements)\\b",
  ].join("|"),
  "im",
);

/** Whether a shell answered before its command had ended: with a part of what it printed, or nothing. */
export function isStillRunning(answer: string): boolean {
  return RUNNING.test(answer.slice(0, HEAD_CHARS));
}

const RUNNING = /^(?:Process running with session ID|Command running in background)\b/m;

/** Lines from which on a read may have been cut off without saying so (Claude Code, Gemini CLI, pi). */
const MAX_LINES = 2000;

/**
 * Whether what a tool answered to a read may not be all that was asked for: it says that something was
 * left out, or that nothing changed since, or it has as many lines as tools show at most. Files that
 * hold such words are taken for cut off as well: what is not certain is not said to be whole.
 */
export function mayBePartial(answer: string): boolean {
  if (UNCHANGED.test(answer) || LEFT_OUT.test(answer)) return true;
  const ends = `${answer.slice(0, END_CHARS)}\n${answer.slice(-END_CHARS)}`;
  if (SHOWS_PART.test(ends)) return true;
  let lines = 1;
  for (let at = answer.indexOf("\n"); at >= 0 && lines < MAX_LINES; lines++)
    at = answer.indexOf("\n", at + 1);
  return lines >= MAX_LINES;
}

/** The result of a read that has nothing of the file but a word: Claude Code. */
const UNCHANGED = /^\s*(?:<[\w-]+>)?\W{0,2}File unchanged since last read/i;

const LEFT_OUT =
  /<response clipped>|truncated (?:due|to|because)|(?:lines?|characters|chars|bytes|tokens)\b[^\n]{0,20}\b(?:truncated|omitted|elided|left out)|\b(?:omitted|truncated) \d+ (?:of|lines)|^Total output lines: \d/im;

const END_CHARS = 600;
const SHOWS_PART =
  /truncated|omitted|more lines|lines (?:remaining|left|not shown)|partial (?:view|content)|showing lines|use (?:the )?'?offset|to (?:read|see|view) (?:more|the rest)/i;
