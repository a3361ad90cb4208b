import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { openhands } from "../../../src/formats/openhands/openhands.ts";
import { detected } from "../../support/detected.ts";
import { observationsIn } from "../../support/found.ts";

type Event = Record<string, unknown> & { readonly content?: string };

const LONG = "a long answer, longer than what would stand in its place ".repeat(3);
const MASKED = /^\[observation masked/;

const task = { id: 0, source: "user", action: "message", args: { content: "Go." } };
const run = (id: number, more: object = {}) => ({
  id,
  source: "agent",
  action: "run",
  args: { command: "ls", thought: "" },
  ...more,
});
const answer = (id: number, cause: number, more: object = {}) => ({
  id,
  source: "agent",
  cause,
  observation: "run",
  content: LONG,
  extras: {},
  ...more,
});

function compacted(
  events: readonly object[],
  options: Parameters<typeof compact>[1] = { preserveRecentRawTurns: 0 },
) {
  const { bytes, transcripts } = compact(Buffer.from(JSON.stringify(events)), {
    keepErrors: "none",
    ...options,
  });
  return { events: JSON.parse(Buffer.from(bytes).toString()) as Event[], transcripts };
}

function maskedIn(events: readonly Event[]): number[] {
  return events.flatMap((event, k) => (MASKED.test(event.content ?? "") ? [k] : []));
}

it("takes an edit as the sandbox has it for no text of its own", () => {
  const lines = Array.from({ length: 99 }, (_, k) => `a "line" ${k}`);
  const args = JSON.stringify({ command: "create", path: "a.txt", file_text: lines.join("\n") });
  const call = { id: "c1", function: { name: "str_replace_editor", arguments: args } };
  const edit = {
    ...{ id: 1, source: "agent", action: "edit" },
    args: { path: "a.txt", translated_ipython_code: `print(edit('${lines.join("\\n")}'))` },
    tool_call_metadata: {
      ...{ function_name: "str_replace_editor", tool_call_id: "c1" },
      model_response: { choices: [{ message: { content: "", tool_calls: [call] } }] },
    },
  };
  const events = JSON.stringify([task, edit, answer(2, 1, { observation: "edit" })]);
  expect(compact(Buffer.from(events)).file.unreadRecords).toEqual({});
});

describe("openhands is found by", () => {
  it.each([
    ["an array of events", [task, run(1)]],
    ["the answer of its server", { trajectory: [task, run(1)] }],
    ["a row of an evaluation", { instance_id: "a", history: [task, run(1)] }],
    ["pairs", { history: [[task, { id: -1, observation: "null", content: "" }]] }],
    [
      "events without ids and sources",
      { history: [{ action: "run", command: "ls", thought: "" }] },
    ],
  ])("%s", (_, record) => {
    expect(detected(record)).toBe("openhands");
  });

  it.each([
    ["SWE-agent", { trajectory: [{ action: "ls", observation: "a", thought: "" }], history: [] }],
    ["SWE-agent's steps", { trajectory: [{ action: "ls", observation: "a", thought: "" }] }],
    ["SWE-agent's history", { history: [{ role: "assistant", content: "", action: "ls" }] }],
    ["the SDK", [{ kind: "ActionEvent", source: "agent", action: { kind: "TerminalAction" } }]],
    ["the SDK, its action a word", [{ kind: "XEvent", source: "agent", action: "ls" }]],
    ["nothing", []],
    ["words", { history: ["action"] }],
  ])("not by %s", (_, record) => {
    expect(detected(record)).not.toBe("openhands");
  });
});

describe("calls and answers", () => {
  const given = (id: string) => ({ tool_call_metadata: { tool_call_id: id, function_name: "f" } });

  it("pairs by cause where the provider's ids repeat and answers come late", () => {
    const [first, second] = [given("toolu_01"), given("toolu_01")];
    const { events } = compacted(
      [task, run(1, first), run(2, second), answer(3, 1, first), answer(4, 2, second)],
      { preserveRecentRawTurns: 0, placeholder: "masked answer to {callId}" },
    );
    expect(events.slice(3).map(({ content }) => content)).toEqual([
      "masked answer to 1",
      "masked answer to 2",
    ]);
  });

  it("finds the call of an answer without a cause by the provider's id", () => {
    const { cause: _, ...late } = answer(2, 1, given("toolu_01"));
    const { events } = compacted([task, run(1, given("toolu_01")), late], {
      preserveRecentRawTurns: 0,
      placeholder: "masked by {toolName} of {callId}",
    });
    expect(events[2]?.content).toBe("masked by f of 1");
  });

  it("pairs by order where there are no ids", () => {
    const { events } = compacted(
      [
        { action: "message", content: "Go." },
        { action: "run", command: "ls", thought: "" },
        { observation: "run", content: LONG, exit_code: 0, command_id: -1 },
      ],
      { preserveRecentRawTurns: 0, placeholder: "masked answer of {toolName}" },
    );
    expect(events[2]?.content).toBe("masked answer of run");
  });

  it("counts the calls of one reply as one turn, though answers stand between", () => {
    const reply = (id: string) => ({ tool_call_metadata: { model_response: { id } } });
    const events = [
      task,
      run(1, reply("a")),
      answer(2, 1),
      run(3, reply("b")),
      answer(4, 3),
      run(5, reply("b")),
      answer(6, 5),
    ];
    expect(maskedIn(compacted(events, { preserveRecentRawTurns: 1 }).events)).toEqual([2]);
  });

  it("counts a call as the model wrote it, and what it said once", () => {
    const model_response = {
      id: "r",
      choices: [
        {
          message: {
            content: "I look.",
            tool_calls: [
              { id: "a", function: { name: "bash", arguments: '{"command":"ls"}' } },
              { id: "b", function: { name: "bash", arguments: "{}" } },
            ],
          },
        },
      ],
    };
    const wrote = (tool_call_id: string) => ({
      tool_call_metadata: { tool_call_id, function_name: "bash", model_response },
    });
    const { transcripts } = compacted([
      run(1, { ...wrote("a"), args: { command: "ls", thought: "I look.", cwd: null } }),
      run(2, { ...wrote("b"), args: { thought: "", cwd: null } }),
    ]);
    expect(transcripts[0]?.beforeChars).toBe("I look.bash{'command':'ls'}bash{}".length);
  });

  it("counts a thought that is the argument once", () => {
    const model_response = {
      choices: [{ message: { tool_calls: [{ id: "a", function: { arguments: '"hm"' } }] } }],
    };
    const metadata = { tool_call_id: "a", function_name: "think", model_response };
    const think = run(1, {
      action: "think",
      args: { thought: "hm" },
      tool_call_metadata: metadata,
    });
    expect(compacted([think]).transcripts[0]?.beforeChars).toBe('think"hm"'.length);
  });
});

describe("what the model does not see, or sees elsewhere", () => {
  it("leaves out hidden commands and their output", () => {
    const hidden = { args: { command: "ls", hidden: true } };
    const events = [task, run(1, hidden), answer(2, 1, { extras: { hidden: true } })];
    const { transcripts, events: after } = compacted(events);
    expect(maskedIn(after)).toEqual([]);
    expect(transcripts[0]?.beforeChars).toBe("Go.".length);
  });

  it("keeps recalled context, counted by what the model is told", () => {
    const recalled = {
      id: 1,
      source: "environment",
      observation: "recall",
      content: LONG,
      extras: { repo_instructions: "Be kind.", microagent_knowledge: [{ content: "Yes." }] },
    };
    const { transcripts, events } = compacted([task, recalled]);
    expect(events[1]?.content).toBe(LONG);
    expect(transcripts[0]?.beforeChars).toBe("Go.Be kind.Yes.".length);
  });

  it("masks the output of a delegate, and not the sentence around its copy", () => {
    const delegate = run(1, { action: "delegate" });
    const done = answer(2, 1, {
      observation: "delegate",
      content: `Done: ${LONG}`,
      extras: { outputs: { content: LONG } },
    });
    const before = [task, delegate, done];
    const { events } = compacted(before);
    expect(events[2]?.content).toBe(`Done: ${LONG}`);
    expect(events[2]?.extras).toEqual({ outputs: { content: expect.stringMatching(MASKED) } });
    const sides = compacted(before, { preserveRecentRawTurns: 0, sideCopies: "mask" });
    expect(sides.events[2]?.content).toMatch(MASKED);
  });

  it("has the events of a delegate as a transcript of their own", () => {
    const events = [
      task,
      run(1),
      answer(2, 1),
      run(3, { action: "delegate" }),
      run(4),
      answer(5, 4),
      run(6),
      answer(7, 6),
      answer(8, 3, { observation: "delegate" }),
    ];
    const { events: after, transcripts } = compacted(events, { preserveRecentRawTurns: 1 });
    expect(transcripts).toHaveLength(2);
    expect(maskedIn(after)).toEqual([2, 5]);
  });
});

describe("condensations", () => {
  const steps = [task, run(1), answer(2, 1), run(3), answer(4, 3)];
  const condensed = (id: number, args: object) => ({
    id,
    source: "agent",
    action: "condensation",
    args,
  });
  const summed = { summary: "Looked twice.", summary_offset: 1 };

  it.each([
    ["ids", { forgotten_event_ids: [1, 2], ...summed }],
    ["a range", { forgotten_events_start_id: 1, forgotten_events_end_id: 2, ...summed }],
    ["ids, with no summary", { forgotten_event_ids: [1, 2], summary: null }],
  ])("forget events by %s", (_, args) => {
    const { transcripts } = compacted([...steps, condensed(5, args)], {
      preserveRecentRawTurns: 10,
    });
    expect(transcripts).toHaveLength(1);
    expect(transcripts[0]?.deadChars).toBeGreaterThan(LONG.length);
    expect(transcripts[0]?.deadChars).toBeLessThan(LONG.length + 100);
  });

  it("leave the newest summary only", () => {
    const one = condensed(5, { forgotten_event_ids: [1, 2], ...summed });
    const two = condensed(6, { forgotten_event_ids: [3, 4], summary: "All.", summary_offset: 1 });
    const { transcripts } = compacted([...steps, one, two]);
    expect(transcripts[0]?.beforeChars).toBe("Go.All.".length);
  });

  it("count for the summary only where it has a place", () => {
    const lost = { forgotten_event_ids: [1, 2, 3, 4], summary: "Lost.", summary_offset: null };
    const { transcripts } = compacted([...steps, condensed(5, lost)]);
    expect(transcripts[0]?.beforeChars).toBe("Go.".length);
  });
});

describe("a budget", () => {
  const timestamp = "2025-05-01T10:00:00.000000";
  const system = { id: 0, source: "agent", action: "system", args: { content: "Be good." } };
  const go = { ...task, id: 1 };
  const recall = { id: 2, source: "environment", observation: "recall" };
  const recalled = { ...recall, extras: { repo_instructions: "Be kind." } };
  const story = { args: { command: "ls", thought: "a long story ".repeat(100) } };
  const steps = [run(4, story), answer(5, 4), run(7), answer(9, 7, { timestamp })];
  const events = [system, go, recalled, ...steps];
  const earlier = (forgotten_event_ids: readonly number[]) => ({
    id: 10,
    source: "agent",
    action: "condensation",
    args: { forgotten_event_ids, summary: "e".repeat(900), summary_offset: 1 },
  });
  const within = (before: readonly object[], maxInputChars: number) => {
    const options = { preserveRecentRawTurns: 1, maxInputChars };
    const once = compacted(before, options);
    const twice = compacted(once.events, options);
    expect(twice.events).toEqual(once.events);
    const [first] = once.transcripts;
    expect(twice.transcripts[0]?.beforeChars).toBe(first?.afterChars);
    expect(once.events.slice(0, before.length)).toHaveLength(before.length);
    return { telemetry: first, added: once.events.slice(before.length) };
  };
  const kept =
    "Be good.Go.Be kind.".length + 'run{"command":"ls","thought":""}'.length + LONG.length;

  it("is met with a condensation that forgets neither the task nor what was recalled", () => {
    const { telemetry, added } = within(events, 900);
    expect(telemetry).toMatchObject({ reductionStage: "summarization", droppedCount: 2 });
    const summary = expect.stringMatching(/^Conversation summary/) as string;
    expect(added).toEqual([
      {
        id: 10,
        timestamp,
        source: "agent",
        message: expect.stringMatching(/^Summary: Conversation summary/),
        action: "condensation",
        args: {
          forgotten_event_ids: [4, 5],
          forgotten_events_start_id: null,
          forgotten_events_end_id: null,
          summary,
          summary_offset: 3,
        },
      },
    ]);
    const args = added[0]?.args as { summary: string } | undefined;
    expect(telemetry?.afterChars).toBe(kept + (args?.summary.length ?? 0));
  });

  it("has a condensation without a summary for its last resort", () => {
    const { telemetry, added } = within(events, 10);
    expect(telemetry).toMatchObject({ reductionStage: "fallback", afterChars: kept });
    expect(added[0]?.args).toMatchObject({ summary: null, summary_offset: null });
  });

  it("has one summary, which takes the place of an earlier one", () => {
    const more = [run(11), answer(12, 11)];
    const { telemetry, added } = within([...events, earlier([4, 5]), ...more], 900);
    expect(telemetry).toMatchObject({ reductionStage: "summarization", droppedCount: 3 });
    expect(added[0]?.args).toMatchObject({ forgotten_event_ids: [10, 7, 9], summary_offset: 3 });
  });

  it("leaves an earlier summary to the last resort, and drops it for nothing", () => {
    const more = [run(11), answer(12, 11)];
    const { telemetry, added } = within([...events, earlier([4, 5]), ...more], 10);
    expect(telemetry).toMatchObject({ droppedCount: 2, afterChars: kept + 900 });
    expect(added[0]?.args).toMatchObject({ forgotten_event_ids: [7, 9], summary: null });
    expect(within([...events, earlier([4, 5])], 10).added).toEqual([]);
  });

  it.each([
    [
      "in pairs",
      { history: [[go, { id: -1, observation: "null", content: "" }], steps.slice(0, 2)] },
    ],
    ["that have no ids of their own", events.map(({ id: _, ...rest }) => rest)],
    ["that have no ids of their own", [...events, { ...go, source: "agent" }]],
    ["that end in a delegate", [...events, run(11, { action: "delegate" })]],
  ])("is missed by events %s, to which nothing is added, and it is said why", (why, record) => {
    const before = Buffer.from(JSON.stringify(record));
    const { bytes, transcripts } = compact(before, { preserveRecentRawTurns: 0, maxInputChars: 9 });
    expect(Buffer.from(bytes).toString()).not.toContain("condensation");
    expect(transcripts[0]).toMatchObject({ fits: false, undroppable: `events ${why}` });
  });

  it("never drops from what a delegate did", () => {
    const delegate = run(10, { action: "delegate" });
    const done = answer(13, 10, { observation: "delegate" });
    const before = [...events, delegate, run(11, story), answer(12, 11), done];
    const { transcripts } = compacted(before, { preserveRecentRawTurns: 0, maxInputChars: 10 });
    expect(transcripts.map(({ undroppable, droppedCount }) => [undroppable, droppedCount])).toEqual(
      [
        [undefined, 6],
        ["delegates", 0],
      ],
    );
  });
});

describe("errors", () => {
  const failed = (more: object) => [task, run(1), answer(2, 1, more)];

  it.each([
    ["success", { success: false }],
    ["their kind", { observation: "error" }],
    ["the browser", { observation: "browse", extras: { error: true } }],
    ["the exit code of old", { extras: { exit_code: 2 } }],
    ["the exit code in metadata", { extras: { metadata: { exit_code: 2 } } }],
    ["the exit code beside the content", { extras: undefined, exit_code: 2 }],
  ])("are told by %s", (_, more) => {
    expect(observationsIn(openhands, failed(more))[0]?.isError).toBe(true);
  });

  it.each([
    ["success", { success: true, extras: { exit_code: 2 } }],
    ["exit code 0", { extras: { metadata: { exit_code: 0 } } }],
    ["nothing", {}],
  ])("are not told by %s", (_, more) => {
    expect(observationsIn(openhands, failed(more))[0]?.isError).toBe(false);
  });
});

describe("side copies", () => {
  const masked = (more: object) =>
    compacted([task, run(1), answer(2, 1, more)], {
      preserveRecentRawTurns: 0,
      sideCopies: "mask",
    }).events[2];

  it.each(["old_content", "new_content", "diff", "screenshot"])("are blanked in %s", (key) => {
    expect(masked({ extras: { [key]: LONG, path: "/a" } })?.extras).toEqual({
      [key]: expect.stringMatching(MASKED),
      path: "/a",
    });
  });

  it.each(["error", "mcp"])(
    "are blanked in the message of %s, masked before or not",
    (observation) => {
      const both = { observation, message: LONG };
      expect(masked(both)?.message).toMatch(MASKED);
      const content = "[observation masked — 5000 chars]";
      expect(masked({ ...both, content })?.message).toBe(content);
    },
  );

  it("are not the line about a command", () => {
    expect(masked({ message: LONG })?.message).toBe(LONG);
  });

  it("are not the model's reply", () => {
    const metadata = { model_response: { choices: [{ message: { content: LONG } }] } };
    expect(masked({ tool_call_metadata: metadata })?.tool_call_metadata).toEqual(metadata);
  });
});

describe("the fixtures", () => {
  it("have the task, the delegate and what was forgotten where they belong", () => {
    const { transcripts } = compact(readFileSync("fixtures/openhands/trajectory.json"));
    expect(transcripts.map(({ deadChars = 0 }) => deadChars > 0)).toEqual([true, false]);
    const rows = compact(readFileSync("fixtures/openhands/output.jsonl"), {
      keepErrors: "none",
      preserveRecentRawTurns: 0,
    });
    expect(rows.transcripts.map(({ maskedCount }) => maskedCount)).toEqual([2, 2, 2]);
  });
});
