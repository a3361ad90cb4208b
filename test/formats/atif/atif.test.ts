import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact, compactWith } from "../../../src/api/compact.ts";
import { atif } from "../../../src/formats/atif/atif.ts";
import { detected } from "../../support/detected.ts";
import { observationsIn } from "../../support/found.ts";
import { treeOf } from "../../support/parse-json.ts";

const LONG = "a long answer, longer than what would stand in its place ".repeat(3);

interface Step {
  readonly observation?: { readonly results: readonly { readonly content?: unknown }[] };
}

const call = (id: string, name = "shell") => ({
  tool_call_id: id,
  function_name: name,
  arguments: {},
});
const agent = (calls: readonly object[], results: readonly object[]) => ({
  source: "agent",
  message: "",
  tool_calls: calls,
  observation: { results },
});

function trajectory(steps: readonly object[], more: object = {}) {
  const numbered = steps.map((step, k) => ({ step_id: k + 1, ...step }));
  return { schema_version: "ATIF-v1.7", steps: numbered, ...more };
}

function contents(record: object, options: Parameters<typeof compact>[1]): unknown[] {
  const { bytes } = compact(Buffer.from(JSON.stringify(record)), options);
  const { steps } = JSON.parse(Buffer.from(bytes).toString()) as { steps: readonly Step[] };
  return steps.flatMap(({ observation }) => observation?.results.map(({ content }) => content));
}

it("takes what only names a subagent's trajectory for no result", () => {
  const subagent = { session_id: "s1", extra: { summary: "what the subagent was asked to do" } };
  const handoff = {
    source: "system",
    message: "Handed over.",
    observation: { results: [{ subagent_trajectory_ref: [subagent] }] },
  };
  const record = trajectory([
    agent([call("c1")], [{ source_call_id: "c1", content: LONG }]),
    handoff,
  ]);
  for (const objects of [false, true]) {
    const { badLines, transcripts } = compactWith(Buffer.from(JSON.stringify(record)), {
      preserveRecentRawTurns: 0,
      objects,
    });
    expect(badLines).toEqual([]);
    expect(transcripts).toMatchObject([{ maskedCount: 1 }]);
  }
});

describe("atif is found by", () => {
  it.each(["ATIF-v1.0", "ATIF-v1.5", "ATIF-v1.7", "ATIF-v1.10"])("%s", (schema_version) => {
    expect(detected(trajectory([], { schema_version }))).toBe("atif");
  });

  it.each([
    ["a later major version", trajectory([], { schema_version: "ATIF-v2.0" })],
    ["another schema", trajectory([], { schema_version: "1.4" })],
    ["no steps", { schema_version: "ATIF-v1.5", trajectory_format: "mini-swe-agent-1" }],
  ])("not by %s", (_, record) => {
    expect(detected(record)).not.toBe("atif");
  });
});

describe("results", () => {
  const options = { preserveRecentRawTurns: 0, placeholder: "what was observed by {toolName}" };

  it("belong to the call that they name, in whatever order", () => {
    const step = agent(
      [call("1", "first"), call("2", "second")],
      [
        { source_call_id: "2", content: LONG },
        { source_call_id: "1", content: LONG },
      ],
    );
    expect(contents(trajectory([step]), options)).toEqual([
      "what was observed by second",
      "what was observed by first",
    ]);
  });

  it("that name no call belong to those of their step in order", () => {
    const steps = [
      agent([call("1", "first")], []),
      agent([call("1", "second"), call("2", "third")], [{ content: LONG }, { content: LONG }]),
    ];
    expect(contents(trajectory(steps), options)).toEqual([
      "what was observed by second",
      "what was observed by third",
    ]);
  });

  it("are masked in steps of the system, and keep the shape of their content", () => {
    const part = (text: string) => ({ type: "text", text });
    const image = { type: "image", source: { media_type: "image/png", path: "a.png" } };
    const content = [part(LONG), image, part("more")];
    const step = { source: "system", message: "", observation: { results: [{ content }] } };
    expect(contents(trajectory([step]), { preserveRecentRawTurns: 0 })).toEqual([
      [part(`[observation masked — ${LONG.length + 4} chars] (1 image omitted)`)],
    ]);
  });

  it("of no call are the answer to none, also while one is open", () => {
    const step = { source: "system", message: "", observation: { results: [{ content: LONG }] } };
    const record = trajectory([agent([call("1", "tail")], []), step]);
    const options = { preserveRecentRawTurns: 0, placeholder: "[left out: {toolName} {callId}]" };
    for (const objects of [false, true]) {
      const { bytes } = compactWith(Buffer.from(JSON.stringify(record)), { ...options, objects });
      expect(Buffer.from(bytes).toString()).toContain("[left out: unknown unknown]");
    }
  });

  it("without content are there, and left alone", () => {
    const step = agent([call("1")], [{ source_call_id: "1", subagent_trajectory_ref: [] }]);
    expect(observationsIn(atif, trajectory([step]))).toMatchObject([
      { callId: "1", editable: false },
    ]);
    expect(contents(trajectory([step]), { preserveRecentRawTurns: 0 })).toEqual([undefined]);
  });
});

