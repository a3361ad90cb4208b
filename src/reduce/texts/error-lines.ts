import { clipText } from "./clip.ts";

/** The number of error lines kept of a text, and the chars of each. */
const MAX_LINES = 15;
const MAX_LINE_CHARS = 200;

/** A line of a text, clipped, and its offset. */
export interface ErrorLine {
  readonly start: number;
  readonly end: number;
  readonly line: string;
}

/**
 * The lines of a text that report failures: only patterns at the start of a line, since the bare words also occur
 * in source code and in reports of success.
 */
export function* errorLines(text: string): Iterable<ErrorLine> {
  let count = 0;
  for (const { 0: line, index } of text.matchAll(ERROR_LINE)) {
    const end = index + line.length;
    yield { start: index, end, line: clipText(line.trimEnd(), MAX_LINE_CHARS) };
    if (++count === MAX_LINES) return;
  }
}

/** Whether a run of tests or of a compiler shows that it failed, whatever its exit code was said to be. */
export function showsFailure(text: string): boolean {
  return FAILURE.test(text);
}

const FAILURE = /^(?:FAILED |E {2,}\S|error(?:\[|:)|--- FAIL:|FAIL\s)/m;

/** White space before a line's text; `^` also holds after these breaks. */
const INDENT = "[^\\S\\n\\r\\u2028\\u2029]*";

const ERROR_LINE = new RegExp(
  `^(?:${[
    "FAILED ", // pytest
    "E   ?\\S", // pytest
    "ERROR (?=\\S*(?:::|\\.py))", // pytest, of collection
    "FAIL(?:\\s|:)", // jest, vitest, go
    "--- FAIL:", // go
    // Not any white space, which is looked through from each of many blank lines to the last of them.
    `${INDENT}(?:✗|✕|×|✖|not ok )\\s?\\S`, // vitest, mocha, TAP
    "error(?:\\[\\w+\\])?:", // rustc, others
    // Looked for first, since most lines have no such word. A file name of 200 chars, and numbers.
    `\\S(?=[^\\n]{0,300}? error)(?:${[
      "[^\\n:(]{0,200}(?::\\d+){1,2}:? (?:fatal )?error\\b", // gcc, clang, go vet
      "[^\\n(]{0,200}\\(\\d+,\\d+\\): error ", // tsc, msbuild
    ].join("|")})`,
    "npm (?:ERR!|error) ",
    "(?:[A-Za-z_$][\\w$]*\\.)*[A-Z]\\w*(?:Error|Exception)(?:$|: )", // Python, JavaScript, Java
    "(?:ERROR|FATAL|fatal|panic): ",
    "make(?:\\[\\d+\\])?: \\*\\*\\* ",
    "thread '.{0,80}' panicked at",
  ].join("|")}).*$`,
  "gm",
);
