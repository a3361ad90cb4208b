import { describe, expect, it } from "vitest";
import { geminiContents } from "../../../src/formats/gemini/gemini-contents.ts";
import { compactedRecord } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";

const LONG = "what a tool answered, long enough that it is worth a placeholder";
const MASKED = `[observation masked — ${LONG.length} chars]`;
const IMAGE = { inlineData: { mimeType: "image/png", data: "A".repeat(99) } };

const user = (...parts: unknown[]) => ({ role: "user", parts });
const model = (...parts: unknown[]) => ({ role: "model", parts });
const call = (name: string, id?: string) => ({
  functionCall: { ...(id !== undefined && { id }), name, args: {} },
});
const answer = (name: string, response: unknown = { output: LONG }, about: object = {}) => ({
  functionResponse: { ...about, name, response },
});

describe("an answer", () => {
  const masked = (response: unknown) =>
    compactedRecord([user({ text: "go" }), model(call("f")), user(answer("f", response))]).after[2]
      .parts[0].functionResponse.response;

  it.each([
    ["output", { output: LONG }, { output: MASKED }],
    ["error", { error: LONG }, { error: MASKED }],
    ["a key of the tool's own", { result: LONG }, { result: MASKED }],
  ])("keeps its key: %s", (_, response, expected) => {
    expect(masked(response)).toEqual(expected);
  });

  it("keeps its key where that holds no string", () => {
    const value = { rows: [LONG, 1.5] };
    const note = `[observation masked — ${JSON.stringify(value).length} chars]`;
    expect(masked({ output: value })).toEqual({ output: note });
  });

  it.each([
    ["output", { stdout: LONG, code: 0 }],
    ["error", { error: LONG, code: 1 }],
    ["output", { output: LONG, error: "also" }],
  ])("with several keys is one text, under %s", (key, response) => {
    const note = `[observation masked — ${JSON.stringify(response).length} chars]`;
    expect(masked(response)).toEqual({ [key]: note });
  });

  it("is an error by the key that the API has for it", () => {
    const parts = [{ error: "no" }, { error: { code: 5 } }, { output: "so", error: null }, {}];
    const [found] = foundIn(
      geminiContents,
      user(...parts.map((each) => answer("f", each))),
    ).messages;
    const flags = found?.parts.map((part) => part.kind === "observation" && part.isError);
    expect(flags).toEqual([true, true, false, false]);
  });

  it("cannot be edited where there is none, but is one", () => {
    const [found] = foundIn(geminiContents, user({ functionResponse: { name: "f" } })).messages;
    expect(found?.parts).toMatchObject([{ kind: "observation", editable: false }]);
  });
});

describe("calls without ids", () => {
  it("share a pair with the answer of their name", () => {
    const [askF, askG] = [model(call("f")), model(call("g"))];
    const long = model({ text: "x".repeat(3000) });
    const contents = [user({ text: "go" }), long, askF, askG, user(answer("g")), user(answer("f"))];
    const { after } = compactedRecord(contents, {
      preserveRecentRawTurns: 1,
      windowUnit: "messages",
      maxInputChars: 1500,
    });
    expect(after[1]).toEqual(user({ text: expect.stringContaining("Conversation summary") }));
    // The newest message keeps that of its call, and only that.
    expect(after.slice(2)).toEqual([askF, contents[5]]);
  });
});

describe("media", () => {
  it("goes with the answer that it stands beside or inside", () => {
    const nested = answer("f", { output: LONG }, { parts: [IMAGE] });
    const { after } = compactedRecord([
      model(call("f"), call("f")),
      user(answer("f"), IMAGE, nested),
    ]);
    expect(JSON.stringify(after)).not.toContain("AAA");
    expect(after[1].parts).toHaveLength(2);
  });

  it("of the user stays, beside an answer as well", () => {
    const said = user(answer("f"), IMAGE, { text: "look at this" });
    const { after } = compactedRecord([user(IMAGE), model(call("f")), said]);
    expect(after[0]).toEqual(user(IMAGE));
    expect(after[2].parts.slice(1)).toEqual(said.parts.slice(1));
  });
});

