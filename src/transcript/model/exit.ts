import { SIGN_CHARS } from "./error-signs.ts";

/** The characters of each end of a text that are looked at for an exit code. */
export const EXIT_CHARS = SIGN_CHARS;

/** The first (`count` > 0) or the last characters of an observation, or more; and whether it is an error. */
export interface AnswerEnds {
  excerpt(count: number): string;
  isError(): boolean;
}

/**
 * How a call ended, in a word: `ok`, `exit N` where its observation names a code other than zero, or
 * `error` where it only says that it failed. Its end is asked for only if its start names no code.
 */
export function exitOf(answer: AnswerEnds): string {
  const code =
    codeIn(answer.excerpt(EXIT_CHARS).slice(0, EXIT_CHARS)) ??
    codeIn(answer.excerpt(-EXIT_CHARS).slice(-EXIT_CHARS));
  if (code !== undefined && Number(code) !== 0) return `exit ${code}`;
  return outcomeOf(answer.isError());
}

/** How a call ended whose observation names no code. */
export function outcomeOf(isError: boolean): "error" | "ok" {
  return isError ? "error" : "ok";
}

function codeIn(text: string): string | undefined {
  if (!CODE_WORDS.some((word) => text.includes(word))) return undefined;
  const match = LINE.exec(text) ?? (/^\s*\{|\}\s*$/.test(text) ? MEMBER.exec(text) : null);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** A text without any of these names no code: most have none, and that is told fast. */
const CODE_WORDS: readonly string[] = ["xit", "XIT", "returncode"];

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
