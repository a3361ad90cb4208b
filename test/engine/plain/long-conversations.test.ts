/** Conversations too long to be held, whose messages are read like lines: the same as objects, bytes and account. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { PlainLines } from "../../../src/engine/plain/lines/plain-lines.ts";
import { PlainConversations } from "../../../src/engine/plain/rows/plain-conversations.ts";
import { FORMAT_NAMES, FORMATS } from "../../../src/formats/index.ts";
import {
  asChatMessages,
  asOpenAi,
  type Conversation,
  conversations,
} from "../../support/conversations.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { outcome } from "../../support/not-held.ts";
import { maskingOptions } from "../../support/policies.ts";
import { slowRuns } from "../../support/runs.ts";
import { anthropicMessages } from "../../support/writers/anthropic.ts";

const FIELDS = "[{toolName} {callId} {args} {exit} {turn} {lines} {originalLength} chars left out]";

/** The messages of each kind that such conversations have. */
const KINDS = {
  "openai-chat": asOpenAi,
  "chat-message": asChatMessages,
  anthropic: anthropicMessages,
} as const;

type Kind = keyof typeof KINDS;

const AROUND: readonly ((messages: readonly unknown[]) => unknown)[] = [
  (messages) => messages,
  (messages) => ({ messages }),
  (messages) => ({ model: "m", system: "Be brief — é.", messages, usage: { total_tokens: 9 } }),
  (messages) => ({ tools: [{ name: "read", description: "Reads." }], messages, id: "a" }),
];

/** How such a document is written. */
const styles = fc.record({
  around: fc.constantFrom(...AROUND),
  indent: fc.constantFrom(undefined, 1, "\t"),
  start: fc.constantFrom("", "\ufeff", "\n "),
  end: fc.constantFrom("", "\n", "\r\n", "\n\n"),
  isAscii: fc.boolean(),
});

type Style = typeof styles extends fc.Arbitrary<infer T> ? T : never;

function written(messages: readonly unknown[], { around, indent, start, end, isAscii }: Style) {
  const json = JSON.stringify(around(messages), null, indent);
  const escaped = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return Buffer.from(start + (isAscii ? json.replace(/[\u0080-\uffff]/g, escaped) : json) + end);
}

/** More messages than a record is recognised by. */
const many = fc.array(conversations, { minLength: 1, maxLength: 6 });

function messagesOf(kind: Kind, all: readonly Conversation[]): readonly unknown[] {
  return all.flatMap((each) => [...KINDS[kind](each)]);
}

/**
 * What comes of a document that is not held (a line only if it is longer than the window), as columns and as objects.
 */
function bothWays(bytes: Buffer, options: CompactOptions) {
  return [false, true].map((objects) => outcome(bytes, { ...options, objects }, 0));
}

function agree(bytes: Buffer, options: CompactOptions): void {
  const [columns, objects] = bothWays(bytes, options);
  expect(columns).toEqual(objects);
}

describe.each(Object.keys(KINDS) as Kind[])("a long document of %s", (kind) => {
  let noted: MockInstance<PlainLines["compact"]>;
  beforeEach(() => {
    noted = vi.spyOn(PlainLines.prototype, "compact");
  });
  afterEach(() => noted.mockRestore());

  it("comes out the same, whatever is around its messages", () => {
    fc.assert(
      fc.property(many, styles, maskingOptions, (all, style, options) => {
        const bytes = written(messagesOf(kind, all), style);
        agree(bytes, { minGain: 1, ...options });
        agree(bytes, { preserveRecentRawTurns: 1, placeholder: FIELDS, minGain: 1 });
      }),
      { numRuns: slowRuns(1500) },
    );
    expect(noted.mock.calls.length).toBeGreaterThan(slowRuns(1500) / 8);
  });

  it("comes out the same with an archive, which then holds the same texts", () => {
    fc.assert(
      fc.property(many, styles, (all, style) => {
        const bytes = written(messagesOf(kind, all), style);
        const [first, second] = [false, true].map((objects) => {
          const archive = memoryArchive();
          const options = { preserveRecentRawTurns: 1, minGain: 1, archive };
          const result = outcome(bytes, { ...options, objects }, 0);
          // A text in a block may be there twice by objects, decoded and as it was.
          const entries = new Set(archive.entries().map(({ kind, digest }) => kind + digest));
          return { result, entries };
        });
        expect(first).toEqual(second);
      }),
      { numRuns: slowRuns(600) },
    );
    expect(noted).toHaveBeenCalled();
  });

  it("comes out the same if a late message, or what comes after it, is another than was to be expected", () => {
    const long = "x".repeat(100);
    const surprises: readonly unknown[] = [
      { role: "user", content: [{ type: "function_call_output", call_id: "a", output: long }] },
      { role: "tool", tool_call_id: "call_1", content: [{ type: "tool_output", value: long }] },
      { role: "user", content: "So?", toolResults: [{ id: "call_1", output: long }] },
      { role: "assistant", content: "", uuid: "a", sessionId: "b", message: { role: "user" } },
      { type: "message", role: "robot", content: long },
      { role: "user" },
      "text",
      7,
      null,
      [],
    ];
    fc.assert(
      fc.property(many, styles, fc.constantFrom(...surprises), (all, style, surprise) => {
        const messages = messagesOf(kind, all);
        agree(written([...messages, surprise], style), { preserveRecentRawTurns: 1 });
        const around = { messages, trajectory: [surprise], output: { tool_result: long } };
        agree(written([], { ...style, around: () => around }), { preserveRecentRawTurns: 1 });
      }),
      { numRuns: slowRuns(900) },
    );
  });
});

