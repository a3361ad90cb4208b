/** Run states of the OpenAI Agents SDK: which items the model is sent, and which are copies of them. */
import { expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

const call = (call_id: string): Json => ({
  type: "tool_call_item",
  raw_item: { type: "function_call", call_id, name: "look", arguments: "{}" },
});
const result = (call_id: string): Json => ({
  type: "tool_call_output_item",
  raw_item: { type: "function_call_output", call_id, output: LONG },
  output: LONG,
});

interface State {
  readonly generated_items: readonly Json[];
  readonly session_items: readonly Json[];
  readonly original_input: unknown;
}

function run(rest: Json, sideCopies: "keep" | "mask" = "keep") {
  const state = { $schemaVersion: "1.13", context: {}, original_input: "go", ...rest };
  const bytes = Buffer.from(JSON.stringify(state));
  const result = compact(bytes, { preserveRecentRawTurns: 0, sideCopies });
  const after = JSON.parse(Buffer.from(result.bytes).toString()) as State;
  return { after, transcripts: result.transcripts };
}

it("items for the session stay the same as those generated: else the SDK parts them", () => {
  const items = [call("a"), result("a"), call("a"), result("a"), call("b"), result("b")];
  for (const sideCopies of ["keep", "mask"] as const) {
    const { after } = run({ generated_items: items, session_items: items }, sideCopies);
    expect(after.session_items).toEqual(after.generated_items);
    expect(JSON.stringify(after.generated_items[1]?.raw_item)).toContain("masked");
    expect(after.generated_items[1]?.output === LONG).toBe(sideCopies === "keep");
  }
});

it("an item for the session that was not generated no longer reaches the model", () => {
  const session_items = [call("a"), result("a"), call("b"), result("b")];
  const { transcripts } = run({ generated_items: session_items.slice(2), session_items });
  expect(transcripts).toMatchObject([{ maskedCount: 1, deadMaskedCount: 1 }]);
});

it("items of the original input count", () => {
  const original_input = [call("a"), result("a")].map(({ raw_item }) => raw_item);
  const { after, transcripts } = run({ original_input, generated_items: [], session_items: [] });
  expect(transcripts).toMatchObject([{ maskedCount: 1 }]);
  expect(JSON.stringify(after.original_input)).toContain("masked");
});

it("a request for approval is no second call", () => {
  const approval = { ...call("a"), type: "tool_approval_item" };
  const { transcripts } = run({ generated_items: [call("a"), approval], session_items: [] });
  expect(transcripts).toMatchObject([{ messages: 2 }]);
});

it("the result of a run is read by its state, and nothing else of it is", () => {
  const { after, transcripts } = run({
    $schemaVersion: undefined,
    state: { $schemaVersion: "1.0", originalInput: "go", generatedItems: [call("a"), result("a")] },
  });
  expect(transcripts).toMatchObject([{ format: "openai-agents-runstate", maskedCount: 1 }]);
  expect(after).toMatchObject({ context: {}, original_input: "go" });
  expect(() => run({ $schemaVersion: undefined, state: { $schemaVersion: "1.0" } })).toThrow(
    "no transcript of a known format",
  );
});
