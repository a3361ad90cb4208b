/** Lines and rows without any tool result: read as columns, unless one may hold a result that was not seen. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { ConversationReader } from "../../../src/engine/input/transcripts/conversation-reader.ts";
import { PlainLines } from "../../../src/engine/plain/lines/plain-lines.ts";
import { ReadColumns } from "../../../src/engine/plain/lines/read-columns.ts";
import { FORMAT_NAMES, type FormatName } from "../../../src/formats/index.ts";
import type { Call } from "../../support/conversations.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { runs, slowRuns } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import { oddLinesOf } from "./odd-lines.ts";
import { agree } from "./paths-agree.ts";

const LONG = `${"some words of a long text ".repeat(50)}.`;

/** Texts, among them such as tools answer with where there are no calls. */
const TEXTS = [
  ...["", "Go on.", "Tool results are shown below", "the output", "Observe", "ü — 日本", LONG],
  ...["OBSERVATION:\nfine", "Observation: fine", "Observation:\nfine", "observation 2: fine"],
  ...["<tool_response>\n1\n</tool_response>", "<returncode>0</returncode>\n<output>"],
  ...[
    "EXECUTION RESULT of [bash]:\n1",
    "Execution output of [bash]:\n1",
    "Exit code: 1\nExecution",
  ],
  ...[
    "[read_file for 'a.txt'] Result:\n1",
    "New Terminal Output:\n$",
    "Tool result: 5",
    "API output: 5",
  ],
  ...["The output of the OS:\n1", '[{"type":"tool_result","content":"1"}]', '{"tool_use_id":"a"}'],
  ...[`{"role":"tool","content":"${"x ".repeat(600)}"}`, "[observation masked — 80 chars]"],
];

const text = fc.constantFrom(...TEXTS);

const content = fc.oneof(
  { weight: 6, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.array(
      text.map((value) => ({ type: "text", text: value })),
      { maxLength: 3 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, [], {}, 5, ["a"], [{ type: "odd", by: LONG }]),
  },
);

const more = fc.constantFrom<object>(
  ...[{}, {}, {}, {}, {}, { note: LONG }, { note: "short words here" }, { name: "Ann" }],
  ...[{ id: "msg_1" }, { tool_calls: [] }, { tool_calls: null }, { reasoning_content: LONG }],
  ...[{ tool_call_id: "a" }, { result: { output: LONG } }, { meta: { a: 1 } }, { output: LONG }],
  { tool_calls: [{ id: "a", type: "function", function: { name: "ls", arguments: "{}" } }] },
);

const line = fc
  .tuple(
    fc.constantFrom("user", "user", "user", "assistant", "assistant", "system", "developer"),
    content,
    more,
  )
  .map(([role, said, others]) => ({ role, content: said, ...others }));

/** As JSON, sometimes with the first letter of its texts spelled out. */
const written = fc
  .tuple(line, fc.constantFrom(false, false, false, true))
  .map(([each, isSpelled]) => {
    const json = JSON.stringify(each);
    return isSpelled ? json.replace(FIRST_LETTER, (_, first) => spelled(first)) : json;
  });

const FIRST_LETTER = /"([OTE<[{])(?=[^"]{12})/g;

