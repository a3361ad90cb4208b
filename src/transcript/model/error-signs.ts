/** Chars at each end of a text that are searched for signs of an error. */
export const SIGN_CHARS = 400;

/**
 * Whether a tool result reports a failure. Only patterns at the start of a line, or of a whole line, and JSON with
 * an `error`: never the bare word, which also occurs in source code and reports of success ("no error found",
 * `raise ValueError`). `head` and `tail` are the first and the last `SIGN_CHARS` characters, `whole` gives the
 * text.
 */
export function showsError(head: string, tail: string, whole: () => string): boolean {
  const start = head.slice(0, SIGN_CHARS);
  if (isJsonError(start, tail, whole)) return true;
  const isAll = head === tail && start.length === head.length;
  const end = tail.slice(-SIGN_CHARS);
  if (hasSign(start, isAll ? start : wholeLinesOf(start)) || BARE_NAME.test(end)) return true;
  if (isAll) return false;
  const rest = afterLineBreak(end);
  return hasSign(rest, rest);
}

/**
 * Whether a line of a text has a sign; at the text's end, also a whole line. Signs at the end are slow to match,
 * so their words are searched first.
 */
function hasSign(text: string, whole: string): boolean {
  if (SIGNS.test(text)) return true;
  return END_WORDS.some((words) => whole.includes(words)) && ENDS.test(whole);
}

const END_WORDS = [
  ...["No such file or directory", "Permission denied", "command not found"],
  ...["onnection refused", "onnection timed out"],
];

const ENDS = new RegExp(
  `^(?:${[
    "\\w[^\\n:]{0,80}: (?:[^\\n]{0,200}: )?(?:No such file or directory|Permission denied|command not found)$",
    "(?:[^\\n]{0,200}: )?[Cc]onnection (?:refused|timed out)$",
  ].join("|")})`,
  "m",
);

const SIGNS = new RegExp(
  `^(?:${[
    "Traceback \\(most recent call last\\):",
    "(?:[A-Za-z_$][\\w$]*\\.)*[A-Z]\\w*(?:Error|Exception):[ \\t]\\S", // Python, Java, JavaScript
    // Compilers, tools of agents; the shell of Gemini CLI and Qwen Code says of every success that there is none.
    "(?:Uncaught |Unhandled )?[Ee]rror(?:\\[\\w+\\])?:[ \\t](?!\\(none\\))\\S",
    "Error (?:executing|invoking) tool\\b", // CrewAI, LangGraph, Gemini CLI
    "An error occurred while running the tool\\b", // OpenAI Agents SDK
    "(?:ERROR|fatal|panic|FATAL): \\S", // pip, git, Go; with a colon, since logs begin lines with the level
    "npm (?:ERR!|error) ",
    "<tool_(?:use_)?error>", // Claude Code, Mistral Vibe
    "<returncode>(?!0<)-?\\d+</returncode>", // mini-swe-agent
    "returncode: (?!0\\b)-?\\d+", // Mistral Vibe 2
    "(?:Process exited with code|[Ee]xit [Cc]ode:?|exit status|exited with code|Command failed with exit code) (?!0\\b)-?\\d+",
    "\\[(?:The )?[Cc]ommand (?:finished|completed) with exit code (?!0\\b)-?\\d+", // OpenHands
    "(?:/bin/)?(?:ba|z|da)?sh: .*(?:not found|[Nn]o such file|[Pp]ermission denied|[Ss]yntax error)",
    "(?:connect_error|Command timed out|Request timed out)\\b",
    "Segmentation fault",
  ].join("|")})`,
  "m",
);

/** A bare name, as the last line of a trace without a message; elsewhere it may be part of a list of names. */
const BARE_NAME = /(?:^|\n)(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*(?:Error|Exception)\s*$/;

/** The end of a text from its first whole line on. */
function afterLineBreak(tail: string): string {
  const at = tail.indexOf("\n");
  return at < 0 ? "" : tail.slice(at + 1);
}

/** The start of a text up to its last whole line. */
function wholeLinesOf(head: string): string {
  return head.slice(0, Math.max(0, head.lastIndexOf("\n")));
}

/** Larger JSON is not parsed to see whether it is an error: its start or its end decides. */
const MAX_JSON_CHARS = 20_000;

/** Keys of a JSON object by which tools say that they failed, each with the values that mean that. */
const JSON_SIGNS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["error", saysError],
  ["status", (value: unknown) => value === "error"],
  ["success", (value: unknown) => value === false],
  ...["is_error", "isError"].map((key) => [key, (value: unknown) => value === true] as const),
  ...["exit_code", "exitCode", "return_code", "returnCode", "returncode"].map(
    (key) => [key, isFailureCode] as const,
  ),
]);

const JSON_KEY = new RegExp(`"(?:${[...JSON_SIGNS.keys()].join("|")})"\\s*:`);

function isJsonError(start: string, end: string, whole: () => string): boolean {
  if (!/^\s*\{/.test(start) || !(JSON_KEY.test(start) || JSON_KEY.test(end))) return false;
  const text = whole();
  if (text.length > MAX_JSON_CHARS) return LARGE_ERROR.test(start) || FAILURE_CODE_AT_END.test(end);
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return [...JSON_SIGNS].some(
      ([key, isFailure]) => Object.hasOwn(value, key) && isFailure(value[key]),
    );
  } catch {
    return false;
  }
}

const LARGE_ERROR = /^\s*\{\s*"error"\s*:\s*["{]/;
const FAILURE_CODE_AT_END = /"(?:exit|return)_?[cC]ode"\s*:\s*-?[1-9]\d*\s*\}\s*$/;

/** Whether the value of `error` means an error: not null, false, empty or zero. */
function saysError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return Boolean(error);
  return Object.keys(error).length > 0;
}

/** Whether a value is the code of a command that failed. */
function isFailureCode(code: unknown): boolean {
  return Number.isInteger(code) && code !== 0;
}
