import { describe, expect, it } from "vitest";
import { compactWith } from "../../src/api/compact.ts";
import { kiro } from "../../src/formats/kiro.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { foundIn } from "../support/found.ts";

const line = (kind: string, data: object) => ({ version: "v1", kind, data });
const answered = (result: object, results: object = {}) =>
  line("ToolResults", {
    content: [{ kind: "toolResult", data: { toolUseId: "t1", ...result } }],
    results,
  });

describe("a result", () => {
  const text = (data: string) => ({ content: [{ kind: "text", data }] });
  const json = (data: object) => ({ content: [{ kind: "json", data }] });
  it.each([
    ["of a tool", { ...text("12 boats"), status: "success" }, "12 boats", false],
    ["that is an error", { ...text("no such boat"), status: "error" }, "no such boat", true],
    [
      "of a command",
      { ...json({ exit_status: "exit status: 0", stdout: "dry" }), status: "success" },
      '{"exit_status":"exit status: 0","stdout":"dry"}',
      false,
    ],
    [
      "of a command that failed",
      { ...json({ exit_status: "exit status: 2", stdout: "" }), status: "success" },
      '{"exit_status":"exit status: 2","stdout":""}',
      true,
    ],
    [
      "of a command that was killed",
      { ...json({ exit_status: "signal: 9 (SIGKILL)", stdout: "" }), status: "success" },
      '{"exit_status":"signal: 9 (SIGKILL)","stdout":""}',
      true,
    ],
  ])("%s", (_, result, said, isError) => {
    expect(foundIn(kiro, answered(result)).messages).toMatchObject([
      { role: "tool", parts: [{ kind: "observation", callId: "t1", text: said, isError }] },
    ]);
  });

  it("has the details of its run next to it, which are not sent", () => {
    const details = { tool: null, result: "Cancelled" };
    const { sides } = foundIn(kiro, answered(text("no"), { t1: details }));
    expect(sides).toEqual([details]);
  });
});

it("reads what the assistant thought, said and called", () => {
  const content = [
    { kind: "thinking", data: { text: "Which boat?", signature: "c2ln", modelId: "m1" } },
    { kind: "text", data: "I look." },
    { kind: "toolUse", data: { toolUseId: "t1", name: "shell", input: { command: "ls" } } },
  ];
  expect(foundIn(kiro, line("AssistantMessage", { content })).messages).toMatchObject([
    {
      role: "assistant",
      parts: [
        { kind: "reasoning", text: "Which boat?", signed: true },
        { kind: "text", text: "I look." },
        { kind: "call", id: "t1", name: "shell", text: '{"command":"ls"}' },
      ],
    },
  ]);
});

it("masks the run of a command once, however many results it has", () => {
  const [fixture] = fixturesOf("kiro").filter(({ name }) => name.endsWith("session.jsonl"));
  const lines =
    fixture?.bytes
      .toString()
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text)) ?? [];
  const doubled = lines.map(({ data, ...about }) =>
    about.kind === "ToolResults"
      ? { ...about, data: { ...data, content: [...data.content, ...data.content] } }
      : { ...about, data },
  );
  const compacted = (each: readonly unknown[]) => {
    const bytes = Buffer.from(each.map((line) => JSON.stringify(line)).join("\n"));
    const options = { preserveRecentRawTurns: 0, minGain: 1, sideCopies: "mask" } as const;
    return compactWith(bytes, { ...options, objects: true }).transcripts[0]?.maskedCount ?? 0;
  };
  expect(compacted(lines)).toBeGreaterThan(0);
  expect(compacted(doubled)).toBe(compacted(lines) * 2);
});
