/** What is particular to trajectories of Trae Agent. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { compact, compactWith } from "../../src/api/compact.ts";
import { agree } from "../engine/plain/paths-agree.ts";
import { linesOf } from "../support/lines.ts";

const LONG = "crates of pears in the cellar, ".repeat(5);

const call = (call_id: string) => ({ call_id, name: "bash", arguments: { command: "ls" } });
const answer = (call_id: string, result: string | null, error: string | null = "") => ({
  call_id,
  success: error === "",
  result,
  error,
  id: null,
});
const given = (tool_result: object) => ({ role: "user", content: "", tool_result });

function step(
  llm_messages: readonly object[],
  calls: readonly string[],
  results: readonly object[],
) {
  const tool_calls = calls.map(call);
  const llm_response = { content: "I look.", tool_calls };
  return { state: "completed", llm_messages, llm_response, tool_calls, tool_results: results };
}

function trajectory(steps: readonly ReturnType<typeof step>[]) {
  const llm_interactions = steps.map(({ llm_messages, llm_response }) => ({
    input_messages: llm_messages,
    response: llm_response,
  }));
  return { task: "go", llm_interactions, agent_steps: steps, success: true };
}

const fixture = readFileSync("fixtures/trae/trajectory.json");

it("masks each result wherever it is, and counts it once", () => {
  const { bytes, transcripts, file } = compact(fixture, {
    preserveRecentRawTurns: 1,
    keepErrors: "none",
  });
  const text = Buffer.from(bytes).toString();
  // Two results, one with an error as well, and one that is an error.
  expect(transcripts).toMatchObject([{ format: "trae", messages: 14, maskedCount: 5 }]);
  expect(file).toMatchObject({ calls: 6, unreadResults: 0, unreadRecords: {} });
  expect(text).not.toContain("total += crate.size\\n        if crate.label");
  expect(text.split("[observation masked").length - 1).toBe(15);
  expect(check(fixture, {}).findings).toEqual([]);
});

it("keeps results that failed, as errors", () => {
  const { bytes } = compact(fixture, { preserveRecentRawTurns: 1, keepErrors: "all" });
  const text = Buffer.from(bytes).toString();
  expect(text).toContain("No replacement was performed");
  expect(text).toContain("assert 24 == 12");
  expect(text).not.toContain("up to 2 levels deep");
});

it("reads results that no step has, and those whose ids come again", () => {
  const [a, b, c] = [`${LONG}a`, `${LONG}b`, `${LONG}c`];
  const run = trajectory([
    step([{ role: "user", content: "go" }], ["1"], [answer("1", a)]),
    step([given(answer("1", a))], ["1"], [answer("1", b)]),
    step([given(answer("1", b)), given(answer("2", c))], ["3"], []),
  ]);
  for (const objects of [false, true]) {
    const options = { preserveRecentRawTurns: 0, objects };
    const { bytes, transcripts } = compactWith(linesOf([run]), options);
    expect(Buffer.from(bytes).toString()).not.toContain("pears");
    // The result that no step has is in two places.
    expect(transcripts).toMatchObject([{ format: "trae", maskedCount: 4 }]);
    expect(compactWith(bytes, options).bytes).toBe(bytes);
  }
  agree(linesOf([run, run]), { preserveRecentRawTurns: 1 });
});
