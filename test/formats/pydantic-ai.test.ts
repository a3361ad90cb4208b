/** Messages of Pydantic AI: who speaks in a request, and what stays of a result. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

const FILE = { kind: "binary", media_type: "image/png", data: "iVBORw0KGgo=".repeat(20) };

type Json = Readonly<Record<string, unknown>>;

const request = (...parts: Json[]): Json => ({ kind: "request", parts });
const called: Json = {
  kind: "response",
  parts: [{ part_kind: "tool-call", tool_name: "look", args: "{}", tool_call_id: "a" }],
};
const given = (content: unknown, rest: Json = {}): Json => ({
  ...{ part_kind: "tool-return", tool_name: "look", tool_call_id: "a", content },
  ...rest,
});

function run(messages: readonly Json[], options: object = {}) {
  const bytes = Buffer.from(JSON.stringify(messages));
  const result = compact(bytes, { preserveRecentRawTurns: 0, ...options });
  const after = JSON.parse(Buffer.from(result.bytes).toString()) as { parts: Json[] }[];
  return { after, transcripts: result.transcripts };
}

describe("a result", () => {
  it.each([
    ["a text", LONG, "string"],
    ["an object", { report: LONG, rows: [1, 2] }, "object"],
    ["a list, which becomes a text", [LONG, 2], "string"],
  ])("that is %s is masked", (_, content, type) => {
    const { after, transcripts } = run([called, request(given(content))]);
    expect(transcripts).toMatchObject([{ maskedCount: 1 }]);
    expect(typeof after[1]?.parts[0]?.content).toBe(type);
    expect(JSON.stringify(after)).toContain("masked");
  });

  it("that is a file counts no chars, and is left out like another", () => {
    const { after, transcripts } = run([called, request(given(FILE))], { minGain: 1 });
    expect(transcripts).toMatchObject([{ maskedCount: 1, beforeChars: "look{}".length }]);
    expect(after[1]?.parts[0]?.content).toEqual({
      output: expect.stringContaining("(1 image omitted)"),
    });
  });

  it("that has texts and files stays a list, without the files", () => {
    const { after } = run([called, request(given([LONG, FILE, "and so on"]))]);
    expect(after[1]?.parts[0]?.content).toEqual([expect.stringContaining("(1 image omitted)")]);
    expect(run(after).after).toEqual(after);
  });

  it("that has files alone becomes a list with a note", () => {
    const { after } = run([called, request(given([FILE, FILE]))], { minGain: 1 });
    expect(after[1]?.parts[0]?.content).toEqual([
      { output: expect.stringContaining("(2 images omitted)") },
    ]);
    expect(run(after, { minGain: 1 }).after).toEqual(after);
  });

  it.each([
    ["an outcome", given(LONG, { outcome: "failed" })],
    ["a retry of a call", given(LONG, { part_kind: "retry-prompt" })],
  ])("is kept as an error by %s", (_, part) => {
    expect(run([called, request(part)]).transcripts).toMatchObject([{ maskedCount: 0 }]);
    const all = run([called, request(part)], { keepErrors: "none" });
    expect(all.transcripts).toMatchObject([{ maskedCount: 1 }]);
  });

  it("is none where a retry answers no call", () => {
    const retry = request({ part_kind: "retry-prompt", content: LONG });
    expect(run([called, request(given("ok")), retry], { keepErrors: "none" }).after[2]).toEqual(
      retry,
    );
  });
});

it("a prompt next to results in one request is the user's", () => {
  const mixed = request(given(LONG), { part_kind: "user-prompt", content: LONG });
  const { after, transcripts } = run([called, mixed]);
  expect(transcripts).toMatchObject([{ messages: 3, maskedCount: 1 }]);
  expect(after[1]?.parts[1]?.content).toBe(LONG);
});