it("counts every step of the agent as a turn, also after one that was not answered", () => {
  const steps = [
    agent([call("1")], [{ source_call_id: "1", content: LONG }]),
    agent([call("2")], []),
    agent([call("3")], []),
  ];
  expect(contents(trajectory(steps), { preserveRecentRawTurns: 2 })).not.toEqual([LONG]);
  expect(contents(trajectory(steps), { preserveRecentRawTurns: 3 })).toEqual([LONG]);
});

it("has the trajectories of subagents, and theirs, as transcripts of their own", () => {
  const steps = [1, 2].map((k) =>
    agent([call(`${k}`)], [{ source_call_id: `${k}`, content: LONG }]),
  );
  const inner = trajectory(steps, { subagent_trajectories: [trajectory(steps)] });
  const record = trajectory(steps, { subagent_trajectories: [inner, trajectory(steps)] });
  const { transcripts } = compact(Buffer.from(JSON.stringify(record)), {
    preserveRecentRawTurns: 1,
  });
  expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 1, 1, 1]);
});

describe("what validators refuse", () => {
  const flaws = (record: object) => {
    const tree = treeOf(JSON.stringify(record));
    return [...(atif.check?.(tree, tree.root) ?? [])].map(({ message }) => message);
  };

  it("is nothing in the fixtures, masked or not", () => {
    for (const name of ["subagents", "terminal"]) {
      const bytes = readFileSync(`fixtures/atif/${name}.json`);
      const masked = compact(bytes, { preserveRecentRawTurns: 0 }).bytes;
      expect(flaws(JSON.parse(bytes.toString()))).toEqual([]);
      expect(flaws(JSON.parse(Buffer.from(masked).toString()))).toEqual([]);
    }
  });

  it("is a gap in the numbers of steps", () => {
    const user = { source: "user", message: "" };
    const steps = [
      { step_id: 1 },
      { step_id: 3 },
      { step_id: "3" },
      { step_id: 5 },
      { step_id: undefined },
    ];
    const record = trajectory(steps.map((step) => ({ ...user, ...step })));
    expect(flaws(trajectory([user], { subagent_trajectories: [record] }))).toEqual([
      "expected step_id 2 (got 3)",
      "expected step_id 4 (got 5)",
      "expected step_id 5 (got none)",
    ]);
  });

  it("is a result of a call of another step", () => {
    const steps = [agent([call("1")], []), agent([call("2")], [{ source_call_id: "1" }])];
    expect(flaws(trajectory(steps))).toEqual([
      'expected the id of a tool call of this step (got "1")',
    ]);
  });
});

describe("a step with an observation and no calls on record", () => {
  const observed = (k: number) => ({
    source: "agent",
    message: `step ${k}`,
    observation: { results: [{ content: `${k} ${LONG}` }] },
  });
  const isMasked = (content: unknown) => String(content).startsWith("[observation masked");

  it.each([
    [1, [true, true, true, false]],
    [3, [true, false, false, false]],
  ])("is a tool turn: a window of %i leaves the others outside", (window, masked) => {
    const record = trajectory([1, 2, 3, 4].map(observed));
    const after = contents(record, { preserveRecentRawTurns: window });
    expect(after.map(isMasked)).toEqual(masked);
  });

  it("is one turn however many results it has, and a result of an earlier call makes none", () => {
    const late = agent([], [{ source_call_id: "1", content: LONG }]);
    const steps = [agent([call("1"), call("2")], [{ source_call_id: "2", content: LONG }]), late];
    const orphans = {
      ...observed(3),
      observation: { results: [{ content: LONG }, { content: LONG }] },
    };
    const after = contents(trajectory([...steps, orphans]), { preserveRecentRawTurns: 2 });
    expect(after.map(isMasked)).toEqual([false, false, false, false]);
  });
});
