import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { amp } from "../../src/formats/amp.ts";
import { foundIn } from "../support/found.ts";

const thread = (...messages: object[]) => ({
  ...{ v: 1, id: "T-01", created: 1767830000000 },
  messages: messages.map((message, messageId) => ({ messageId, ...message })),
});
const told = (...content: object[]) => ({ role: "user", content });
const given = (run: object) => told({ type: "tool_result", toolUseID: "c1", run });
const partsIn = (...messages: object[]) =>
  foundIn(amp, thread(...messages)).messages.flatMap(({ parts }) => parts);

describe("what became of a call", () => {
  it.each([
    ["a text", { status: "done", result: "12 bolts" }, "12 bolts", false],
    ["an object's output", { status: "done", result: { output: "12", exitCode: 0 } }, "12", false],
    ["an object", { status: "done", result: { diff: "+a" } }, '{"diff":"+a"}', false],
    ["a list", { status: "done", result: ["a:1", "b:2"] }, '["a:1","b:2"]', false],
    ["blocks", { status: "done", result: [{ type: "text", text: "12" }] }, "12", false],
    ["an error", { status: "error", error: { message: "no such file" } }, "no such file", true],
    ["a failed command", { status: "done", result: { output: "12", exitCode: 3 } }, "12", true],
    ["a refusal", { status: "rejected-by-user", reason: "not now" }, "not now", true],
  ])("is %s", (_name, run, text, isError) => {
    expect(partsIn(given(run))).toMatchObject([
      { kind: "observation", callId: "c1", text, isError, editable: true },
    ]);
  });

  it("is a picture that was read", () => {
    const info = { mimeType: "image/png", size: 8 };
    const read = {
      absolutePath: "/a.png",
      content: "iVBORw0KGgo=",
      isImage: true,
      imageInfo: info,
    };
    expect(partsIn(given({ status: "done", result: read }))).toMatchObject([
      { kind: "observation", callId: "c1", editable: false },
      { kind: "image", insideObservation: true },
    ]);
  });

  it("is not known while it runs", () => {
    expect(partsIn(given({ status: "in-progress" }))).toEqual([]);
  });
});

it("leaves what the user ran to the user", () => {
  const invocation = {
    ...{ type: "manual_bash_invocation", args: { cmd: "ls" } },
    toolRun: { status: "done", result: { output: "a.txt", exitCode: 0 } },
  };
  expect(partsIn({ role: "info", content: [invocation] })).toMatchObject([
    { kind: "text", text: "a.txt" },
  ]);
});

it("takes what is before the last summary for dead", () => {
  const long = "a bolt and a nut ".repeat(20);
  const acted = (id: string) => [
    { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: {} }] },
    told({ type: "tool_result", toolUseID: id, run: { status: "done", result: `${id}: ${long}` } }),
  ];
  const summary = { type: "summary", summary: { type: "message", summary: "So far." } };
  const info = { role: "info", content: [summary] };
  const text = JSON.stringify(thread(...acted("c1"), info, ...acted("c2"), info, ...acted("c3")));
  const made = Buffer.from(compact(Buffer.from(text), { window: 5 }).bytes).toString();
  expect([1, 2, 3].map((n) => made.includes(`c${n}: a bolt`))).toEqual([false, false, true]);
});
