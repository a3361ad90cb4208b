/** Transcripts of the Antigravity CLI: which steps are results, of which calls, and what is told the model. */
import { expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { antigravity } from "../../src/formats/antigravity.ts";
import { foundIn } from "../support/found.ts";
import { linesOf } from "../support/lines.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

let step = 0;
const stepOf = (source: string, type: string, rest: object = {}) => ({
  ...{ step_index: step++, source, type, status: "DONE", created_at: "2026-11-16T10:00:00Z" },
  ...rest,
});
const asked = (...names: string[]) =>
  stepOf("MODEL", "PLANNER_RESPONSE", { tool_calls: names.map((name) => ({ name, args: {} })) });

it("has results of the calls before them, in order", () => {
  const lines = [
    stepOf("USER_EXPLICIT", "USER_INPUT", { content: "go" }),
    asked("list_dir", "view_file"),
    stepOf("MODEL", "LIST_DIRECTORY", { content: LONG }),
    stepOf("MODEL", "VIEW_FILE", { content: LONG }),
    asked("run_command"),
    stepOf("MODEL", "RUN_COMMAND", { content: LONG }),
  ];
  const { bytes, transcripts } = compact(linesOf(lines), { preserveRecentRawTurns: 1 });
  expect(transcripts).toMatchObject([{ format: "antigravity", maskedCount: 2 }]);
  const after = Buffer.from(bytes).toString().trim().split("\n");
  expect(after[5]).toContain(JSON.stringify(LONG));
});

it("gives results to the calls before them, whatever their steps are called", () => {
  const lines = [
    asked("write_to_file", "list_dir"),
    stepOf("MODEL", "CODE_ACTION", { content: "Created file file:///srv/a.md" }),
    stepOf("MODEL", "LIST_DIRECTORY", { content: LONG }),
    asked("list_permissions"),
    stepOf("MODEL", "GENERIC", { content: LONG }),
  ];
  const [transcript] = inspect(linesOf(lines)).transcripts;
  expect(transcript).toMatchObject({ unansweredCalls: 0, orphanObservations: 0 });
  expect(
    transcript?.tools.map(({ tool, calls, observations }) => [tool, calls, observations]),
  ).toEqual(
    expect.arrayContaining([
      ["write_to_file", 1, 1],
      ["list_dir", 1, 1],
      ["list_permissions", 1, 1],
    ]),
  );
});

it("leaves what the user did as theirs, also between a call and its result", () => {
  const lines = [
    stepOf("USER_EXPLICIT", "USER_INPUT", { content: "go" }),
    asked("list_dir"),
    stepOf("USER_EXPLICIT", "RUN_COMMAND", { content: `The USER ran a command:\n${LONG}` }),
    stepOf("USER_EXPLICIT", "VIEW_FILE", { content: `The USER opened a file:\n${LONG}` }),
    stepOf("MODEL", "LIST_DIRECTORY", { content: LONG }),
    asked("run_command"),
    stepOf("MODEL", "RUN_COMMAND", { content: LONG }),
  ];
  const options = { preserveRecentRawTurns: 1, placeholder: "masked: {toolName}" };
  const { bytes, transcripts } = compact(linesOf(lines), options);
  expect(transcripts).toMatchObject([{ format: "antigravity", maskedCount: 1 }]);
  const after = Buffer.from(bytes).toString().trim().split("\n");
  expect(after[4]).toContain('"masked: list_dir"');
  for (const at of [2, 3]) expect(after[at]).toBe(JSON.stringify(lines[at]));
});

it("takes any step of the model's but its replies for a result, and no other", () => {
  const { messages } = foundIn(
    antigravity,
    stepOf("MODEL", "BROWSER_NAVIGATE", { content: "opened" }),
    stepOf("MODEL", "PLANNER_RESPONSE", { thinking: "hm", content: "hi" }),
    stepOf("SYSTEM", "CHECKPOINT", { content: "so far" }),
    stepOf("SYSTEM", "CONVERSATION_HISTORY"),
  );
  expect(messages).toMatchObject([
    { role: "tool", parts: [{ kind: "observation", text: "opened" }] },
    { role: "assistant", parts: [{ kind: "reasoning" }, { kind: "text" }] },
    { role: "user", parts: [{ kind: "text", text: "so far" }] },
  ]);
});

it("takes what the program says, and nothing of markers", () => {
  const { messages } = foundIn(
    antigravity,
    stepOf("SYSTEM", "EPHEMERAL_MESSAGE", { content: "You are in planning mode." }),
    stepOf("SYSTEM", "ERROR_MESSAGE", { content: "invalid call", error: "no such file" }),
    stepOf("SYSTEM", "ERROR_MESSAGE", { error: "503: no capacity" }),
    stepOf("SYSTEM", "KNOWLEDGE_ARTIFACTS"),
  );
  expect(messages).toMatchObject([
    { role: "user", parts: [{ kind: "text", text: "You are in planning mode." }] },
    { role: "user", parts: [{ kind: "text", text: "invalid call" }] },
  ]);
});

it("counts steps that it does not know", () => {
  const lines = [asked("a"), stepOf("MODEL", "GENERIC", { content: LONG })];
  const { file } = compact(linesOf([...lines, stepOf("SYSTEM", "WEATHER", { content: "rain" })]));
  expect(file.unreadRecords).toEqual({ WEATHER: 1 });
});

it("takes no step of the SDK for a result", () => {
  const rest = { content: "", thinking: "", tool_calls: [], target: "TARGET_USER" };
  const { messages } = foundIn(
    antigravity,
    stepOf("USER", "TEXT_RESPONSE", { ...rest, content: LONG }),
    stepOf("MODEL", "THINKING", { ...rest, thinking: "hm" }),
    stepOf("MODEL", "TOOL_CALL", { ...rest, tool_calls: [{ name: "view_file", args: {} }] }),
    stepOf("MODEL", "TEXT_RESPONSE", { ...rest, content: LONG }),
    stepOf("MODEL", "FINISH", { ...rest, content: LONG }),
  );
  expect(messages.map(({ role }) => role)).toEqual(["user", ...Array(4).fill("assistant")]);
  expect(messages.flatMap(({ parts }) => parts.map(({ kind }) => kind))).not.toContain(
    "observation",
  );
  expect(messages[2]?.parts).toContainEqual(expect.objectContaining({ kind: "call" }));
});
