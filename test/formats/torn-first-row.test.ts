/** Rows of which the first is torn, wherever that is. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/index.ts";

const row = (task: string, times = 40) => {
  const called = { id: "c", type: "function", function: { name: "run", arguments: "{}" } };
  return JSON.stringify({
    id: [1],
    messages: [
      { role: "user", content: task },
      { role: "assistant", content: null, tool_calls: [called] },
      { role: "tool", tool_call_id: "c", content: `${task} `.repeat(times) },
    ],
  });
};

const FIRST = row("one", 2);
const OTHERS = `${row("two")}\n${row("three")}\n${row("four")}\n`;
const masked = compact(Buffer.from(OTHERS), { preserveRecentRawTurns: 0 }).bytes.toString();

describe("rows whose first is torn", () => {
  it("are compacted, and that is copied, wherever it is torn", () => {
    expect(masked.length).toBeLessThan(OTHERS.length);
    for (let end = 1; end < FIRST.length; end++) {
      const torn = FIRST.slice(0, end);
      const { bytes, badLines } = compact(Buffer.from(`${torn}\n${OTHERS}`), {
        preserveRecentRawTurns: 0,
      });
      expect(bytes.toString(), torn).toBe(`${torn}\n${masked}`);
      expect(badLines.map(({ line }) => line)).toEqual([1]);
    }
  });

  it("are still refused where they are a document that is damaged further down", () => {
    const lines = JSON.stringify({ messages: JSON.parse(FIRST).messages }, undefined, 1).split(
      "\n",
    );
    for (let at = 3; at < lines.length; at++) {
      const damaged = [...lines.slice(0, at), "?", ...lines.slice(at)].join("\n");
      expect(() => compact(Buffer.from(damaged))).toThrow("expected");
    }
  });
});
