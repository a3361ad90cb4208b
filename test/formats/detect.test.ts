import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { MAX_HEAD_RECORDS } from "../../src/engine/input/recognise/recognise-format.ts";
import { EVIDENCE, type Format } from "../../src/formats/format.ts";
import { BUILT_IN, FORMAT_NAMES, FORMATS } from "../../src/formats/index.ts";
import { claims } from "../../src/formats/registry/claims.ts";
import { FormatSet } from "../../src/formats/registry/format-set.ts";
import { type Conversation, conversations } from "../support/conversations.ts";
import { detected } from "../support/detected.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { treeOf } from "../support/parse-json.ts";
import { runs, slowRuns } from "../support/runs.ts";
import { expectSame } from "../support/same.ts";
import { WRITERS } from "../support/writers/index.ts";
import type { Writer } from "../support/writers/writer.ts";

const user = { role: "user", content: "hi" };

describe("openai-chat is found by", () => {
  it.each([
    [
      "a tool call",
      { role: "assistant", tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" } }] },
    ],
    [
      "a custom tool call",
      { role: "assistant", tool_calls: [{ id: "a", custom: { name: "f", input: "" } }] },
    ],
    [
      "a function call",
      { role: "assistant", content: null, function_call: { name: "f", arguments: "" } },
    ],
    ["a tool message", { role: "tool", tool_call_id: "a", content: "" }],
    ["a function message", { role: "function", name: "f", content: "" }],
    ["text alone", { role: "assistant", content: "hello" }],
    [
      "blocks of text and images",
      {
        role: "user",
        content: [
          { type: "text", text: "" },
          { type: "image_url", image_url: { url: "" } },
        ],
      },
    ],
    ["a developer message", { role: "developer", content: "" }],
  ])("%s", (_, message) => {
    expect(detected(user, message)).toBe("openai-chat");
    expect(detected([user, message])).toBe("openai-chat");
    expect(detected({ id: 1, messages: [user, message], tools: [] })).toBe("openai-chat");
  });
});

describe("chat-message is found by", () => {
  it.each([
    ["pairId", { role: "assistant", content: "", pairId: "a" }],
    ["pairRole", { role: "tool", content: "", pairRole: "result" }],
    ["toolCallId", { role: "tool", content: "", toolCallId: "a" }],
  ])("%s, however late it comes", (_, message) => {
    expect(detected(user, user, message)).toBe("chat-message");
    expect(detected({ messages: [user, message] })).toBe("chat-message");
  });
});

describe("other formats are not taken for chat messages", () => {
  it.each([
    [
      "Anthropic calls",
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
    ],
    [
      "Anthropic results",
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "" }] },
    ],
    [
      "Anthropic thinking",
      { role: "assistant", content: [{ type: "thinking", thinking: "", signature: "" }] },
    ],
    [
      "Vercel calls",
      { role: "assistant", content: [{ type: "tool-call", toolName: "f", args: {} }] },
    ],
    [
      "Vercel results",
      { role: "tool", content: [{ type: "tool-result", toolName: "f", output: {} }] },
    ],
    ["Vercel UI messages", { role: "assistant", parts: [{ type: "text", text: "" }] }],
    ["Goose requests", { role: "assistant", content: [{ type: "toolRequest", id: "a" }] }],
    ["pi calls", { role: "assistant", content: [{ type: "toolCall", id: "a", name: "f" }] }],
    [
      "Inspect calls",
      { role: "assistant", tool_calls: [{ id: "a", function: "f", arguments: {} }] },
    ],
    ["tau2 calls", { role: "assistant", tool_calls: [{ id: "a", name: "f", arguments: {} }] }],
    ["tau2 results", { role: "tool", id: "a", content: "", requestor: "assistant" }],
    ["Gemini contents", { role: "model", parts: [{ text: "" }] }],
    ["Gemini stream-json", { type: "message", role: "user", content: "hi" }],
    ["Responses items", { type: "message", role: "user", content: [] }],
    ["ShareGPT", { conversations: [{ from: "human", value: "" }] }],
    ["LangChain", { type: "human", content: "" }],
    ["Codex", { timestamp: "", type: "response_item", payload: { role: "user" } }],
    ["Claude Code", { type: "user", message: { role: "user", content: "" }, uuid: "a" }],
    ["mini-swe-agent", { trajectory_format: "mini-swe-agent-1", messages: [user] }],
    ["Cline", { sessionId: "a", version: 1, messages: [user] }],
    ["an Inspect sample", { epoch: 1, id: 1, messages: [user] }],
    ["SWE-agent", { trajectory: [], history: [user] }],
    ["a debug log", { ts: "", dir: "in", kind: "key" }],
    ["numbers", [1, 2, 3]],
    [
      "people with roles",
      [
        { id: 1, role: "admin" },
        { id: 2, role: "user" },
      ],
    ],
  ])("%s", (_, record) => {
    expect(["openai-chat", "chat-message"]).not.toContain(detected(record));
  });
});

const rankOf = ({ evidence }: Format) => EVIDENCE.indexOf(evidence);

/** Formats that are found by content. */
const FOUND = FORMAT_NAMES.filter((name) => FORMATS[name].keys.length > 0);

