import { SIGN_CHARS } from "./error-signs.ts";

/** The characters at each end of a text that are searched for an exit code. */
export const EXIT_CHARS = SIGN_CHARS;

/** The first (`count` > 0) or the last characters of an observation, or more; and whether it is an error. */
export interface AnswerEnds {
  excerpt(count: number): string;
  isError(): boolean;
}

/**
 * How a call ended: `ok`, `exit N` if its observation names a code other than zero, or `error` if it only reports
 * a failure. Reads the end only if the start names no code.
 */
export function exitOf(answer: AnswerEnds): string {
  const code =
    codeIn(answer.excerpt(EXIT_CHARS).slice(0, EXIT_CHARS)) ??
    codeIn(answer.excerpt(-EXIT_CHARS).slice(-EXIT_CHARS));
  if (code !== undefined && Number(code) !== 0) return `exit ${code}`;
  return outcomeOf(answer.isError());
}

/** The outcome of a call whose observation names no code. */
export function outcomeOf(isError: boolean): "error" | "ok" {
  return isError ? "error" : "ok";
}

function codeIn(text: string): string | undefined {
  if (!CODE_WORDS.some((word) => text.includes(word))) return undefined;
  const match = LINE.exec(text) ?? (/^\s*\{|\}\s*$/.test(text) ? MEMBER.exec(text) : null);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** A fast test: a text without any of these words names no code. */
const CODE_WORDS: readonly string[] = ["xit", "XIT", "returncode", "return_code", "returnCode"];

/** Codes at the start of a line: of Claude Code and Codex, Mistral Vibe, mini-swe-agent, OpenHands. */
const LINE = new RegExp(
  [
    "^(?:(?:Process |Command )?exited with code|Exit code:?|exit status:?|Command failed with exit code|returncode:) (-?\\d{1,10})\\b",
    "^<returncode>(-?\\d{1,10})</returncode>",
    "^\\[(?:The )?command (?:finished|completed) with exit code (-?\\d{1,10})\\b",
  ].join("|"),
  "im",
);

/** Codes in a JSON object, as Codex wrote them at first, and Mistral Vibe 3. */
const MEMBER = /"(?:exit|return)_?code"\s*:\s*(-?\d{1,10})\s*[,}]/i;