function spelled(character: string): string {
  return `"\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const CALL = { id: "a", name: "ls", args: "{}" };

/** Conversations in which nothing was called, or a call was not answered. */
const talks = fc.record({
  task: text,
  turns: fc.array(
    fc.record(
      {
        said: fc.oneof(text, fc.constant(null)),
        calls: fc.constantFrom<readonly Call[]>([], [], [], [], [], [CALL]),
        user: text,
      },
      { requiredKeys: ["said", "calls"] },
    ),
    { maxLength: 10 },
  ),
});

const options = fc.constantFrom(
  ...([{}, {}, { window: 0 }, { format: "openai-chat" }, { format: "anthropic" }] as const),
  ...([{ maxInputChars: 40 }, { maxInputChars: 4000 }, { windowUnit: "messages" }] as const),
);

function talk(...lines: readonly object[]): Buffer {
  const said = [
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hello!" },
  ];
  return Buffer.from([...said, ...lines].map((each) => `${JSON.stringify(each)}\n`).join(""));
}

/** Whether lines stay in the columns of the kernel, or in those that their format fills. */
function areIn(columns: typeof PlainLines | typeof ReadColumns, bytes: Buffer): boolean {
  const compact = vi.spyOn(columns.prototype, "compact");
  agree(bytes, {});
  const { length } = compact.mock.calls;
  compact.mockRestore();
  return length > 0;
}

/** A session of a format in which the user says something after each reply. */
function sessionOf(format: FormatName, ...said: readonly string[]): Buffer {
  const turns = said.map((user) => ({ said: "So.", calls: [], user }));
  const lines = WRITERS[format].write({ task: "Go.", turns });
  return Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
}

/** Formats whose lines the kernel reads by a table of words, or as lines that were learned. */
const SESSIONS = ["claude-code", "codex", "pi", "droid"] as const;

describe("lines without results", () => {
  it("stay in columns", () => {
    expect(areIn(PlainLines, talk())).toBe(true);
    const turns = Array.from({ length: 50 }, (_, k) => [
      { role: "user", content: `What is ${k}?` },
      { role: "assistant", content: [{ type: "text", text: `Tool result: ${k}` }] },
    ]);
    expect(areIn(PlainLines, talk(...turns.flat()))).toBe(true);
  });

  it.each(SESSIONS)("stay in columns in sessions of %s", (format) => {
    const said = Array.from({ length: 50 }, (_, k) => `What is ${k}?`);
    expect(areIn(ReadColumns, sessionOf(format, ...said))).toBe(true);
    for (const answer of ["Observation:\n5", "<returncode>0</returncode>"])
      expect(areIn(ReadColumns, sessionOf(format, ...said, answer, "Go on."))).toBe(false);
  });

  it("are read as objects where a text may be a tool's answer, or a message may hold more", () => {
    const reply = { role: "assistant", content: "So." };
    for (const said of [
      "Observation: 5",
      "Tool output: 5",
      "<returncode>0</returncode>",
      "API output: 5",
      "",
    ])
      expect(areIn(PlainLines, talk({ role: "user", content: said }, reply))).toBe(false);
    const call = { id: "a", type: "function", function: { name: "ls", arguments: "{}" } };
    expect(areIn(PlainLines, talk({ ...reply, tool_calls: [call] }))).toBe(false);
  });

  it("are reported and refused as objects are, whatever is in them", () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 12 }), options, (lines, policy) => {
        agree(Buffer.from(lines.join("\n")), policy);
        agree(Buffer.from(`${talk()}${lines.join("\n")}\n`), policy);
      }),
      { numRuns: runs(4000) },
    );
  });

  it.each(FORMAT_NAMES)("are what was said in a session of %s", (format) => {
    const lines = talks.chain((talk) => oddLinesOf(format, talk));
    fc.assert(
      fc.property(lines, options, fc.boolean(), (bytes, policy, isSpelled) => {
        const json = bytes.toString();
        const said = isSpelled ? json.replace(FIRST_LETTER, (_, first) => spelled(first)) : json;
        agree(Buffer.from(said), policy);
        agree(Buffer.from(said), { format: format as FormatName });
      }),
      { numRuns: slowRuns(200) },
    );
  });

  it.each(FORMAT_NAMES)("are those of %s without its results", (format) => {
    for (const { bytes } of fixturesOf(format)) {
      const lines = bytes.toString("latin1").split("\n");
      for (const left of [/tool|function|output|result|observation/i, /result|output|"tool"/i]) {
        const kept = Buffer.from(lines.filter((each) => !left.test(each)).join("\n"), "latin1");
        if (kept.length > 0)
          for (const policy of [{}, { format: format as FormatName }]) agree(kept, policy);
      }
    }
  });
});

/** Rows of the same messages. */
function rowsOf(...messages: readonly string[]): Buffer {
  return Buffer.from(`{"messages":[${messages.join(",")}]}\n`.repeat(6));
}

/** How many of rows with these texts of the user, each after a reply, are read as objects. */
function asObjects(first: string, ...said: readonly string[]): number {
  const read = vi.spyOn(ConversationReader.prototype, "read");
  const reply = { role: "assistant", content: "So." };
  const asked = [first, ...said].map((content) => ({ role: "user", content }));
  const bytes = rowsOf(...asked.flatMap((each) => [each, reply].map((one) => JSON.stringify(one))));
  compactWith(bytes, {});
  const { length } = read.mock.calls;
  read.mockRestore();
  agree(bytes, {});
  return length;
}

describe("rows without results", () => {
  it("stay in columns unless the user answers twice as tools do, and people may", () => {
    expect(asObjects("What is 5?", "And 6?")).toBe(0);
    for (const first of ["OBSERVATION:\nA page.", "<returncode>0</returncode>"])
      expect(asObjects(first, "Go on.", "And now?")).toBe(0);
    for (const may of ["Observation: 5", "Tool output: 5", "observation 2: 5"]) {
      expect(asObjects("Go.", may, "And 6?")).toBe(0);
      expect(asObjects("Go.", may, may)).toBe(6);
    }
  });

  it("are of an agent without tool calls where its results are placeholders already", () => {
    const said = (role: string, content: string) => JSON.stringify({ role, content });
    const chat = [said("user", "Hello."), said("assistant", "Hello!")].join(",");
    const acted = [
      said("assistant", "Action: search[fences]"),
      said("user", "[observation masked \u2014 80 chars]"),
    ].join(",");
    const row = (messages: string) => `{"messages":[${messages}]}\n`;
    agree(Buffer.from([chat, chat, chat, acted].map(row).join("")), {});
  });

  it("are reported as objects are, whatever is in them", () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 12 }), options, (lines, policy) => {
        agree(rowsOf(...lines), policy);
        agree(rowsOf(talk().toString().trim().split("\n").join(","), ...lines), policy);
        agree(Buffer.from(`{"id":1,"input":[${lines.join(",")}]}\n`.repeat(3)), policy);
      }),
      { numRuns: runs(4000) },
    );
  });
});
