import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { openhandsSdk } from "../../../src/formats/openhands-sdk/openhands-sdk.ts";
import { detected } from "../../support/detected.ts";
import { foundIn, observationsIn } from "../../support/found.ts";

const LONG = "a long answer, longer than what would stand in its place ".repeat(3);
const MASKED = /^\[observation masked/;

const text = (said: string) => ({ type: "text", text: said });
const event = (id: string, kind: string, fields: object = {}) => ({
  id,
  source: "agent",
  ...fields,
  kind,
});
const action = (id: string, call: string, fields: object = {}) =>
  event(id, "ActionEvent", {
    tool_name: "terminal",
    tool_call_id: call,
    tool_call: { id: call, name: "terminal", arguments: "{}" },
    llm_response_id: `reply ${id}`,
    ...fields,
  });
const observation = (id: string, call: string, fields: object = {}) =>
  event(id, "ObservationEvent", {
    tool_call_id: call,
    observation: { content: [text(LONG)], is_error: false },
    ...fields,
  });

function run(events: readonly object[], window = 0) {
  const lines = events.map((each) => JSON.stringify(each)).join("\n");
  const { bytes, transcripts } = compact(Buffer.from(lines), {
    preserveRecentRawTurns: window,
    keepErrors: "none",
  });
  const after = Buffer.from(bytes).toString().split("\n");
  const masked = after.filter((line) => line.includes("[observation masked"));
  return { masked: masked.map((line) => JSON.parse(line).id as string), transcripts };
}

describe("openhands-sdk is found by", () => {
  it.each([
    ["events", event("a", "MessageEvent")],
    ["an array of them", [event("a", "ConversationStateUpdateEvent")]],
    ["a condensation", event("a", "Condensation")],
  ])("%s", (_, record) => {
    expect(detected(record)).toBe("openhands-sdk");
  });

  it.each([
    ["0.x", { id: 1, source: "agent", action: "run", args: {} }],
    ["a log", { id: "a", source: "agent", kind: "key" }],
    ["an event of something else", { id: "a", kind: "KeyEvent" }],
  ])("not by %s", (_, record) => {
    expect(detected(record)).not.toBe("openhands-sdk");
    expect(detected([record])).not.toBe("openhands-sdk");
  });
});

describe("answers", () => {
  it.each([
    ["content", observation("b", "c"), false],
    [
      "output of the first versions",
      observation("b", "c", { observation: { output: LONG } }),
      false,
    ],
    ["an error", event("b", "AgentErrorEvent", { tool_call_id: "c", error: LONG }), true],
    [
      "a rejection",
      event("b", "UserRejectObservation", { tool_call_id: "c", rejection_reason: LONG }),
      false,
    ],
    [
      "a failure",
      observation("b", "c", { observation: { content: [text(LONG)], is_error: true } }),
      true,
    ],
  ])("are %s", (_, answer, isError) => {
    expect(run([action("a", "c"), answer]).masked).toEqual(["b"]);
    expect(observationsIn(openhandsSdk, [answer])).toMatchObject([
      { callId: "c", isError, editable: true, text: LONG },
    ]);
  });

  it("belong to the latest call where the provider's ids start again", () => {
    const [, second] = [action("a", "c"), action("e", "c", { tool_name: "other" })];
    const events = [action("a", "c"), observation("b", "c"), second, observation("f", "c")];
    const { bytes } = compact(Buffer.from(JSON.stringify(events)), {
      preserveRecentRawTurns: 0,
      placeholder: "what was observed by {toolName}",
    });
    const after = JSON.parse(Buffer.from(bytes).toString());
    expect(after[1].observation.content).toEqual([text("what was observed by terminal")]);
    expect(after[3].observation.content).toEqual([text("what was observed by other")]);
  });

  it("lose their images with their text, and keep the rules that came with them", () => {
    const image = { type: "image", image_urls: ["data:image/png;base64,aaaa"] };
    const events = [
      action("a", "c"),
      observation("b", "c", {
        observation: { content: [text(LONG), image] },
        extended_content: [text("Be kind.")],
      }),
    ];
    const { bytes } = compact(Buffer.from(JSON.stringify(events)), { preserveRecentRawTurns: 0 });
    const after = JSON.parse(Buffer.from(bytes).toString())[1];
    expect(after.observation.content).toEqual([text(expect.stringMatching(MASKED) as string)]);
    expect(after.extended_content).toEqual([text("Be kind.")]);
  });

  it("have the files that were edited as side copies", () => {
    const edited = observation("b", "c", {
      observation: { content: [text(LONG)], old_content: LONG, new_content: LONG, path: LONG },
    });
    const { bytes } = compact(Buffer.from(JSON.stringify([action("a", "c"), edited])), {
      preserveRecentRawTurns: 0,
      sideCopies: "mask",
    });
    expect(JSON.parse(Buffer.from(bytes).toString())[1].observation).toMatchObject({
      old_content: expect.stringMatching(MASKED),
      new_content: expect.stringMatching(MASKED),
      path: LONG,
    });
  });
});

describe("replies", () => {
  it("are one turn with all their actions", () => {
    const same = { llm_response_id: "r" };
    const events = [
      action("a", "1"),
      observation("b", "1"),
      action("c", "2", same),
      observation("d", "2"),
      action("e", "3", same),
      observation("f", "3"),
    ];
    expect(run(events, 1).masked).toEqual(["b"]);
  });

  it("count what was thought once, and calls as they were written", () => {
    const [message] = foundIn(openhandsSdk, [
      action("a", "1", {
        thought: [text("I look.")],
        reasoning_content: "There may be more.",
        thinking_blocks: [{ type: "thinking", thinking: "There may be more.", signature: "a" }],
        action: { command: "ls", kind: "TerminalAction" },
        tool_call: { function: { name: "terminal", arguments: '{"command":"ls"}' } },
      }),
    ]).messages;
    expect(message?.parts).toMatchObject([
      { kind: "reasoning", signed: true, text: "There may be more." },
      { kind: "text", text: "I look." },
      { kind: "call", name: "terminal", text: '{"command":"ls"}' },
    ]);
  });
});

describe("condensations", () => {
  const steps = [
    event("t", "MessageEvent", { llm_message: { role: "user", content: [text("Go.")] } }),
    action("a", "1"),
    observation("b", "1"),
    action("c", "2"),
    observation("d", "2"),
  ];

  it("leave what they forget to the dead", () => {
    const fields = { forgotten_event_ids: ["a", "b"], summary: "Looked.", summary_offset: 1 };
    const { transcripts } = run([...steps, event("s", "Condensation", fields)], 10);
    expect(transcripts[0]?.deadChars).toBe("terminal{}".length + LONG.length);
    expect(transcripts[0]?.beforeChars).toBe(`Go.Looked.terminal{}${LONG}`.length);
  });

  it("forget an earlier summary by its own name", () => {
    const first = { forgotten_event_ids: ["a", "b"], summary: "Looked.", summary_offset: 1 };
    const next = {
      forgotten_event_ids: ["s-summary", "c", "d"],
      summary: "All.",
      summary_offset: 1,
    };
    const events = [...steps, event("s", "Condensation", first), event("z", "Condensation", next)];
    expect(run(events, 10).transcripts[0]?.beforeChars).toBe("Go.All.".length);
  });
});

describe("a budget", () => {
  const timestamp = "2026-06-16T05:39:18.809928";
  const steps = [
    event("p", "SystemPromptEvent", { system_prompt: text("Be good.") }),
    event("t", "MessageEvent", { llm_message: { role: "user", content: [text("Go.")] } }),
    action("a", "1", { thought: [text("a long story ".repeat(100))] }),
    observation("b", "1"),
    action("c", "2"),
    observation("d", "2", { timestamp }),
    event("u", "ConversationStateUpdateEvent", { key: "stats" }),
  ];
  const within = (bytes: Buffer, maxInputChars: number) => {
    const options = { preserveRecentRawTurns: 1, maxInputChars };
    const once = compact(bytes, options);
    const twice = compact(once.bytes, options);
    expect(twice.bytes).toBe(once.bytes);
    expect(twice.transcripts[0]?.beforeChars).toBe(once.transcripts[0]?.afterChars);
    return { telemetry: once.transcripts[0], after: Buffer.from(once.bytes).toString() };
  };
  const inLines = (events: readonly object[], maxInputChars: number) => {
    const lines = events.map((each) => JSON.stringify(each)).join("\n");
    const { telemetry, after } = within(Buffer.from(lines), maxInputChars);
    const added = after.split("\n").slice(events.length);
    return { telemetry, added: added.map((line) => JSON.parse(line)) };
  };
  const kept = `Be good.Go.terminal{}${LONG}`.length;

  it("is met with a condensation after the last event, which does not forget the task", () => {
    const { telemetry, added } = inLines(steps, 900);
    expect(telemetry).toMatchObject({ reductionStage: "summarization", droppedCount: 2 });
    expect(added).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        timestamp,
        source: "environment",
        forgotten_event_ids: ["a", "b"],
        summary: expect.stringMatching(/^Conversation summary/),
        summary_offset: 2,
        llm_response_id: added[0].id,
        kind: "Condensation",
      },
    ]);
    expect(telemetry?.afterChars).toBe(kept + added[0].summary.length);
  });

  it("has a condensation without a summary for its last resort", () => {
    const { telemetry, added } = inLines(steps, 10);
    expect(telemetry).toMatchObject({ reductionStage: "fallback", afterChars: kept });
    expect(added[0]).toMatchObject({ summary: null, summary_offset: null });
  });

  it("is met in an array of events too", () => {
    const { telemetry, after } = within(Buffer.from(JSON.stringify(steps)), 900);
    expect(telemetry?.fits).toBe(true);
    expect(JSON.parse(after)).toHaveLength(steps.length + 1);
  });

  it("has one summary, which takes the place of an earlier one", () => {
    const fields = { forgotten_event_ids: ["a", "b"], summary: "e".repeat(900), summary_offset: 2 };
    const more = [action("e", "3"), observation("f", "3")];
    const { added } = inLines([...steps, event("s", "Condensation", fields), ...more], 900);
    expect(added[0]).toMatchObject({
      forgotten_event_ids: ["s-summary", "c", "d"],
      summary_offset: 2,
    });
  });

  it("hangs its condensation on the newest message where events name their parents", () => {
    const linked = steps.map((each, k) => ({ ...each, parent_id: steps[k - 1]?.id ?? "__root__" }));
    expect(inLines(linked, 900).added[0]).toMatchObject({ parent_id: "d" });
  });

  it("is missed by events that share ids, to which nothing is added, and it is said why", () => {
    const { telemetry, added } = inLines([...steps, action("a", "1")], 10);
    expect(added).toEqual([]);
    expect(telemetry).toMatchObject({
      fits: false,
      undroppable: "events that have no ids of their own",
    });
  });
});

