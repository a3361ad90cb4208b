/** The stream that `droid exec` prints: where results are, and whose calls they answer. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { droidStreamJson } from "../../../src/formats/droid/droid-stream-json.ts";
import { foundIn, observationsIn } from "../../support/found.ts";
import { linesOf } from "../../support/lines.ts";

const call = { type: "tool_call", session_id: "s", id: "c", messageId: "m", toolName: "Execute" };
const result = { type: "tool_result", session_id: "s", id: "c", messageId: "t", toolId: "Execute" };

describe("a result", () => {
  it.each([
    [{ value: "out" }, { text: "out", isError: false, editable: true }],
    [
      { isError: true, error: { type: "tool_error", message: "no" } },
      { text: "no", isError: true },
    ],
    [{ value: { stdout: "out", exitCode: 0 } }, { text: '{"stdout":"out","exitCode":0}' }],
    [{}, { editable: false }],
  ])("is found in %j", (rest, expected) => {
    expect(observationsIn(droidStreamJson, { ...result, ...rest })).toMatchObject([expected]);
  });

  it("that was an object stays one", () => {
    const value = { stdout: "a line of output, again and again\n".repeat(9), exitCode: 0 };
    const lines = [
      { ...call, parameters: {} },
      { ...result, value },
    ];
    const { bytes } = compact(linesOf(lines), { preserveRecentRawTurns: 0 });
    const [, after] = Buffer.from(bytes).toString().trim().split("\n");
    expect(JSON.parse(after ?? "").value).toMatchObject({
      stdout: expect.stringContaining("[observation masked"),
    });
  });
});

it("has what is one reply in one turn, by the message's id", () => {
  const { messages } = foundIn(
    droidStreamJson,
    { type: "reasoning", session_id: "s", id: "m", text: "hm" },
    { type: "message", role: "assistant", session_id: "s", id: "m", text: "hi" },
    { ...call, parameters: {} },
  );
  expect(messages.map(({ about }) => about.reply)).toEqual(["m", "m", "m"]);
});

it("pairs by the call's id where events have ids of their own", () => {
  const { messages } = foundIn(
    droidStreamJson,
    { ...call, id: "e1", toolCallId: "c", parameters: {} },
    { ...result, id: "e2", toolCallId: "c", value: "out" },
  );
  expect(messages.flatMap(({ parts }) => parts)).toMatchObject([{ id: "c" }, { callId: "c" }]);
});