const TABLED = FORMAT_NAMES.filter((name) => FORMATS[name].chat !== undefined);

describe.each(TABLED)("fixtures of %s, as one document", (format) => {
  it.each(fixturesOf(format))("come out the same: $name", ({ bytes }) => {
    const records = recordsIn(bytes.toString());
    const documents = [
      repeated(records),
      { messages: repeated(records) },
      ...records.slice(0, 20).map(lengthened),
    ];
    for (const document of documents)
      agree(Buffer.from(`\n${JSON.stringify(document)}`), {
        preserveRecentRawTurns: 1,
        minGain: 1,
      });
  });
});

/** The record of a text, or those of its lines. */
function recordsIn(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  }
}

/** A record whose arrays have more items. */
function lengthened(record: unknown): unknown {
  if (Array.isArray(record)) return repeated(record);
  const entries = Object.entries(Object(record));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Array.isArray(value) ? repeated(value) : value]),
  );
}

/** Items, so often that a record is not recognised by all of them. */
function repeated(items: readonly unknown[]): readonly unknown[] {
  return Array.from({ length: Math.ceil(70 / (items.length + 1)) }, () => items).flat();
}

describe("a long list of conversations", () => {
  it("comes out the same, each of them read into memory by itself", () => {
    const plain = vi.spyOn(PlainConversations.prototype, "compact");
    const lists = fc.array(many, { minLength: 2, maxLength: 5 });
    const kinds = fc.constantFrom(...(Object.keys(KINDS) as Kind[]));
    fc.assert(
      fc.property(lists, kinds, styles, maskingOptions, (all, kind, style, options) => {
        const list = all.map((each) => ({ id: "a", messages: messagesOf(kind, each) }));
        const bytes = written([], { ...style, around: () => list });
        agree(bytes, { minGain: 1, ...options });
        const archives = [memoryArchive(), memoryArchive()] as const;
        const [columns, objects] = archives.map((archive, k) =>
          outcome(bytes, { preserveRecentRawTurns: 1, archive, objects: k === 1 }, 0),
        );
        expect(columns).toEqual(objects);
        const [first, second] = archives.map((archive) =>
          archive.entries().map(({ kind, digest }) => kind + digest),
        );
        expect(first?.sort()).toEqual(second?.sort());
      }),
      { numRuns: slowRuns(900) },
    );
    const masked = plain.mock.results.filter(({ value }) => (value?.length ?? 0) > 0);
    expect(masked.length).toBeGreaterThan(0);
    plain.mockRestore();
  });
});

describe("a long document", () => {
  const kept = { preserveRecentRawTurns: 1, minGain: 1 };
  const talk = (answer: string, count: number) =>
    Array.from({ length: count }, (_, k) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: `c${k}`, type: "function", function: { name: "ls", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: `c${k}`, content: answer },
    ]).flat();

  it("may be longer than is read at a time, with messages longer than that", () => {
    const noted = vi.spyOn(PlainLines.prototype, "compact");
    const messages = [
      ...talk("é".repeat(3000), 300),
      ...talk("x".repeat(2_000_000), 4),
      ...talk("y".repeat(700), 900),
    ];
    for (const indent of [undefined, 2])
      agree(Buffer.from(JSON.stringify({ messages }, null, indent)), kept);
    expect(noted).toHaveBeenCalledTimes(2);
    noted.mockRestore();
  });

  it("is left to its format where a message is longer than there is room for", () => {
    const messages = [...talk("x".repeat(300), 90), ...talk("y".repeat(9_000_000), 1)];
    agree(Buffer.from(JSON.stringify({ messages })), kept);
  });

  it("is written in ASCII only if all of it is", () => {
    for (const last of ["é", "e"]) {
      const messages = [...talk("x".repeat(300), 90), { role: "user", content: last }];
      const bytes = Buffer.from(JSON.stringify({ messages }, null, 1));
      const [columns, objects] = bothWays(bytes, kept);
      expect(columns).toEqual(objects);
      expect(columns?.text?.includes("\\u2014")).toBe(last === "e");
    }
  });

  it("may be one of which bytes are not UTF-8", () => {
    const bytes = Buffer.from(JSON.stringify({ messages: talk("x".repeat(300), 90) }, null, 1));
    bytes[bytes.length - 20] = 0xff;
    agree(bytes, kept);
  });

  it("is refused by the same words where it is torn", () => {
    const bytes = Buffer.from(JSON.stringify({ messages: talk("x".repeat(300), 90) }, null, 1));
    for (const cut of [1, 5, 100, 400, 9000]) agree(bytes.subarray(0, bytes.length - cut), kept);
  });

  it("may be the first of several rows", () => {
    // Longer than the window.
    const row = JSON.stringify({ messages: talk("x".repeat(100_000), 90) });
    for (const others of [`${row}\n`, '{"other": 1}\n', "no JSON"])
      agree(Buffer.from(`${row}\n${others}`), kept);
  });

  it("keeps signed reasoning that no provider binds", () => {
    const noted = vi.spyOn(PlainLines.prototype, "compact");
    const thinking = { type: "thinking", thinking: "So.", signature: "c2ln" };
    const messages = Array.from({ length: 90 }, (_, k) => [
      {
        role: "assistant",
        content: [thinking, { type: "tool_use", id: `t${k}`, name: "ls", input: {} }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: `t${k}`, content: "x".repeat(200) }],
      },
    ]).flat();
    for (const model of ["m", "claude-opus-4-5", "claude-fable-5"])
      agree(Buffer.from(JSON.stringify({ model, messages }, null, 1)), kept);
    expect(noted).toHaveBeenCalled();
    noted.mockRestore();
  });
});