describe("branches", () => {
  const from = (parent_id: string) => ({ parent_id });

  it("leave what is not on the way to the newest event to the dead", () => {
    const events = [
      action("a", "1"),
      observation("b", "1"),
      action("c", "2", from("b")),
      observation("d", "2", from("c")),
      action("e", "3", from("b")),
      observation("f", "3", from("e")),
    ];
    const { transcripts, masked } = run(events, 1);
    expect(masked).toEqual(["b", "d"]);
    expect(transcripts[0]).toMatchObject({ maskedCount: 1, deadMaskedCount: 1 });
  });

  it("begin anew at the root", () => {
    const events = [
      action("a", "1"),
      observation("b", "1", from("a")),
      action("e", "3", from("__root__")),
      observation("f", "3", from("e")),
    ];
    expect(run(events, 1).transcripts[0]?.deadChars).toBeGreaterThan(LONG.length);
  });

  it("go through events that are no messages", () => {
    const events = [
      action("a", "1"),
      observation("b", "1", from("a")),
      event("p", "PauseEvent", from("b")),
      action("e", "3", from("p")),
      observation("f", "3", from("e")),
    ];
    expect(run(events, 1).transcripts[0]?.deadChars).toBeUndefined();
  });
});

it("leaves what the fixture forgot to the dead, and masks the rest", () => {
  const { transcripts } = compact(readFileSync("fixtures/openhands-sdk/events.jsonl"), {
    keepErrors: "none",
    preserveRecentRawTurns: 0,
  });
  expect(transcripts[0]).toMatchObject({ maskedCount: 4, deadMaskedCount: 2 });
});
