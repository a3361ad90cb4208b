import { describe, expect, it } from "vitest";
import { SIGN_CHARS, showsError } from "../../../src/transcript/model/error-signs.ts";

function isError(text: string): boolean {
  return showsError(text.slice(0, SIGN_CHARS), text.slice(-SIGN_CHARS), () => text);
}

const LONG = "a line of ordinary output\n".repeat(100);

const ERRORS = [
  'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nKeyError: 1',
  "ValueError: invalid literal for int()",
  "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
  "java.lang.IllegalStateException: closed",
  "  File x\nAssertionError",
  "TypeError: x is not a function\n    at main (a.js:1:1)",
  "Error: no such file",
  "error: unknown option --frob",
  "error[E0308]: mismatched types",
  "Uncaught Error: boom",
  "Unhandled error: boom",
  "ERROR: Could not find a version that satisfies the requirement x",
  "fatal: not a git repository",
  "panic: runtime error: index out of range",
  "FATAL: role does not exist",
  "npm ERR! code ENOENT",
  "npm error code ENOENT",
  "Error executing tool: there is no shelf",
  "Error invoking tool 'look' with kwargs {} with error:",
  "An error occurred while running the tool. Please try again.",
  "<tool_use_error>File has not been read yet</tool_use_error>",
  '<tool_error>bash failed: Command failed: "make"</tool_error>',
  "<returncode>1</returncode>\n<output>\n</output>",
  "<returncode>-9</returncode>",
  "Exit code: 1\nWall time: 0.1 seconds\nOutput:\n",
  "Exit code 2\nls: x",
  "Output: (empty)\nExit Code: 127",
  "Command: ls\nOutput: (empty)\nError: (none)\nExit Code: 2\nSignal: 0",
  "Process exited with code 1",
  "exit status 3",
  "exited with code 137",
  "Command failed with exit code 1: npm test",
  "ls\n[Command finished with exit code 1]",
  "[The command completed with exit code 2.]",
  "bash: foo: command not found",
  "/bin/sh: 1: foo: not found",
  "zsh: permission denied: ./run.sh",
  "ls: cannot access 'x': No such file or directory",
  "cat: /root/x: Permission denied",
  "curl: (7) Failed to connect to localhost port 80: Connection refused",
  "dial tcp 127.0.0.1:80: connect: connection refused",
  "connect_error",
  "Command timed out after 120 seconds",
  "Request timed out",
  "Segmentation fault (core dumped)",
  '{"error": "not found"}',
  '{"error": {"code": 404}}',
  '{"status": "error", "message": "no"}',
  '{"is_error": true}',
  '{"content": [], "isError": true}',
  `{"output": ${JSON.stringify(LONG)}, "error": "cut off"}`,
  '{"success": false, "message": "no"}',
  '{"stdout": "", "stderr": "no", "returncode": 3}',
  '{"output": "no", "return_code": -1}',
  '{"exit_code": 127}',
  '{"exitCode": 2}',
  `{"stdout": ${JSON.stringify(LONG.repeat(9))}, "returncode": 3}`,
  "stdout: \nstderr: no\nreturncode: 3",
];

const NONE = [
  "",
  "Command: ls\nOutput: a.txt\nError: (none)\nExit Code: 0\nSignal: 0",
  "no error found",
  "No errors found.",
  "0 errors, 0 warnings",
  "Found 0 errors",
  "✓ 12 tests passed, 0 failed",
  'def f(x):\n    raise ValueError("bad")\n',
  'raise ValueError("bad value")',
  'throw new Error("bad value");',
  "class FooError(Exception):\n    pass\n",
  "export class FooError extends Error {}",
  "except ValueError as error:\n    pass",
  "error.ts\nerrors.ts\nnot-found-error.ts\nFooException.java\n",
  "NotFoundError\nTimeoutError\nindex.ts\n",
  "src/base/errors.ts:12:export class ElisionError extends Error {",
  '{"error": null, "result": 3}',
  '{"error": false}',
  '{"error": "", "ok": true}',
  '{"error": {}}',
  '{"errors": ["a"]}',
  '{"status": "ok", "note": "error"}',
  '{"success": true}',
  '{"success": "false"}',
  '{"stdout": "", "returncode": 0}',
  '{"exit_code": null}',
  '{"exit_code": "1"}',
  '{"exit_code": 0.5}',
  '{"tests": {"exit_code": 1}}',
  `{"stdout": ${JSON.stringify(`${LONG.repeat(9)}"exit_code": 1}`)}, "returncode": 0}`,
  "stdout: fine\nstderr: \nreturncode: 0",
  '{"error": torn',
  '["error"]',
  "2026-01-02 12:00:00 ERROR could not reach the server, trying again\n2026-01-02 12:00:01 INFO done",
  "ERROR 12:00:00 worker 3 gave up\nINFO 12:00:01 worker 3 is back",
  "ERROR:root:could not reach the server",
  "[ERROR] something in a log",
  "Exit code: 0\nOutput:\nfine",
  "<returncode>0</returncode>",
  "Exit Code: (none)",
  "Process exited with code 0",
  "[Command finished with exit code 0]",
  "What to do about errors: see the manual",
  "The timeout is 30 seconds",
  `${LONG}Error: in the middle of it all\n${LONG}`,
];

describe("an observation shows an error", () => {
  it.each(ERRORS)("in %j", (text) => {
    expect(isError(text)).toBe(true);
  });

  it.each(ERRORS.filter((text) => !text.startsWith("{")))("at the end of much else: %j", (text) => {
    expect(isError(`${LONG}${text}`)).toBe(true);
  });
});

describe("an observation shows no error", () => {
  it.each(NONE)("in %j", (text) => {
    expect(isError(text)).toBe(false);
  });

  it("where a sign stands in the middle of a line at the start of what is looked at of the end", () => {
    const end = "Error: not at the start of its line ".padEnd(SIGN_CHARS, "x");
    expect(isError(`${LONG}and ${end}`)).toBe(false);
  });
});
