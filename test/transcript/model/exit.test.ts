import { expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { exitOf } from "../../../src/transcript/model/exit.ts";

/** How a call ended with an observation. */
function outcome(text: string, { isError }: { readonly isError: boolean }): string {
  return exitOf({ excerpt: () => text, isError: () => isError });
}

it.each([
  ["Exit code: 0\nWall time: 0.1 seconds\nOutput:\nfine", "ok"],
  ["Exit code 127\nsh: nope: command not found", "exit 127"],
  ["Chunk ID: 1\nProcess exited with code 2\nOutput:\n", "exit 2"],
  ["<returncode>-1</returncode>\n<output>\n</output>", "exit -1"],
  ["made it\n[The command completed with exit code 1.]", "exit 1"],
  ["exit status 3", "exit 3"],
  ['{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.1}}', "exit 1"],
  ['{"output":"yes","metadata":{"exit_code":0,"duration_seconds":0.1}}', "ok"],
  ['{"stdout":"","stderr":"no","returncode":3}', "exit 3"],
  ['{"return_code": 4}', "exit 4"],
  ['{"returnCode": 5}', "exit 5"],
  ["stdout: \nstderr: no\nreturncode: 2", "exit 2"],
  ["stdout: \nstderr: \nreturncode: 0", "ok"],
  ["the docs say: Exit code: 3 means that nothing was found", "ok"],
  ['see "exit_code": 4, in the schema', "ok"],
  ["no errors found", "ok"],
])("an observation %j ended with %s", (text, expected) => {
  expect(outcome(text, { isError: false })).toBe(expected);
});

it("an observation that is known to be an error ended with one, unless its code says more", () => {
  expect(outcome("nothing", { isError: true })).toBe("error");
  expect(outcome("Exit code: 0", { isError: true })).toBe("error");
  expect(outcome("Exit code: 7", { isError: true })).toBe("exit 7");
});

it("signs of errors are looked for where a placeholder says how a call ended", () => {
  const messages = [
    { role: "user", content: "task" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "run", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "1", content: `fatal: no such branch\n${"-".repeat(99)}` },
  ];
  const { bytes } = compact(Buffer.from(JSON.stringify({ messages })), {
    keepErrors: "none",
    preserveRecentRawTurns: 0,
    placeholder: "[call ended: {exit}]",
  });
  expect(Buffer.from(bytes).toString()).toContain('"[call ended: error]"');
});
