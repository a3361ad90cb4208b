/** Values are nested as deep as JSON allows, which is deeper than calls of functions are. */
import { expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { compact } from "../../src/api/compact.ts";

const LONG = "what the tool answered, ".repeat(20);

function nested(inner: string, depth = 20_000): string {
  return `${"[".repeat(depth)}${inner}${"]".repeat(depth)}`;
}

const deep = nested(JSON.stringify(LONG));
const use = `{"type":"tool_use","id":"a","name":"f","input":{"x":${deep}}}`;
const result = `{"type":"tool_result","tool_use_id":"a","content":"${LONG}"}`;
const session = (line: string) => `{"uuid":"u","sessionId":"s",${line}}`;
const trajectory = (more: string) =>
  `{"schema_version":"ATIF-v1.7","steps":[{"step_id":1,"source":"user","message":"go"}]${more}}`;

it.each([
  [
    "arguments",
    `[{"role":"assistant","content":[${use}]},{"role":"user","content":[${result}]}]`,
    `{"x":${deep}}`,
  ],
  [
    "an output that is any value",
    `[{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"json","value":${deep}}}]}]`,
    '"type":"json"',
  ],
  [
    "a side copy",
    `${session(`"type":"assistant","message":{"role":"assistant","content":[${use}]}`)}\n${session(
      `"type":"user","toolUseResult":${deep},"message":{"role":"user","content":[${result}]}`,
    )}`,
    `${"[".repeat(20_000)}"[observation masked`,
  ],
])("%s", (_, text, kept) => {
  const options = { preserveRecentRawTurns: 0, sideCopies: "mask" } as const;
  const once = Buffer.from(compact(Buffer.from(text), options).bytes);
  expect(once.length).toBeLessThan(text.length);
  expect(once.toString().includes(kept)).toBe(true);
  expect(check(once).findings.length).toBe(check(Buffer.from(text)).findings.length);
});

it("trajectories in trajectories", () => {
  let text = trajectory("");
  for (let depth = 0; depth < 5000; depth++)
    text = trajectory(`,"subagent_trajectories":[${text}]`);
  const bytes = Buffer.from(text);
  const all = compact(bytes);
  expect(all.bytes).toBe(bytes);
  expect(all.transcripts).toHaveLength(5001);
  expect(check(bytes).findings).toEqual([]);
});

it.each([
  ["arrays", nested("")],
  ...["agent_states", "data", "resourceSpans", "scopeSpans", "spans", "logRecords"].flatMap(
    (key) => [
      [`objects under ${key}`, `${`{"${key}":`.repeat(20_000)}1${"}".repeat(20_000)}`],
      [`arrays under ${key}`, `${`{"${key}":[`.repeat(20_000)}${"]}".repeat(20_000)}`],
    ],
  ),
])("%s in each other, which are no transcript", (_, text) => {
  const message = `{"role":"tool","tool_call_id":"a","content":"${LONG}"}`;
  expect(() => compact(Buffer.from(text))).toThrow(
    expect.objectContaining({ name: "ElisionError" }),
  );
  const around = Buffer.from(`${text}\n${message}\n${text}\n`);
  expect(compact(around, { window: 0 }).transcripts).toMatchObject([{ maskedCount: 1 }]);
});
