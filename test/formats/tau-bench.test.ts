import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMATS } from "../../src/formats/index.ts";
import { claims } from "../../src/formats/registry/claims.ts";
import { compactedRecord } from "../support/compacted.ts";
import { treeOf } from "../support/parse-json.ts";

const LONG = "a record of the database ".repeat(8);

const system = { role: "system", content: "Format:\nAction:\n{}" };
const user = { role: "user", content: "Do it." };

function call(id: string) {
  const tool_calls = [{ id, type: "function", function: { name: "look_up", arguments: "{}" } }];
  return [
    { role: "assistant", content: null, tool_calls },
    { role: "tool", tool_call_id: id, name: "look_up", content: LONG },
  ];
}

function act(name: string) {
  const content = `Thought:\nGo on.\nAction:\n${JSON.stringify({ name, arguments: {} })}`;
  return { role: "assistant", content, tool_calls: null };
}

function run(...traj: unknown[]) {
  return { task_id: 0, reward: 1, info: {}, traj, trial: 0 };
}

function compacted(value: unknown, window: number) {
  return compactedRecord(value, { preserveRecentRawTurns: window });
}

describe("tau-bench", () => {
  it("gives every run of a document a window of its own", () => {
    const runs = [run(user, ...call("a"), ...call("b")), run(user, ...call("a"))];
    const { transcripts, after } = compacted(runs, 1);
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 0]);
    expect(after[0].traj[4].content).toBe(LONG);
    expect(after[1].traj[2].content).toBe(LONG);
  });

  it("pairs ids that repeat in a conversation", () => {
    const { transcripts } = compacted([run(user, ...call("a"), ...call("a"), ...call("a"))], 1);
    expect(transcripts[0]).toMatchObject({ maskedCount: 2 });
  });

  it("reads runs that stand on lines of their own", () => {
    const lines = [run(user, ...call("a")), run(user, ...call("b"))];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const { transcripts, file } = compact(Buffer.from(text), { preserveRecentRawTurns: 0 });
    expect(file.layout).toBe("rows");
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 1]);
  });

  it("takes the user message after an action for what a tool answered", () => {
    const answer = { role: "user", content: `API output: ${LONG}` };
    const spoken = { role: "user", content: `I would rather say ${LONG}` };
    const traj = [system, user, act("look_up"), answer, act("respond"), spoken];
    const { transcripts, after } = compacted([run(...traj, act("look_up"), answer)], 1);
    expect(transcripts[0]?.maskedCount).toBe(1);
    expect(after[0].traj[3].content).toMatch(/masked/);
    expect(after[0].traj[5]).toEqual(spoken);
    expect(after[0].traj[7]).toEqual(answer);
  });

  it("leaves users alone where an agent that can call tools wrote an action", () => {
    const spoken = { role: "user", content: LONG };
    const told = { role: "system", content: "You have tools." };
    expect(compacted([run(system, user, ...call("a"), act("look_up"), spoken)], 0)).toMatchObject({
      transcripts: [{ maskedCount: 1 }],
    });
    expect(compacted([run(told, user, act("look_up"), spoken)], 0)).toMatchObject({
      transcripts: [{ maskedCount: 0 }],
    });
  });

  it.each([
    ["few-shot demonstrations", { messages_display: "User: hello" }],
    ["an array in which one element is no run", [run(user), { task_id: 1 }]],
    ["an empty array", []],
    ["rows that have a trajectory under another name", { task_id: 1, trajectory: [user] }],
  ])("is not found in %s", (_, record) => {
    expect(claims(FORMATS["tau-bench"], [treeOf(JSON.stringify(record))])).toBe(false);
  });
});
