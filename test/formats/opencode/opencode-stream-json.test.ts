/** The events that `opencode run --format json` prints: which hold calls and results, and of which reply. */
import { describe, expect, it } from "vitest";
import { inspect } from "../../../src/api/inspect.ts";
import { opencodeStreamJson } from "../../../src/formats/opencode/opencode-stream-json.ts";
import { foundIn, observationsIn } from "../../support/found.ts";
import { linesOf } from "../../support/lines.ts";

const event = (type: string, part: object) => ({
  ...{ type, timestamp: 1_790_000_000_000, sessionID: "ses_1" },
  part: { id: "prt_1", sessionID: "ses_1", messageID: "msg_1", ...part },
});
const used = (state: object) =>
  event("tool_use", { type: "tool", callID: "c", tool: "bash", state: { input: {}, ...state } });

describe("a result", () => {
  it.each([
    [
      { status: "completed", output: "out" },
      { text: "out", isError: false, editable: true },
    ],
    [{ status: "completed", output: "out", metadata: { exit: 2 } }, { isError: true }],
    [
      { status: "error", error: "no such file" },
      { text: "no such file", isError: true },
    ],
  ])("is found in %j", (state, expected) => {
    expect(observationsIn(opencodeStreamJson, used(state))).toMatchObject([expected]);
  });

  it("has the printed output as a copy", () => {
    const metadata = { output: "a line of output, again and again\n".repeat(9), exit: 0 };
    const state = { status: "completed", output: metadata.output, metadata };
    const { transcripts } = inspect(linesOf([used(state)]));
    expect(transcripts).toMatchObject([{ calls: 1, observations: 1, sideCopies: 1 }]);
  });
});

it("has the events of a message in one turn, and nothing of those around them", () => {
  const events = [
    event("step_start", { type: "step-start" }),
    event("reasoning", { type: "reasoning", text: "hm", metadata: { anthropic: {} } }),
    event("text", { type: "text", text: "I look." }),
    used({ status: "completed", output: "out" }),
    used({ status: "completed", output: "out" }),
    event("step_finish", { type: "step-finish", reason: "tool-calls" }),
    { type: "error", timestamp: 1, sessionID: "ses_1", error: { name: "APIError" } },
  ];
  const { messages } = foundIn(opencodeStreamJson, ...events);
  expect(messages.map(({ role, about }) => [role, about.reply])).toEqual(
    Array.from({ length: 4 }, () => ["assistant", "msg_1"]),
  );
  expect(inspect(linesOf(events))).toMatchObject({ transcripts: [{ toolTurns: 1 }], badLines: [] });
});

it("is known by its parts, after lines of a program that ran it", () => {
  const lines = [{ event: "spawned", pid: 4 }, event("text", { type: "text", text: "hi" })];
  expect(inspect(linesOf(lines)).transcripts).toMatchObject([{ format: "opencode-stream-json" }]);
});
