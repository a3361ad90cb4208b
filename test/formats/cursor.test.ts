/** Agent transcripts of Cursor: lines without a type, calls without ids, and mostly no results. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { cursor } from "../../src/formats/cursor.ts";
import { detected } from "../support/detected.ts";
import { foundIn } from "../support/found.ts";
import { linesOf } from "../support/lines.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

const line = (role: string, ...content: unknown[]) => ({ role, message: { content } });
const text = (said: string) => ({ type: "text", text: said });
const call = (name: string) => ({ type: "tool_use", name, input: { path: "a" } });
const result = (content: unknown) => ({ type: "tool_result", tool_use_id: "t1", content });

it("has results of the calls before them, in order", () => {
  const lines = [
    line("user", text("go")),
    line("assistant", call("Read"), call("Shell")),
    line("user", result(LONG), result(LONG)),
    line("assistant", call("Grep")),
    line("user", result(LONG)),
  ];
  const { bytes, transcripts } = compact(linesOf(lines), { preserveRecentRawTurns: 1 });
  expect(transcripts).toMatchObject([{ format: "cursor", maskedCount: 2 }]);
  const after = Buffer.from(bytes).toString().trim().split("\n");
  expect(after[2]).toContain("[observation masked");
  expect(after[4]).toContain(JSON.stringify(LONG));
});

it("may have no results, which nothing is made of", () => {
  const lines = [
    line("user", text("go")),
    line("assistant", call("Read")),
    line("user", text("on")),
  ];
  const bytes = linesOf([...lines, { type: "turn_ended", status: "success" }]);
  const { file, ...result } = compact(bytes, { preserveRecentRawTurns: 0 });
  expect(Buffer.from(result.bytes).equals(bytes)).toBe(true);
  expect(file).toMatchObject({ calls: 1, observations: 0, unreadRecords: {} });
});

it("reads a content that is a string", () => {
  const { messages } = foundIn(cursor, { role: "user", message: { content: "go" } });
  expect(messages).toMatchObject([{ role: "user", parts: [{ kind: "text", text: "go" }] }]);
});

describe("detection", () => {
  it("goes by a role outside the message", () => {
    expect(detected(line("user", text("go")))).toBe("cursor");
  });

  it.each([
    { type: "user", sessionId: "s", uuid: "u", message: { role: "user", content: "hi" } },
    { role: "user", message: { role: "user", content: "hi" } },
    { role: "user", content: "hi" },
  ])("leaves others alone: %j", (given) => {
    expect(detected(given)).not.toBe("cursor");
  });
});
