import { describe, expect, it } from "vitest";
import { FORMATS } from "../../src/formats/index.ts";
import { claims } from "../../src/formats/registry/claims.ts";
import { compactedRecord } from "../support/compacted.ts";
import { observationsIn } from "../support/found.ts";
import { treeOf } from "../support/parse-json.ts";

const LONG = "a record of the database ".repeat(8);

const user = { role: "user", content: "Do it.", tool_calls: null };

function calls(requestor: "assistant" | "user", ...ids: string[]) {
  const tool_calls = ids.map((id) => ({ id, name: "look_up", arguments: {}, requestor }));
  return { role: requestor, content: null as string | null, tool_calls };
}

function answer(requestor: "assistant" | "user", id: string, error = false) {
  return { id, role: "tool", content: LONG, requestor, error };
}

function simulation(...messages: unknown[]) {
  return { id: "s", task_id: "0", termination_reason: "user_stop", messages };
}

function compacted(record: unknown, window: number) {
  return compactedRecord(record, { preserveRecentRawTurns: window });
}

describe("tau2-bench", () => {
  it("does not count what the simulated user's tools answered in the agent's window", () => {
    const theirs = ["u1", "u2", "u3"].flatMap((id) => [calls("user", id), answer("user", id)]);
    const ours = [calls("assistant", "a"), answer("assistant", "a")];
    const { transcripts, after } = compacted(simulation(user, ...ours, ...theirs), 1);
    expect(after.messages[2].content).toBe(LONG);
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([0, 2]);
  });

  it("counts what the simulated user says beside its calls as the agent's", () => {
    const message = { ...calls("user", "u1"), content: "Let me see." };
    const { transcripts } = compacted(simulation(user, message, answer("user", "u1")), 9);
    const chars = "Do it.".length + "Let me see.".length;
    expect(transcripts.map(({ beforeChars }) => beforeChars)).toEqual([
      chars,
      "look_up{}".length + LONG.length,
    ]);
  });

  it("finds tool messages in a wrapper, by their id", () => {
    const tool_messages = [answer("assistant", "b"), answer("assistant", "a")];
    const messages = [user, calls("assistant", "a", "b"), { role: "tool", tool_messages }];
    const { transcripts, after } = compacted({ simulations: [simulation(...messages)] }, 0);
    expect(transcripts).toMatchObject([{ maskedCount: 2 }]);
    expect(after.simulations[0].messages[2].tool_messages[0].content).toMatch(/masked/);
  });

  it("gives every simulation a window of its own", () => {
    const one = simulation(user, calls("assistant", "a"), answer("assistant", "a"));
    const { transcripts } = compacted({ simulations: [one, one] }, 1);
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([0, 0]);
  });

  it("reads the ticks of a voice run, but for audio", () => {
    const ticks = [
      { tick_id: 0, agent_chunk: { role: "assistant", content: "Hi", is_audio: false } },
      { tick_id: 1, user_chunk: { role: "user", content: "UklGRg==", is_audio: true } },
      { tick_id: 2, agent_tool_calls: calls("assistant", "a").tool_calls },
      { tick_id: 3, agent_tool_results: [answer("assistant", "a")] },
    ];
    const { transcripts, after } = compacted({ ...simulation(), messages: null, ticks }, 0);
    expect(transcripts).toMatchObject([
      { beforeChars: "Hilook_up{}".length + LONG.length, maskedCount: 1 },
    ]);
    expect(after.ticks[3].agent_tool_results[0].content).toMatch(/masked/);
  });

  it("says which answers are errors", () => {
    const record = simulation(answer("assistant", "a", true), answer("assistant", "b"));
    const flags = observationsIn(FORMATS["tau2-bench"], record).map(({ isError }) => isError);
    expect(flags).toEqual([true, false]);
  });

  it.each([
    ["other documents with simulations", { simulations: [{ name: "tide", steps: 4 }] }],
    ["a result without simulations", { timestamp: "", tasks: [], simulations: [] }],
    ["rows of chat completions", { task_id: "0", messages: [user] }],
  ])("is not found in %s", (_, record) => {
    expect(claims(FORMATS["tau2-bench"], [treeOf(JSON.stringify(record))])).toBe(false);
  });
});
