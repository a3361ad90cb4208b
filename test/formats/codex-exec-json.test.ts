import { describe, expect, it } from "vitest";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { compactedLines } from "../support/compacted.ts";
import { detected } from "../support/detected.ts";

const LONG = "src/index.ts\n".repeat(20);

function event(kind: string, item: object) {
  return { type: `item.${kind}`, item };
}

function command(id: string, output: string, more = {}) {
  return { id, type: "command_execution", command: "ls", aggregated_output: output, ...more };
}

function masked(records: readonly unknown[], options: CompactOptions = {}) {
  const { after, transcripts } = compactedLines(records, { format: "codex-exec-json", ...options });
  return { items: after.map(({ item }) => item), transcripts };
}

describe("codex-exec-json is", () => {
  it("found by how a stream begins, or by an item", () => {
    expect(detected({ type: "thread.started", thread_id: "t" })).toBe("codex-exec-json");
    expect(detected(event("completed", command("item_0", "")))).toBe("codex-exec-json");
    expect(detected(event("completed", { id: "item_0", item_type: "assistant_message" }))).toBe(
      "codex-exec-json",
    );
  });

  it("neither a rollout nor what Kimi writes", () => {
    const rollout = { type: "session_meta", payload: { id: "s" } };
    expect(detected(rollout, { type: "response_item", payload: {} })).toBe("codex");
    expect(detected({ type: "metadata", protocol_version: "1" }, { type: "turn.begin" })).toBe(
      undefined,
    );
  });
});

describe("the events of one item", () => {
  const started = event("started", command("item_1", "", { status: "in_progress" }));
  const updated = event("updated", command("item_1", LONG, { status: "in_progress" }));
  const completed = event("completed", command("item_1", LONG + LONG, { status: "completed" }));

  it("are one observation, the newest, and are masked alike", () => {
    const { items, transcripts } = masked([started, updated, completed]);
    const texts = items.map((item) => item.aggregated_output);
    expect(texts[0]).toBe("");
    expect(texts[1]).toBe(texts[2]);
    expect(texts[2]).toMatch(/^\[observation masked — 520 chars\]$/);
    expect(transcripts[0]?.maskedCount).toBe(1);
    expect(transcripts[0]?.messages).toBe(1);
  });

  it("are told from those of a later item with its id", () => {
    const { transcripts } = masked([updated, completed, started, updated, completed]);
    expect(transcripts[0]?.maskedCount).toBe(2);
  });

  it("do not go on in another run", () => {
    const run = { type: "thread.started", thread_id: "t" };
    expect(masked([run, updated, run, updated]).transcripts[0]?.maskedCount).toBe(2);
  });

  it("are a call without an answer while nothing came of it", () => {
    const done = event("completed", command("item_2", LONG));
    // The unanswered call is the newest tool turn, so the one before is outside the window.
    const { items } = masked([done, started], { preserveRecentRawTurns: 1 });
    expect(items[0].aggregated_output).toMatch(/^\[observation masked/);
  });
});

describe("a result of MCP", () => {
  const call = { id: "item_1", type: "mcp_tool_call", server: "s", tool: "t", arguments: {} };
  const content = [{ type: "text", text: LONG }];
  const result = { content, structured_content: { rows: [LONG] } };

  it("stays a list of blocks", () => {
    const { items } = masked([event("completed", { ...call, result })]);
    expect(items[0].result).toEqual({
      content: [{ type: "text", text: expect.stringMatching(/^\[observation masked/) }],
      structured_content: { rows: [LONG] },
    });
  });

  it("has a side copy that is blanked where that is asked for", () => {
    const { items } = masked([event("completed", { ...call, result })], { sideCopies: "mask" });
    expect(items[0].result.structured_content.rows[0]).toMatch(/^\[observation masked/);
  });

  it("is the message of its error where it has one", () => {
    const failed = { ...call, result: null, error: { message: LONG }, status: "failed" };
    const { items } = masked([event("completed", failed)]);
    expect(items[0].error.message).toMatch(/^\[observation masked/);
  });
});
