import { describe, expect, it } from "vitest";
import { FORMATS } from "../../../src/formats/index.ts";
import { claims } from "../../../src/formats/registry/claims.ts";
import { compactedRecord } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { observationsIn } from "../../support/found.ts";
import { treeOf } from "../../support/parse-json.ts";

const LONG = "what the tool answered ".repeat(8);

const user = { id: "u", role: "user", parts: [{ type: "text", text: "Do it." }] };
const step = { type: "step-start" };

function tool(toolCallId: string, output: unknown, more: object = {}) {
  return {
    type: "tool-f",
    toolCallId,
    state: "output-available",
    input: {},
    ...(output !== undefined && { output }),
    ...more,
  };
}

function assistant(...parts: unknown[]) {
  return { id: "a", role: "assistant", parts };
}

/** The outputs of the parts of the second message, when nothing stays raw. */
function maskedParts(...parts: unknown[]) {
  const { after } = compactedRecord([user, assistant(...parts)], { preserveRecentRawTurns: 0 });
  return after[1].parts;
}

const masked = expect.stringMatching(/^\[observation masked/);

describe("vercel-ui", () => {
  it("counts each step of a message as a turn", () => {
    const steps = ["a", "b", "c"].flatMap((id) => [step, tool(id, LONG)]);
    const { after, transcripts } = compactedRecord([user, assistant(...steps)], {
      preserveRecentRawTurns: 1,
    });
    expect(transcripts[0]?.maskedCount).toBe(2);
    expect(after[1].parts[5].output).toBe(LONG);
  });

  it("keeps parallel calls of a step in one turn", () => {
    const parts = [step, tool("a", LONG), step, tool("b", LONG), tool("c", LONG)];
    const { transcripts } = compactedRecord([user, assistant(...parts)], {
      preserveRecentRawTurns: 1,
    });
    expect(transcripts[0]?.maskedCount).toBe(1);
  });

  it("drops and keeps a message with all its steps", () => {
    const said = { type: "text", text: LONG };
    const long = assistant(said, tool("a", LONG), step, tool("b", LONG));
    const options = { preserveRecentRawTurns: 1, maxInputChars: 200, summaryMaxChars: 100 };
    const kept = compactedRecord([user, long], options);
    expect(kept.after).toHaveLength(2);
    const { after } = compactedRecord([user, long, user, assistant(tool("c", "short"))], options);
    expect(after.map(({ id }: { id: string }) => id)).toEqual(["u", "elision-summary", "a"]);
    expect(after[1].parts[0].text).toMatch(/^Conversation summary/);
  });

  it("keeps the JSON type of strings and objects, and makes strings of the rest", () => {
    const rows = [{ text: LONG }, { text: LONG }];
    const parts = maskedParts(tool("a", LONG), tool("b", { rows, n: 1.0 }), tool("c", rows));
    expect(parts.map(({ output }: { output: unknown }) => output)).toEqual([
      masked,
      { text: masked },
      masked,
    ]);
  });

  it("replaces only the text in what MCP servers answer", () => {
    const content = [{ type: "text", text: LONG }];
    const output = { content, isError: true, structuredContent: { rows: [LONG] } };
    const [part] = maskedParts(tool("a", output));
    expect(part.output).toEqual({ ...output, content: [{ type: "text", text: masked }] });
  });

  it("leaves alone what the provider's own tools answered", () => {
    const part = tool("a", [{ encryptedContent: LONG }], { providerExecuted: true });
    expect(maskedParts(part)).toEqual([part]);
  });

  it("reads errors, and calls that were denied or not answered", () => {
    const parts = [
      tool("a", undefined, { state: "output-error", errorText: LONG }),
      tool("b", undefined, { state: "output-denied" }),
      tool("c", undefined, { state: "approval-requested" }),
    ];
    const observations = observationsIn(FORMATS["vercel-ui"], assistant(...parts));
    expect(observations.map(({ isError, editable }) => [isError, editable])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it("takes the invocations beside the parts of version 4 for copies", () => {
    const made = { state: "result", toolCallId: "a", toolName: "f", args: {}, result: LONG };
    const parts = [{ type: "tool-invocation", toolInvocation: made }];
    const message = { id: "a", role: "assistant", content: "", toolInvocations: [made], parts };
    const options = { preserveRecentRawTurns: 0 };
    const { transcripts, after } = compactedRecord([user, message], options);
    expect(transcripts[0]).toMatchObject({ maskedCount: 1 });
    expect(after[1].toolInvocations[0].result).toBe(LONG);
    const both = compactedRecord([user, message], { ...options, sideCopies: "mask" });
    expect(both.after[1].toolInvocations[0].result).toEqual(masked);
  });

  it("divides the invocations of version 4 by their steps", () => {
    const parts = [0, 1, 2].map((number) => ({
      type: "tool-invocation",
      toolInvocation: {
        state: "result",
        step: number,
        toolCallId: `${number}`,
        toolName: "f",
        args: {},
        result: LONG,
      },
    }));
    const { transcripts } = compactedRecord([user, assistant(...parts)], {
      preserveRecentRawTurns: 1,
    });
    expect(transcripts[0]?.maskedCount).toBe(2);
  });

  it.each([
    ["a tool", assistant(tool("a", ""))],
    ["a dynamic tool", assistant({ type: "dynamic-tool", toolName: "f", toolCallId: "a" })],
    ["a step", { role: "assistant", parts: [step] }],
    ["text in a message with an id", user],
  ])("is found by %s", (_, message) => {
    for (const record of [message, [message], { id: "chat", messages: [message] }])
      expect(detected(record)).toBe("vercel-ui");
  });

  it.each([
    ["Gemini's contents", { role: "user", parts: [{ text: "hi" }] }],
    ["OpenTelemetry", { role: "user", parts: [{ type: "text", content: "hi" }] }],
    ["OpenTelemetry's calls", { role: "assistant", parts: [{ type: "tool_call", id: "a" }] }],
    ["opencode", { info: { id: "m", role: "user" }, parts: [{ type: "text", text: "hi" }] }],
    ["chat completions", { role: "user", content: "hi" }],
  ])("is not found in %s", (_, record) => {
    expect(claims(FORMATS["vercel-ui"], [treeOf(JSON.stringify(record))])).toBe(false);
  });
});