describe.each(FOUND)("what %s writes is claimed", (format) => {
  const { layout, write }: Writer = WRITERS[format];
  const headOf = (conversation: Conversation) => {
    const records = write(conversation).map((record) => treeOf(JSON.stringify(record)));
    return layout === "lines" ? records.slice(0, MAX_HEAD_RECORDS) : records.slice(0, 1);
  };

  it("by itself, or by formats with weaker evidence", () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const claiming = BUILT_IN.claiming(headOf(conversation));
        const others = claiming.filter(({ name }) => name !== format);
        const stronger = others.filter((other) => rankOf(other) <= rankOf(FORMATS[format]));
        expect(stronger.map(({ name }) => name)).toEqual([]);
      }),
      { numRuns: slowRuns(150) },
    );
  });

  it("by formats whose keys it has", () => {
    const found = FOUND.map((name): Format => FORMATS[name]).filter(({ detect }) => detect);
    fc.assert(
      fc.property(conversations, (conversation) => {
        const head = headOf(conversation);
        const heads = [head, ...head.map((record) => [record])];
        const differing = found.filter((each) =>
          heads.some((records) => claims(each, records) !== (each.detect?.(records) ?? false)),
        );
        expect(differing.map(({ name }) => name)).toEqual([]);
      }),
      { numRuns: slowRuns(100) },
    );
  });
});

it("finds the same in whichever order the formats are listed", () => {
  const reversed = new FormatSet(BUILT_IN.all.toReversed());
  for (const { bytes, name } of FORMAT_NAMES.flatMap(fixturesOf)) {
    const lines = bytes.toString().split("\n").filter(isJson).map(treeOf);
    const heads = [lines, ...lines.map((line) => [line])];
    const found = (set: FormatSet) => heads.map((head) => set.detect(head)?.name);
    expect(found(reversed), name).toEqual(found(BUILT_IN));
  }
});

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

describe("a format without detect", () => {
  const { detect: _, ...withoutDetect } = FORMATS.plain;
  const format: Format = {
    ...withoutDetect,
    name: "plain-too",
    keys: [{ all: ["kind"], any: ["a", "b"], none: ["c"] }, { messages: ["said", "by"] }],
  };

  it.each([
    [true, { kind: 1, a: 1 }],
    [true, { kind: null, b: 1 }],
    [false, { kind: 1 }],
    [false, { a: 1 }],
    [false, { kind: 1, a: 1, c: 1 }],
    [true, { said: 1, by: 1 }],
    [true, [{ said: 1 }, { by: 1 }]],
    [true, { messages: [{ said: 1, by: 1 }] }],
    [false, { messages: [{ said: 1 }] }],
    [false, [{ kind: 1, a: 1 }]],
    [false, "kind"],
  ])("is told by its keys alone: %s for %j", (isClaimed, record) => {
    const head = [treeOf(JSON.stringify(record))];
    expect(claims(format, head)).toBe(isClaimed);
    expect(new FormatSet([format]).detect(head)).toBe(isClaimed ? format : undefined);
  });
});

describe("what is refused names the formats", () => {
  function refusal(record: unknown, options = {}): ElisionError {
    try {
      compact(Buffer.from(JSON.stringify(record)), options);
    } catch (error) {
      if (error instanceof ElisionError) return error;
    }
    throw new Error("not refused");
  }

  it("that find something in it, and no others", () => {
    const hint = refusal([{ role: "user", parts: ["hi"] }]).hint;
    expect(hint).toContain(
      "--format NAME or the option format of the library (closest: gemini-contents);",
    );
    expect(refusal({ level: "info", type: "started", data: {}, messages: [] }).hint).not.toContain(
      "closest",
    );
  });

  it("and what looks like a tool result, where no format reads it", () => {
    const events = [
      { kind: "ask", text: "count the plums" },
      { kind: "ran", step: { type: "tool_result", toolCallId: "a", text: "41 plums" } },
    ];
    const { code, message, hint } = refusal(events);
    expect(code).toBe("unknown-format");
    expect(message).toBe(
      'no transcript of a known format, but what looks like tool results: "tool_result" in [1].step',
    );
    expect(hint).toContain("docs/formats.md");
    const properties = { type: { type: "string" }, tool_call_id: { type: "string" } };
    const schema = { title: "A tool result", type: "object", properties };
    expect(refusal(schema).message).toBe("no transcript of a known format");
  });

  it("and that which was asked for", () => {
    const { message, hint } = refusal({ role: "user", content: "hi" }, { format: "tau-bench" });
    expect(message).toBe("expected tau-bench, the format that you named (got none)");
    expect(hint).toContain("leave the format out, or name another (closest: ");
  });
});

describe("one record after another", () => {
  const plainly = (record: unknown) => {
    const tree = treeOf(JSON.stringify(record));
    return FORMAT_NAMES.find((name) => claims(FORMATS[name], [tree]));
  };

  it("is found to be what it is alone, whatever was denied of those before", () => {
    const records = fc
      .tuple(conversations, fc.constantFrom(...FORMAT_NAMES))
      .map(([each, name]) => {
        const written = WRITERS[name].write(each);
        return [...written, written, { messages: written }, { data: written, id: 1 }];
      });
    const keys = ["messages", "type", "role", "id", "data", "content", "session_id", "steps"];
    const value = fc.oneof(
      fc.constantFrom<unknown>("user", "message", 1, null, true, []),
      fc.array(fc.dictionary(fc.constantFrom(...keys), fc.constantFrom("user", "text", 1))),
    );
    const odd = fc.dictionary(fc.constantFrom(...keys), value).map((record) => [record]);
    fc.assert(
      fc.property(fc.array(fc.oneof(records, odd), { maxLength: 6 }), (all) => {
        for (const record of all.flat()) expectSame(detected(record), plainly(record));
      }),
      { numRuns: runs(300) },
    );
  });
});
