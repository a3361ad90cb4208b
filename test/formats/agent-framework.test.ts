import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { linesOf } from "../support/lines.ts";

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/agent-framework/${name}`, import.meta.url));

const LONG = "of plums nobody kept a count, said the keeper of the store ".repeat(4);
const result = (more: object) => ({ type: "function_result", call_id: "a", ...more });
const said = (role: string, ...contents: readonly object[]) => ({ role, contents });
const call = { type: "function_call", call_id: "a", name: "count", arguments: { of: "plums" } };

it("a history has calls, results, errors, a picture and bound reasoning", () => {
  const { transcripts } = inspect(fixture("history.jsonl"));
  expect(transcripts).toMatchObject([
    { format: "agent-framework", observations: 4, errorObservations: 1, images: 1 },
  ]);
  const { bytes, transcripts: masked } = compact(fixture("history.jsonl"), {
    preserveRecentRawTurns: 1,
    reasoning: "keep",
  });
  expect(masked).toMatchObject([{ maskedCount: 3 }]);
  const [, , , answers = "{}"] = Buffer.from(bytes).toString().split("\n");
  const [first, second] = JSON.parse(answers).contents;
  expect(first.items).toEqual([
    {
      type: "text",
      text: expect.stringContaining("[observation masked"),
      additional_properties: {},
    },
  ]);
  expect(first.result).toContain("gate 3 lifted 30 cm");
  expect(second.items).toHaveLength(1);
});

it("the text that a result has a second time is a side copy", () => {
  const { bytes } = compact(fixture("history.jsonl"), {
    preserveRecentRawTurns: 1,
    reasoning: "keep",
    sideCopies: "mask",
  });
  expect(Buffer.from(bytes).toString()).not.toContain("gate 3 lifted 30 cm");
});

it("results without items are their text, as earlier versions wrote them", () => {
  const lines = [
    said("user", { type: "text", text: "count" }),
    said("assistant", call),
    said("tool", result({ result: LONG })),
  ];
  for (const bytes of [linesOf(lines), linesOf([{ messages: lines }]), linesOf([lines])]) {
    const { bytes: made, transcripts } = compact(bytes, { preserveRecentRawTurns: 0 });
    expect(transcripts).toMatchObject([{ format: "agent-framework", maskedCount: 1 }]);
    expect(Buffer.from(made).toString()).not.toContain("nobody");
  }
});

it("a result of a hosted tool, of which nothing is read, is named", () => {
  const hosted = { type: "shell_tool_result", call_id: "b", outputs: [{ stdout: LONG }] };
  const lines = [
    said("user", { type: "text", text: "count" }),
    said("assistant", call),
    said("tool", result({ result: LONG })),
    said("assistant", hosted),
  ];
  expect(compact(linesOf(lines)).file.unreadResults).toBe(1);
});
