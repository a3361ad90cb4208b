/** Chat histories of Grok Build: items of several types, those of the provider's tools among them. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { grokBuild } from "../../src/formats/grok-build.ts";
import { detected } from "../support/detected.ts";
import { foundIn, observationsIn } from "../support/found.ts";
import { linesOf } from "../support/lines.ts";

const user = (text: string) => ({ type: "user", content: [{ type: "text", text }] });
const called = (id: string) => ({
  ...{ type: "assistant", content: "", model_id: "grok-4.5" },
  tool_calls: [{ id, name: "read_file", arguments: "{}" }],
});
const result = (id: string, content: string, rest: object = {}) => ({
  ...{ type: "tool_result", tool_call_id: id, content },
  ...rest,
});
const IMAGE = { type: "image", url: "data:image/png;base64,iVBORw0KGgo=" };

it("takes the images of a result out with its text", () => {
  const long = "a picture, and this line about it, again and again\n".repeat(4);
  const lines = [user("go"), called("a"), result("a", long, { images: [IMAGE, IMAGE] })];
  const { bytes } = compact(linesOf(lines), { preserveRecentRawTurns: 0 });
  const [, , after] = Buffer.from(bytes).toString().trim().split("\n");
  expect(JSON.parse(after ?? "")).toEqual({
    ...{ type: "tool_result", tool_call_id: "a", images: [] },
    content: expect.stringContaining("[observation masked"),
  });
});

it("reads what the provider's tools were asked, and leaves that alone", () => {
  const search = {
    tool_type: "web_search",
    id: "ws_1",
    status: "completed",
    action: { query: "q" },
  };
  const code = { tool_type: "code_interpreter", id: "ci_1", code: "1+1", outputs: [] };
  const items = [search, code].map((kind) => ({ type: "backend_tool_call", kind }));
  const { messages } = foundIn(grokBuild, ...items);
  expect(messages).toMatchObject([
    { role: "assistant", parts: [{ kind: "call", id: "ws_1" }, { kind: "observation" }] },
    { role: "assistant", parts: [{ kind: "call", id: "ci_1" }, { kind: "observation" }] },
  ]);
});

it.each([
  ["exit: 0\nout", false],
  ["exit: 1\nno", true],
  ["exit: 127", true],
  ["exit: killed (timeout)\n", true],
  ["the exit: 1 of it", false],
])("takes the result %j for what it is", (content, isError) => {
  expect(observationsIn(grokBuild, result("a", content))).toMatchObject([{ isError }]);
});

it("knows sealed reasoning, as an item and as sessions had it before", () => {
  const summary = [{ type: "summary_text", text: "hm" }];
  const { messages } = foundIn(
    grokBuild,
    { type: "reasoning", id: "rs_1", summary, encrypted_content: "c2Vh" },
    { type: "assistant", content: "hi", reasoning: { text: "hm", encrypted: "c2Vh" } },
    { type: "assistant", content: "hi", reasoning: { text: "hm" } },
  );
  const reasoning = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "reasoning" ? [part.signed] : [])),
  );
  expect(reasoning).toEqual([true, true, false]);
});

it("drops messages by taking their lines out, and marks its summary as a compaction's", () => {
  const long = "a line of output\n".repeat(20);
  const lines = ["a", "b", "c"].flatMap((id) => [user(long), called(id), result(id, long)]);
  const options = { preserveRecentRawTurns: 1, maxInputChars: 1200 };
  const { bytes, transcripts } = compact(linesOf(lines), options);
  expect(transcripts[0]?.droppedCount).toBeGreaterThan(0);
  const summary = Buffer.from(bytes)
    .toString()
    .split("\n")
    .find((line) => line.includes("synthetic_reason"));
  expect(JSON.parse(summary ?? "")).toMatchObject({ synthetic_reason: "compaction_meta" });
});

describe("detection", () => {
  it.each([user("go"), called("a"), result("a", "out")])("goes by %j", (line) => {
    expect(detected({ type: "system", content: "You are an agent." }, line)).toBe("grok-build");
  });

  it.each([
    [
      { type: "human", content: "go" },
      { type: "tool", content: "out", tool_call_id: "a" },
    ],
    [{ type: "tool_result", tool_id: "a", output: "out" }],
    [{ type: "user", message: { content: [{ type: "text", text: "go" }] }, uuid: "u" }],
  ])("leaves others alone: %j", (...lines) => {
    expect(detected(...lines)).not.toBe("grok-build");
  });
});
