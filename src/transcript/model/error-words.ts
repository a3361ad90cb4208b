/**
 * Whether a text has words of an error (`Traceback`, `Exception`, `timeout`, …) anywhere, `Error` at the start of
 * a line or as a key of JSON, or is a JSON object with an `error` or the status `error`. It also matches source
 * code and reports of success; `showsError` is stricter.
 */
export function holdsErrorWords(text: string): boolean {
  return WORDS.test(text) || FAILURES.test(text) || isErrorObject(text);
}

const WORDS = /Traceback|Exception|(?:^|\n)Error\b|"error"/;
const FAILURES = /timeout|connect_error|connection refused/i;

function isErrorObject(text: string): boolean {
  if (!text.startsWith("{") || !text.includes("error")) return false;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return Object.hasOwn(value, "error") || value.status === "error";
  } catch {
    return false;
  }
}
