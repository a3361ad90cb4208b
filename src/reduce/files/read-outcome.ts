import { SIGN_CHARS, showsError } from "../../transcript/model/error-signs.ts";
import type { ObservationPart } from "../../transcript/model/message.ts";

/** Whether a tool result is no error, by its mark or by its form. */
export function succeeded({ isError }: ObservationPart, answer: string): boolean {
  return (
    !isError && !showsError(answer.slice(0, SIGN_CHARS), answer.slice(-SIGN_CHARS), () => answer)
  );
}

/** Chars at the start of a result that report the outcome of an edit. */
const HEAD_CHARS = 400;

/** Whether the result of an edit says that it was not made, as far as that is known. */
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

/** Whether a shell returned before its command had ended: with part of its output, or none. */
export function isStillRunning(answer: string): boolean {
  return RUNNING.test(answer.slice(0, HEAD_CHARS));
}

const RUNNING = /^(?:Process running with session ID|Command running in background)\b/m;

/** A read of this many lines may have been cut off without a note (Claude Code, Gemini CLI, pi). */
const MAX_LINES = 2000;

/**
 * Whether the result of a read may be incomplete: it says that something was left out or that nothing changed, or
 * it has the most lines that tools show. Files that contain such words count as cut off as well, to be safe.
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

/** A result that only says that the file is unchanged: Claude Code. */
const UNCHANGED = /^\s*(?:<[\w-]+>)?\W{0,2}File unchanged since last read/i;

const LEFT_OUT =
  /<response clipped>|truncated (?:due|to|because)|(?:lines?|characters|chars|bytes|tokens)\b[^\n]{0,20}\b(?:truncated|omitted|elided|left out)|\b(?:omitted|truncated) \d+ (?:of|lines)|^Total output lines: \d/im;

const END_CHARS = 600;
const SHOWS_PART =
  /truncated|omitted|more lines|lines (?:remaining|left|not shown)|partial (?:view|content)|showing lines|use (?:the )?'?offset|to (?:read|see|view) (?:more|the rest)/i;
