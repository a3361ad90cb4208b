import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { continueDev } from "../../src/formats/continue.ts";
import { detected } from "../support/detected.ts";
import { foundIn } from "../support/found.ts";

const item = (role: string, content: unknown, rest: object = {}, message: object = {}) => ({
  ...{ message: { role, content, ...message }, contextItems: [] },
  ...rest,
});
const session = (...history: object[]) => ({ sessionId: "s", title: "t", history });
const call = { id: "c1", type: "function", function: { name: "Bash", arguments: "{}" } };
const state = (output: object[], status = "done") => ({
  toolCallId: "c1",
  toolCall: call,
  status,
  output,
});
const partsIn = (...history: object[]) =>
  foundIn(continueDev, session(...history)).messages.flatMap(({ parts }) => parts);

describe("what calls gave", () => {
  it("is one observation, of all its outputs", () => {
    const said = item("assistant", "", {
      toolCallStates: [state([{ content: "a" }, { content: "b" }])],
    });
    expect(partsIn(said)).toMatchObject([
      { kind: "text" },
      { kind: "observation", callId: "c1", toolName: "Bash", text: "ab", isError: false },
    ]);
  });

  it("failed where its state says so", () => {
    const said = item("assistant", "", { toolCallStates: [state([{ content: "no" }], "errored")] });
    expect(partsIn(said)[1]).toMatchObject({ isError: true, text: "no" });
  });

  it("is found in sessions of old, with one state or a message of its own", () => {
    const old = item(
      "assistant",
      "",
      { toolCallState: state([{ content: "a" }]) },
      { toolCalls: [call] },
    );
    expect(partsIn(old).map(({ kind }) => kind)).toEqual(["text", "call", "observation"]);
    const own = item("tool", "a", {}, { toolCallId: "c1" });
    expect(partsIn(own)).toMatchObject([{ kind: "observation", callId: "c1", text: "a" }]);
  });
});

it("reads what was attached, thinking, and images", () => {
  const image = { type: "imageUrl", imageUrl: { url: "data:image/png;base64,aGk=" } };
  const parts = partsIn(
    item("user", [{ type: "text", text: "see" }, image], { contextItems: [{ content: "a file" }] }),
    item("thinking", "hm", {}, { signature: "c2ln" }),
  );
  expect(parts).toMatchObject([
    { kind: "text", text: "a file" },
    { kind: "text", text: "see" },
    { kind: "image", insideObservation: false },
    { kind: "reasoning", signed: true },
  ]);
});

it("takes what is before a summary for dead", () => {
  const long = "a bolt and a nut ".repeat(20);
  const acted = (id: string) =>
    item("assistant", "", {
      toolCallStates: [{ ...state([{ content: `${id}: ${long}` }]), toolCallId: id }],
    });
  const summary = item("assistant", "So far.", { conversationSummary: "So far." });
  const text = JSON.stringify(session(item("user", "Count."), acted("c1"), summary, acted("c2")));
  const options = { window: 5, minGain: 1 } as const;
  const made = Buffer.from(compact(Buffer.from(text), options).bytes).toString();
  expect(made).not.toContain("c1: a bolt");
  expect(made).toContain("c2: a bolt");
});

it("is told from other documents with a history", () => {
  expect(detected(session(item("user", "hi")))).toBe("continue");
  expect(detected(session({ role: "user", content: "hi" }))).not.toBe("continue");
});
