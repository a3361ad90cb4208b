/** Arrays are judged by the keys of their items, and no format that would claim one is left out. */
import { describe, expect, it } from "vitest";
import { BUILT_IN, FORMAT_NAMES } from "../../src/formats/index.ts";
import { isCandidate, isClaimed } from "../../src/formats/registry/claims.ts";
import { type Fixture, fixturesOf } from "../support/fixtures.ts";
import { recordsIn } from "../support/lines.ts";
import { treeOf } from "../support/parse-json.ts";

/** The records of a fixture as an array, and the arrays in them. */
function arraysIn({ name, bytes }: Fixture): readonly (readonly unknown[])[] {
  const records = name.endsWith(".jsonl") ? recordsIn(bytes) : [JSON.parse(bytes.toString())];
  const inside = records.flatMap((record) =>
    Array.isArray(record) ? [record, ...record.slice(0, 3).flatMap(listsIn)] : listsIn(record),
  );
  return [records, ...inside].filter((array) => array.length > 0);
}

function listsIn(record: unknown): readonly unknown[][] {
  const values = typeof record === "object" && record !== null ? Object.values(record) : [];
  return values.filter((value) => Array.isArray(value));
}

/** The formats that would claim an array, and those of them that are asked. */
function claimsOf(array: readonly unknown[]) {
  const tree = treeOf(JSON.stringify(array));
  const claiming = BUILT_IN.all.filter(
    (format) => format.keys.length > 0 && format.detect !== undefined && isClaimed(format, [tree]),
  );
  const asked = claiming.filter((format) => isCandidate(format, tree));
  return { claiming: claiming.map(({ name }) => name), asked: asked.map(({ name }) => name) };
}

describe("every format that would claim an array is asked about it", () => {
  it.each(FORMAT_NAMES)("%s", (name) => {
    for (const fixture of fixturesOf(name))
      for (const array of arraysIn(fixture)) {
        const { claiming, asked } = claimsOf(array);
        expect(asked).toEqual(claiming);
      }
  });
});

describe("a list of conversations", () => {
  it("is asked about by the formats that its items' own keys may tell", () => {
    const runs = [
      { task_id: 1, reward: 1, info: {}, traj: [{ role: "user", content: "Go." }], trial: 0 },
      { conversations: [{ from: "human", value: "Go." }], tools: "[]" },
    ];
    const asked = BUILT_IN.all.filter((format) =>
      isCandidate(format, treeOf(JSON.stringify(runs))),
    );
    const names = ["tau-bench", "plain", "sharegpt", "wrapped-chat"];
    expect(asked.map(({ name }) => name)).toEqual(names);
  });
});

describe("an array of messages of chat completions", () => {
  it("is asked about by few formats", () => {
    const call = { id: "a", type: "function", function: { name: "ls", arguments: "{}" } };
    const tree = treeOf(
      JSON.stringify([
        { role: "user", content: "Go." },
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "a", content: "src" },
      ]),
    );
    const asked = BUILT_IN.all
      .filter((format) => isCandidate(format, tree))
      .map(({ name }) => name);
    for (const name of ["openinference", "claude-managed", "claude-stream-json", "langfuse"])
      expect(asked).not.toContain(name);
    expect(asked.length).toBeLessThan(BUILT_IN.all.length / 2);
  });
});