describe("what is read", () => {
  it("is the same in snake case with null for what is not there", () => {
    const none = { text: null, thought: null, inline_data: null };
    const dumped = foundIn(
      geminiContents,
      { role: "model", parts: [{ ...none, function_call: { id: null, name: "f", args: {} } }] },
      { role: null, parts: [{ ...none, function_response: { name: "f", response: { a: "b" } } }] },
      { role: "user", parts: [{ ...none, text: null, inline_data: IMAGE.inlineData }] },
    ).messages;
    const camel = foundIn(
      geminiContents,
      model(call("f")),
      { parts: [answer("f", { a: "b" })] },
      user(IMAGE),
    ).messages;
    const heads = (found: typeof camel) =>
      found.map(({ role, parts }) => [role, ...parts.map(({ kind }) => kind)]);
    expect(heads(dumped)).toEqual(heads(camel));
    expect(heads(camel)).toEqual([
      ["assistant", "call"],
      ["tool", "observation"],
      ["user", "image"],
    ]);
  });

  it("is the system instruction too, in each of its forms", () => {
    for (const systemInstruction of [{ parts: [{ text: "Be brief." }] }, "Be brief."]) {
      const [found] = foundIn(geminiContents, { systemInstruction, contents: [] }).messages;
      expect(found).toMatchObject({ role: "system", parts: [{ text: "Be brief." }] });
    }
  });

  it("tells thoughts, and those that are signed, from text", () => {
    const thought = { text: "hm", thought: true };
    const [found] = foundIn(
      geminiContents,
      model(thought, { ...thought, thoughtSignature: "s" }, { text: "so", thoughtSignature: "s" }),
    ).messages;
    expect(found?.parts).toMatchObject([
      { kind: "reasoning", signed: false },
      { kind: "reasoning", signed: true },
      { kind: "text" },
    ]);
  });

  it("has what Google ran itself as a call and an answer that stays", () => {
    const ran = { codeExecutionResult: { outcome: "OUTCOME_FAILED", output: LONG } };
    const code = { executableCode: { language: "PYTHON", code: "1" } };
    const contents = [model(code, ran, { text: "so" })];
    expect(compactedRecord(contents).after).toEqual(contents);
    expect(foundIn(geminiContents, contents).messages[0]?.parts).toMatchObject([
      { kind: "call", name: "code_execution" },
      { kind: "observation", toolName: "code_execution", isError: true },
      { kind: "text" },
    ]);
  });
});

describe("is found", () => {
  it.each([
    ["an array", [user({ text: "hi" }), model({ text: "so" })]],
    ["a request", { contents: [user({ text: "hi" })], tools: [] }],
    ["a saved chat", { history: [user({ text: "hi" }), model(call("f"))], authType: "x" }],
    ["a line", model(call("f"))],
    ["an answer of role function", { role: "function", parts: [answer("f")] }],
  ])("in %s", (_, record) => {
    expect(detected(record)).toBe("gemini-contents");
  });

  it.each([
    ["Vercel UI messages", [{ id: "a", role: "user", parts: [{ type: "text", text: "hi" }] }]],
    ["OTel messages", [{ role: "user", parts: [{ type: "text", content: "hi" }] }]],
    ["A2A messages", { role: "user", parts: [{ kind: "text", text: "hi" }] }],
    ["other speakers", [{ role: "assistant", parts: [{ text: "hi" }] }]],
    ["chat messages", [{ role: "user", content: "hi" }]],
    ["parts alone", { parts: [{ text: "hi" }] }],
    ["SWE-agent", { history: [{ role: "user", content: "hi" }], trajectory: [] }],
    ["nothing", []],
  ])("but not in %s", (_, record) => {
    expect(detected(record)).not.toBe("gemini-contents");
  });
});
