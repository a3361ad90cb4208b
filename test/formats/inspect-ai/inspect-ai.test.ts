import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { inspectAi } from "../../../src/formats/inspect-ai/inspect-ai.ts";
import { compactedRecord } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { foundIn, observationsIn } from "../../support/found.ts";

const LONG = "a long answer, longer than what would stand in its place ".repeat(3);
const MASKED = /^\[observation masked/;

const calls = (...ids: readonly string[]) => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, function: "bash", arguments: {}, type: "function" })),
});
const result = (id: string, more: object = {}) => ({
  id: `message ${id}`,
  role: "tool",
  content: LONG,
  tool_call_id: id,
  function: "bash",
  ...more,
});

function sample(messages: readonly object[], more: object = {}) {
  return { id: 1, epoch: 1, input: "Go.", target: "", messages, ...more };
}

function run(record: object, options: CompactOptions = {}) {
  return compactedRecord(record, { sideCopies: "mask", ...options });
}

describe("inspect-ai is found by", () => {
  it.each([
    ["a sample", sample([])],
    ["a log", { version: 2, status: "success", eval: {}, samples: [sample([])] }],
  ])("%s", (_, record) => {
    expect(detected(record)).toBe("inspect-ai");
  });

  it.each([
    ["a row with an epoch", { epoch: 1, messages: [{ role: "user", content: "" }] }],
    ["the header of a log", { version: 2, status: "success", eval: {} }],
    ["another evaluation", { eval: "a", status: "done", samples: [] }],
  ])("not by %s", (_, record) => {
    expect(detected(record)).not.toBe("inspect-ai");
  });
});

describe("messages", () => {
  it("have calls whose name is a word", () => {
    expect(foundIn(inspectAi, sample([calls("a")])).messages[0]?.parts).toMatchObject([
      { kind: "text" },
      { kind: "call", id: "a", name: "bash", text: "{}" },
    ]);
  });

  it("have reasoning, signed or not, and tools of the provider, never masked", () => {
    const content = [
      { type: "reasoning", reasoning: "Hm.", signature: null },
      { type: "reasoning", reasoning: "c2VjcmV0", redacted: true },
      {
        type: "tool_use",
        tool_type: "web_search",
        id: "s",
        name: "web",
        arguments: "{}",
        result: LONG,
      },
      { type: "image", image: "data:" },
    ];
    const record = sample([{ role: "assistant", content }]);
    expect(foundIn(inspectAi, record).messages[0]?.parts).toMatchObject([
      { kind: "reasoning", signed: false },
      { kind: "reasoning", signed: true },
      { kind: "call", id: "s", name: "web" },
      { kind: "observation", callId: "s", editable: false },
      { kind: "image", insideObservation: false },
    ]);
    expect(run(record).after).toEqual(record);
  });
});

describe("results", () => {
  it("with an error are what the model is told of it", () => {
    const error = { type: "timeout", message: `Too long: ${LONG}` };
    const record = sample([calls("a"), result("a", { error })]);
    expect(observationsIn(inspectAi, record)).toMatchObject([
      { isError: true, text: `Too long: ${LONG}` },
    ]);
    expect(run(record, { sideCopies: "keep" }).after.messages[1]).toMatchObject({
      content: LONG,
      error: { type: "timeout", message: expect.stringMatching(MASKED) },
    });
    expect(run(record).after.messages[1].content).toMatch(MASKED);
  });

  it("with an error that says nothing are their content", () => {
    const error = { type: "unknown", message: "" };
    expect(observationsIn(inspectAi, sample([result("a", { error })]))).toMatchObject([
      { isError: true, text: LONG },
    ]);
  });

  it("that are references stay, and so do attachments", () => {
    const hash = "0123456789abcdef0123456789abcdef";
    const record = sample([calls("a"), result("a", { content: `attachment://${hash}` })], {
      attachments: { [hash]: LONG },
      events: [{ event: "tool", id: "a", message_id: "message a", result: `attachment://${hash}` }],
    });
    expect(run(record).after).toEqual(record);
  });

  it("that begin with a reference and go on are text", () => {
    const content = `attachment://0123 is what it printed, ${LONG}`;
    const record = sample([calls("a"), result("a", { content })]);
    expect(run(record).after.messages[1].content).toMatch(MASKED);
  });
});

describe("copies in events", () => {
  it("are blanked where the message names its event, however ids repeat", () => {
    const tool = (message: string, text: string) => ({
      event: "tool",
      id: "a",
      message_id: message,
      result: text,
    });
    const record = sample(
      [calls("a"), result("a", { id: "m1" }), calls("a"), result("a", { id: "m2" })],
      { events: [tool("m2", `2 ${LONG}`), tool("m1", `1 ${LONG}`), tool("m3", `3 ${LONG}`)] },
    );
    const { after } = run(record, { preserveRecentRawTurns: 1 });
    expect(after.events.map((event: { result: string }) => event.result)).toEqual([
      `2 ${LONG}`,
      expect.stringMatching(MASKED),
      `3 ${LONG}`,
    ]);
  });

  it("are blanked by the call and in order where events name no message", () => {
    const tool = (text: string) => ({ event: "tool", id: "a", result: text });
    const record = sample([calls("a"), result("a"), calls("a"), result("a")], {
      events: [tool(`1 ${LONG}`), tool(`2 ${LONG}`)],
    });
    const { after } = run(record, { preserveRecentRawTurns: 1 });
    expect(after.events[0].result).toMatch(MASKED);
    expect(after.events[1].result).toBe(`2 ${LONG}`);
  });

  it.each([
    ["model", "input"],
    ["model", "call"],
    ["state", "changes"],
    ["sample_init", "state"],
    ["tool", "result"],
  ])("of kind %s are blanked under %s, what they say else is not", (event, key) => {
    const other = `b${LONG.slice(1)}`;
    const record = sample([calls("a"), result("a")], {
      events: [{ event, [key]: [{ content: LONG }, { content: other }], note: LONG }],
    });
    expect(run(record).after.events[0]).toEqual({
      event,
      [key]: [{ content: expect.stringMatching(MASKED) }, { content: other }],
      note: LONG,
    });
  });

  it.each(["message_pool", "events_data"])("are blanked in %s", (key) => {
    const record = sample([calls("a"), result("a")], { [key]: [{ content: LONG }] });
    expect(run(record).after[key]).toEqual([{ content: expect.stringMatching(MASKED) }]);
  });
});

describe("a log", () => {
  const record = {
    status: "success",
    eval: {},
    samples: ["1", "2"].map((k) => {
      const content = k + LONG;
      const later = { content: `later ${content}` };
      return sample([calls("a"), result("a", { content }), calls("b"), result("b", later)], {
        events: [{ event: "model", input: [{ content }, later] }],
      });
    }),
  };

  it("has a transcript for each sample", () => {
    const { transcripts } = run(record, { preserveRecentRawTurns: 1 });
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 1]);
  });

  it("has the prompts of each sample with it", () => {
    const { after } = run(record, { preserveRecentRawTurns: 1 });
    for (const [k, { events }] of after.samples.entries())
      expect(events[0].input).toEqual([
        { content: expect.stringMatching(MASKED) },
        { content: `later ${k + 1}${LONG}` },
      ]);
  });

  it("of the fixtures loses what it can", () => {
    const { transcripts } = compact(readFileSync("fixtures/inspect-ai/log.json"), {
      keepErrors: "none",
      preserveRecentRawTurns: 0,
    });
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([3, 3]);
  });
});
