import { describe, expect, it } from "vitest";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { geminiStreamJson } from "../../../src/formats/gemini/gemini-stream-json.ts";
import { compactedLines } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";

const LONG = "what a tool answered, long enough that it is worth a placeholder";
const MASKED = `[observation masked — ${LONG.length} chars]`;
const INIT = { type: "init", timestamp: "t", session_id: "s", model: "m" };
const use = (tool_id: string) => ({ type: "tool_use", tool_id, tool_name: "f", parameters: {} });
const result = (tool_id: string, about: object) => ({
  type: "tool_result",
  tool_id,
  status: "success",
  ...about,
});
const failed = (about: object) => result("a", { status: "error", ...about });

function run(records: readonly unknown[], options: CompactOptions = {}) {
  const { after, transcripts } = compactedLines(records, options);
  return { lines: after, telemetry: transcripts[0] };
}

describe("a failed call", () => {
  const error = { type: "e", message: LONG };

  it("is an error by its status", () => {
    const [a, b] = foundIn(
      geminiStreamJson,
      failed({ output: LONG }),
      result("b", { output: "" }),
    ).messages;
    expect([a?.parts[0], b?.parts[0]]).toMatchObject([{ isError: true }, { isError: false }]);
  });

  it("has its message blanked on demand where the output says the same", () => {
    const records = [INIT, use("a"), failed({ output: LONG, error })];
    expect(run(records).lines[2]).toMatchObject({ output: MASKED, error });
    const { lines } = run(records, { sideCopies: "mask" });
    expect(lines[2]).toMatchObject({ output: MASKED, error: { type: "e", message: MASKED } });
  });

  it("has its message masked where that is all", () => {
    const { lines } = run([INIT, use("a"), failed({ error })]);
    expect(lines[2]).toMatchObject({ error: { type: "e", message: MASKED } });
  });

  it("is masked the same twice where nothing stands in its place", () => {
    const options = { maxObservationChars: 0, keepErrors: "none" } as const;
    const once = run([INIT, use("a"), failed({ output: LONG, error })], options).lines;
    expect(once[2]).toMatchObject({ output: "", error });
    expect(run(once, options).lines).toEqual(once);
  });
});

describe("a stream", () => {
  it("has one turn for the pieces of a reply and its calls", () => {
    const piece = { type: "message", role: "assistant", content: "so", delta: true };
    const records = [INIT, piece, piece, use("a"), use("b"), result("a", { output: LONG })];
    const next = [piece, use("c"), result("c", { output: LONG })];
    const { lines } = run([...records, ...next], { preserveRecentRawTurns: 1 });
    expect(lines.slice(0, 5)).toEqual(records.slice(0, 5));
    expect(lines[5].output).toBe(MASKED);
    expect(lines.slice(6)).toEqual(next);
  });

  it("may have a result without output: its call is answered", () => {
    const [found] = foundIn(geminiStreamJson, result("a", {})).messages;
    expect(found).toMatchObject({ role: "tool", parts: [{ callId: "a", editable: false }] });
  });

  it("is never shortened by dropping events", () => {
    const records = [INIT, use("a"), result("a", { output: LONG }), use("b")];
    const { lines, telemetry } = run(records, { maxInputChars: 5 });
    expect(lines).toHaveLength(records.length);
    expect(telemetry?.fits).toBe(false);
  });
});

describe("is found", () => {
  const wrapper = { type: "message", role: "user", content: "as the recorder was told" };

  it.each([
    ["by its first line", [INIT]],
    ["behind lines of a recorder", [wrapper, wrapper, INIT]],
    ["by a call", [wrapper, use("a")]],
    ["by a result", [result("a", {})]],
  ])("%s", (_, records) => {
    expect(detected(...records)).toBe("gemini-stream-json");
  });

  it.each([
    ["a message alone", wrapper],
    ["an Anthropic block", { type: "tool_use", id: "a", name: "f", input: {} }],
    ["Claude Code's stream", { type: "system", subtype: "init", session_id: "s", model: "m" }],
    ["another tool's start", { type: "init", session_id: "s" }],
  ])("but not in %s", (_, record) => {
    expect(detected(record)).not.toBe("gemini-stream-json");
  });
});
