import { SIGN_CHARS } from "./error-signs.ts";

/** The characters of each end of a text that are looked at for an exit code. */
export const EXIT_CHARS = SIGN_CHARS;

/**
 * How a call ended, in a word: `ok`, `exit N` where its observation names a code other than zero, or
 * `error` where it only says that it failed. `head` and `tail` are the first and the last `EXIT_CHARS`
 * characters of the observation.
 */
export function exitOf(head: string, tail: string, isError: boolean): string {
  const code = codeIn(head) ?? codeIn(tail);
  if (code !== undefined && Number(code) !== 0) return `exit ${code}`;
  return isError ? "error" : "ok";
}

function codeIn(text: string): string | undefined {
  if (!CODE_WORDS.some((word) => text.includes(word))) return undefined;
  const match = LINE.exec(text) ?? (/^\s*\{|\}\s*$/.test(text) ? MEMBER.exec(text) : null);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** A text without any of these names no code: most have none, and that is told fast. */
export const CODE_WORDS: readonly string[] = ["xit", "XIT", "returncode"];

/** Codes at the start of a line: of Claude Code and Codex, mini-swe-agent, OpenHands. */
const LINE = new RegExp(
  [
    "^(?:(?:Process |Command )?exited with code|Exit code:?|exit status:?|Command failed with exit code) (-?\\d{1,10})\\b",
    "^<returncode>(-?\\d{1,10})</returncode>",
    "^\\[(?:The )?command (?:finished|completed) with exit code (-?\\d{1,10})\\b",
  ].join("|"),
  "im",
);

/** The same in a JSON object, as Codex wrote it first. */
const MEMBER = /"exit_?code"\s*:\s*(-?\d{1,10})\s*[,}]/i;
