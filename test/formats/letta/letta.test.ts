/** Agent files of Letta: which messages are in an agent's context, and which text of a result the model sees. */
import { describe, expect, it } from "vitest";
import { check } from "../../../src/api/check.ts";
import { compact } from "../../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

const text = (said: string) => [{ type: "text", text: said }];
const call = (id: string): Json => ({
  role: "assistant",
  content: [],
  tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }],
});
const given = (tool_call_id: string, rest: Json = {}): Json => ({
  ...{ tool_call_id, status: "success", stdout: null, stderr: null, func_response: LONG },
  ...rest,
});
const result = (id: string, rest: Json = {}): Json => ({
  ...{ role: "tool", name: "look", tool_call_id: id },
  ...{ content: text(LONG), tool_returns: [given(id)] },
  ...rest,
});

function file(messages: readonly Json[], context?: readonly string[]) {
  const all = messages.map((message, k) => ({ id: `m${k}`, ...message }));
  const in_context_message_ids = context ?? all.map(({ id }) => id);
  const agent = { name: "a", in_context_message_ids, messages: all };
  return { agents: [agent], groups: [], blocks: [], tools: [] };
}

function run(saved: object, options: object = {}) {
  const bytes = Buffer.from(JSON.stringify(saved));
  const result = compact(bytes, { preserveRecentRawTurns: 0, ...options });
  const { agents } = JSON.parse(Buffer.from(result.bytes).toString()) as {
    agents: { messages: Json[] }[];
  };
  return { messages: agents[0]?.messages ?? [], transcripts: result.transcripts };
}

describe("the context of an agent", () => {
  const messages = [call("a"), result("a"), call("b"), result("b")];

  it("is what its ids name; other messages are dead", () => {
    const { transcripts } = run(file(messages, ["m2", "m3"]), { preserveRecentRawTurns: 5 });
    expect(transcripts).toMatchObject([{ maskedCount: 0, deadMaskedCount: 1 }]);
  });

  it("is everything where its ids name none of its messages", () => {
    for (const context of [[], ["gone"]])
      expect(run(file(messages, context)).transcripts).toMatchObject([{ maskedCount: 2 }]);
  });

  it("is broken for the import by an id that no message has", () => {
    const bytes = Buffer.from(JSON.stringify(file(messages, ["m0", "m1", "gone"])));
    const [{ message } = { message: "" }] = check(bytes).findings;
    expect(message).toContain('expected the id of a message (got "gone")');
  });
});

describe("a result", () => {
  it("is its return, and the content next to that is a copy", () => {
    const saved = file([call("a"), result("a")]);
    const kept = run(saved).messages[1];
    expect(JSON.stringify(kept?.tool_returns)).toContain("masked");
    expect(kept?.content).toEqual(text(LONG));
    expect(JSON.stringify(run(saved, { sideCopies: "mask" }).messages[1])).not.toContain(LONG);
  });

  it("is its content where it has no return", () => {
    const { messages } = run(file([call("a"), result("a", { tool_returns: [] })]));
    expect(JSON.stringify(messages[1]?.content)).toContain("masked");
  });

  it("can be several, each by its own id, and say that it is an error", () => {
    const calls = { ...call("a"), tool_calls: [call("a"), call("b")].flatMap(callsOf) };
    const returns = [given("a"), given("b", { status: "error" })];
    const saved = file([calls, result("a", { content: [], tool_returns: returns })]);
    expect(run(saved).transcripts).toMatchObject([
      { maskedCount: 1, byRule: { errors: { kept: 1 } } },
    ]);
    expect(run(saved, { keepErrors: "none" }).transcripts).toMatchObject([{ maskedCount: 2 }]);
  });
});

function callsOf({ tool_calls }: Json): readonly unknown[] {
  return tool_calls as readonly unknown[];
}
