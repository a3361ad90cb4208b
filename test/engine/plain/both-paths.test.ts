/** Conversations read as columns, and the same as objects: the same bytes, the same account. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { encodeEntry } from "../../../src/archive/entry.ts";
import { ElisionError } from "../../../src/base/errors.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { PlainLines } from "../../../src/engine/plain/lines/plain-lines.ts";
import { ReadColumns } from "../../../src/engine/plain/lines/read-columns.ts";
import { NoteTable } from "../../../src/engine/plain/results/note-table.ts";
import { KernelAnswers } from "../../../src/engine/plain/rows/kernel-answers.ts";
import { PlainConversations } from "../../../src/engine/plain/rows/plain-conversations.ts";
import { PlainRows } from "../../../src/engine/plain/rows/plain-rows.ts";
import { SessionMessages } from "../../../src/engine/plain/sessions/session-messages.ts";
import { FORMAT_NAMES, type FormatName } from "../../../src/formats/index.ts";
import { DEFAULT_WITH_CALL } from "../../../src/reduce/placeholders/template.ts";
import { asOpenAi, type Conversation, conversations } from "../../support/conversations.ts";
import { files } from "../../support/files.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { maskingOptions } from "../../support/policies.ts";
import { formatRuns, runs, slowRuns } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import { LIKE_LINES, LIKE_ROWS, OTHER_ROWS } from "./like-rows.ts";
import { oddBlockRows } from "./odd-blocks.ts";
import { ODD_CONTENTS } from "./odd-contents.ts";
import { oddEnvelopes, oddItems } from "./odd-envelopes.ts";
import { oddPairRows } from "./odd-pairs.ts";
import { oddRollouts } from "./odd-rollouts.ts";
import { oddLines, oddRows } from "./odd-rows.ts";
import { oddSessions } from "./odd-sessions.ts";

/** What comes of some bytes by one way; an error is a result as well. */
function by(
  objects: boolean,
  bytes: Buffer,
  options: CompactOptions & { readonly refs?: boolean },
) {
  try {
    return compactWith(bytes, { ...options, objects });
  } catch (error) {
    if (error instanceof ElisionError) return { code: error.code, message: error.message };
    throw error;
  }
}

/** Half of the inputs are also told what masking saves. */
function agree(bytes: Buffer, options: CompactOptions): void {
  const all = { ...options, savings: bytes.length % 2 === 0 };
  same(by(false, bytes, all), by(true, bytes, all));
}

/** Asserts that what came of the two ways is the same. */
function same(columns: ReturnType<typeof by>, objects: ReturnType<typeof by>): void {
  // As JSON: the order of keys is a report's order too.
  const told = { columns: toldBy(columns), objects: toldBy(objects) };
  const other = told.columns.findIndex((line, k) => line !== told.objects[k]);
  if (other >= 0) expect(told.columns[other]).toBe(told.objects[other]);
  expect(told.columns).toHaveLength(told.objects.length);
  if ("bytes" in columns && "bytes" in objects)
    expect(Buffer.from(columns.bytes).equals(Buffer.from(objects.bytes))).toBe(true);
}

function toldBy(result: ReturnType<typeof by>): readonly string[] {
  if (!("bytes" in result)) return [JSON.stringify(result)];
  const { transcripts, file, badLines } = result;
  return [...transcripts, file, badLines].map((each) => JSON.stringify(each));
}

const FIELDS = "[{toolName} {callId} {args} {exit} {turn} {lines} {originalLength} chars left out]";

/** Budgets that conversations are within, that masking meets, or that ask for more. */
const budgets = fc.record(
  {
    maxInputChars: fc.integer({ min: 0, max: 4000 }),
    maxInputTokens: fc.integer({ min: 0, max: 1000 }),
  },
  { requiredKeys: [] },
);

/** A window that counts the messages with calls, and keeps nothing else. */
const BY_CALLS = {
  windowUnit: "call-messages",
  preserveRecentRawTurns: 1,
  minGain: 1,
  keepErrors: "none",
} as const satisfies CompactOptions;

/** Three turns, each with a result that is masked outside the window. */
const TALK = {
  task: "Go.",
  turns: ["a", "b", "c"].map((id) => ({
    said: "So.",
    calls: [{ id, name: "ls", args: "{}", answer: id.repeat(400) }],
  })),
};

/** Its lines, as a format writes them. */
function linesOf(format: "openai-chat" | "codex" | "claude-code" | "pi"): Buffer {
  const [row] = WRITERS[format].write(TALK) as [{ messages?: readonly object[] }];
  const records = row.messages ?? WRITERS[format].write(TALK);
  return Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join(""));
}

/** A rollout of Codex whose outputs are strings that hold nothing but text. */
function plainCodex(conversation: Conversation): Buffer {
  const answers = conversation.turns.flatMap(({ calls }) => calls.map(({ answer }) => answer));
  const texts = answers.filter((answer) => answer !== undefined);
  const lines = WRITERS.codex.write(conversation) as { payload: Record<string, unknown> }[];
  const plain = lines.map((line) => {
    const { type, call_id: id } = line.payload;
    if (type !== "function_call_output" || id === "nobody") return line;
    return { ...line, payload: { ...line.payload, output: texts.shift() } };
  });
  return Buffer.from(plain.map((each) => `${JSON.stringify(each)}\n`).join(""));
}

function fixtureOf(format: FormatName, part: string) {
  return fixturesOf(format).find(({ name }) => name.includes(part));
}

/** Placeholders whose fields the kernel writes where they are plain. */
const KERNEL_FIELDS = [
  "[{call} — {exit}, {chars} chars]",
  "omitted: {lines}, {exit}; {lines} {toolName}",
  "omitted: {toolName} {callId} {turn} {args} {ref}",
  "{tool_name} {tool_call_id} omitted {call}",
];

/** Options that leave the decisions to the kernel. */
const plainOptions = fc.record(
  {
    preserveRecentRawTurns: fc.integer({ min: 0, max: 4 }),
    windowUnit: fc.constantFrom(
      ...(["turns", "call-messages", "messages", "observations", "events", "tokens"] as const),
    ),
    every: fc.integer({ min: 1, max: 3 }),
    minGain: fc.constantFrom(1, 32),
    keepErrors: fc.constantFrom("all" as const, "none" as const),
    errorSigns: fc.constantFrom("marked" as const, "anchored" as const, "words" as const),
    keepOrphans: fc.boolean(),
    keepExempt: fc.boolean(),
    keepTools: fc.subarray(["read", "ba*"]),
    onlyTools: fc.subarray(["read", "{bash,search}"]),
    keepFirst: fc.integer({ min: 0, max: 2 }),
    keepLarger: fc.constantFrom(60, 300, 2000),
    keepDead: fc.boolean(),
    countTask: fc.boolean(),
    placeholder: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom("omitted!", '— {originalLength} of "{originalLength}" omitted'),
      },
      // Most texts are shorter than these.
      { weight: 1, arbitrary: fc.constantFrom(...KERNEL_FIELDS) },
    ),
  },
  { requiredKeys: [] },
);

/**
 * Options without a window that counts the task, and without a placeholder of one's own, which in text protocols may be
 * in place of a header: either leaves rows to their formats.
 */
function ofColumns({ placeholder: _, ...options }: CompactOptions): CompactOptions {
  return { ...options, countTask: false };
}

const ODD_PIECES = [
  ...[
    "\n",
    "\r",
    "\r\n",
    "\f",
    "\v",
    "\x1c",
    "\u0085",
    "\u2028",
    "\u2029",
    "\u2027",
    "\u00a0",
    " ",
    "  ",
    "\t",
  ],
  ...[
    "é",
    "€",
    "\u{1f600}",
    "\ud800",
    '"',
    "\\",
    "/",
    "a",
    "Bash",
    "\x7f",
    "exit code 2\n",
    "exit code: 0",
  ],
  ...['{"path":"', '{"command":"ls -l"}', '"}', "\\n"],
];

const spelledUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A row with two results: whether what is not ASCII is spelled in it, and what it says. */
function rowWith(words: RowWords): string {
  const messages = rowMessages(words);
  const json = JSON.stringify({ messages });
  return `${words.isSpelled ? json.replace(/[\u0080-\uffff]/g, spelledUnit) : json}\n`;
}

function rowMessages({ name, id, args, answer }: RowWords) {
  const call = { id, type: "function", function: { name, arguments: args } };
  return [
    { role: "user", content: "Go." },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: answer + "x".repeat(700) },
    { role: "assistant", content: null, tool_calls: [{ ...call, id: `${id}2` }] },
    { role: "tool", tool_call_id: `${id}2`, content: "x".repeat(12_000) + answer },
  ];
}

interface RowWords {
  readonly name: string;
  readonly id: string;
  readonly args: string;
  readonly answer: string;
  readonly isSpelled: boolean;
}

const PLAIN_ROW: RowWords = { name: "ls", id: "a", args: "{}", answer: "src", isSpelled: true };

const BLOCK_MESSAGES = [
  { role: "user", content: "Go." },
  { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "x".repeat(700) }] },
];

/** What OpenAI's replies and fine-tuning files have, and logs add. */
const OPENAI_FIELDS = {
  refusal: null,
  annotations: [],
  reasoning_content: "so",
  usage: { prompt_tokens: 1, completion_tokens_details: { reasoning_tokens: 1 } },
  provider_specific_fields: { refusal: null },
  metadata: { kind: "a" },
  timestamp: "2026-01-01T00:00:00Z",
  id: "msg_1",
  weight: 0,
};

const ANTHROPIC_FIELDS = {
  id: "msg_1",
  model: "m",
  stop_reason: "tool_use",
  usage: { input_tokens: 1, cache_creation: { ephemeral_5m_input_tokens: 0 } },
  timestamp: "2026-01-01T00:00:00Z",
};

/** Sizes that some rows reach and others do not. */
const limitOptions = fc.constantFrom(
  ...[0, 150, 400, 900].map((maxInputChars) => ({ maxInputChars })),
  ...[{ trigger: 400 }, { minSavings: 300 }, { trigger: 300, target: 200 }],
  ...[{ trigger: 90 }, { minSavings: 70 }].map((most) => ({
    ...most,
    sizeUnit: "tokens" as const,
  })),
);

/** Two of the ways in which reasoning may be bound and treated, others in each case. */
const boundWays = fc.subarray(
  ["gpt-7", "none"].flatMap((binding) =>
    (["keep", "fit", "drop"] as const).map((reasoning) => ({ binding, reasoning })),
  ),
  { minLength: 2, maxLength: 2 },
);

/** JSON in ASCII, as Python writes it. */
const encodeAscii = (value: object) =>
  JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const RUNS = { numRuns: runs(1000) };

/** The results that the kernel masks in 99 such rows. */
function maskedByKernel(row: object): number {
  const byKernel = vi.spyOn(PlainRows.prototype, "report");
  agree(Buffer.from(`${JSON.stringify(row)}\n`.repeat(99)), { preserveRecentRawTurns: 0 });
  const sum = byKernel.mock.calls.reduce((all, [{ batch }]) => all + batch.masked, 0);
  byKernel.mockRestore();
  return sum;
}

describe("columns and objects", () => {
  it("are two ways indeed: plain rows go in columns, unless objects are asked for", () => {
    const inColumns = vi.spyOn(PlainConversations.prototype, "compact");
    const row = {
      messages: [
        { role: "user", content: "Go." },
        { role: "assistant", content: "." },
      ],
    };
    const bytes = Buffer.from(`${JSON.stringify(row)}\n`.repeat(100));
    const byKernel = vi.spyOn(PlainRows.prototype, "report");
    by(false, bytes, {});
    const rows = () =>
      inColumns.mock.results.filter(({ value }) => value !== undefined).length +
      byKernel.mock.calls.reduce((sum, [{ batch }]) => sum + batch.count, 0);
    const given = rows();
    expect(given).toBeGreaterThan(30);
    by(true, bytes, {});
    expect(rows()).toBe(given);
    inColumns.mockRestore();
    byKernel.mockRestore();
  });

  it("mask rows of blocks in the kernel between rows that are told as another format", () => {
    const answer = "a result that is long enough to be masked ".repeat(4);
    const turn = [
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: answer }] },
    ];
    const said = [{ role: "user", content: "Go." }];
    const pair = [[...said, ...turn, ...turn], said].map((messages) =>
      JSON.stringify({ messages }),
    );
    const bytes = Buffer.from(`${pair.join("\n")}\n`.repeat(100));
    const byKernel = vi.spyOn(PlainRows.prototype, "report");
    agree(bytes, { preserveRecentRawTurns: 0 });
    const masked = byKernel.mock.calls.reduce((sum, [{ batch }]) => sum + batch.masked, 0);
    expect(masked).toBeGreaterThan(100);
    byKernel.mockRestore();
  });

  it("mask rows with signed reasoning in the kernel, unless a model binds it", () => {
    const thinking = { type: "thinking", thinking: "Hm.", signature: "x" };
    const turns = Array.from({ length: 3 }, (_, k) => [
      {
        role: "assistant",
        content: [thinking, { type: "tool_use", id: `${k}`, name: "ls", input: {} }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: `${k}`, content: "x".repeat(99) }],
      },
    ]);
    const maskedFor = (model: object) => {
      const row = { ...model, messages: [{ role: "user", content: "Go." }, ...turns.flat()] };
      const byKernel = vi.spyOn(PlainRows.prototype, "report");
      agree(Buffer.from(`${JSON.stringify(row)}\n`.repeat(99)), { window: 1, binding: "auto" });
      const masked = byKernel.mock.calls.reduce((sum, [{ batch }]) => sum + batch.masked, 0);
      byKernel.mockRestore();
      return masked;
    };
    expect(maskedFor({})).toBeGreaterThan(99);
    expect(maskedFor({ model: "claude-3-5-sonnet" })).toBeGreaterThan(99);
    expect(maskedFor({ model: "claude-opus-5-5" })).toBe(0);
  });

  it("mask rows with JSON in a string next to the messages in the kernel, unless it holds a result", () => {
    const masked = (...values: readonly unknown[]) =>
      maskedByKernel({
        ...Object.fromEntries(values.map((value, k) => [`key${k}`, JSON.stringify(value)])),
        messages: asOpenAi(TALK),
      });
    const description = "Lists files. ".repeat(99);
    const parameters = { type: "object", properties: { tool_result: { type: "string" } } };
    const tools = [{ type: "function", function: { name: "ls", description, parameters } }];
    const results = [{ role: "tool", tool_call_id: "a", content: description }];
    const tests = Array<string>(99).fill("tests/test_parser.py::test_it");
    expect(masked(tools)).toBeGreaterThan(50);
    expect(masked(tests, tools, { note: description })).toBeGreaterThan(50);
    expect(masked(results)).toBe(0);
    expect(masked(tools, results)).toBe(0);
  });

  it("mask rows in the kernel whose messages have reasoning twice, or long texts and no calls", () => {
    const long = "The page says that it is so. ".repeat(50);
    const blocks = [{ type: "reasoning.text", text: long, signature: "abc" }];
    const masked = (more: object) =>
      maskedByKernel({
        messages: [...asOpenAi(TALK), { role: "assistant", content: "Done.", ...more }],
      });
    expect(masked({ reasoning: long, reasoning_details: blocks })).toBeGreaterThan(50);
    expect(masked({ reasoning_content: long, thinking_blocks: blocks })).toBeGreaterThan(50);
    expect(masked({ reasoning: null, reasoning_details: [] })).toBeGreaterThan(50);
    expect(masked({ annotations: [{ title: "A page", content: long }] })).toBeGreaterThan(50);
    expect(masked({ reasoning_details: blocks })).toBe(0);
    const [call] = asOpenAi(TALK).flatMap((message) => message.tool_calls ?? []);
    const calling = { reasoning_content: long, tool_calls: [call] };
    const repeated = { thinking_blocks: [{ type: "thinking", thinking: long }] };
    expect(masked({ ...calling, provider_specific_fields: repeated })).toBeGreaterThan(50);
    expect(masked({ ...calling, provider_specific_fields: { page: `${long}!` } })).toBe(0);
  });

  it("ask about no text that certainly is no placeholder and no error", () => {
    const texts = [
      "a line\n".repeat(9),
      '"quoted"\\',
      "日本語の長い文章です。".repeat(9),
      "\u00e9\t",
    ];
    const answers = texts.map((text) => ({
      role: "tool",
      tool_call_id: "a",
      content: text + text,
    }));
    const calls = texts.map(() => ({ id: "a", function: { name: "ls", arguments: "{}" } }));
    const turn = [{ role: "assistant", content: "", tool_calls: calls }, ...answers];
    const row = encodeAscii({ messages: [{ role: "user", content: "Go." }, ...turn, ...turn] });
    const asked = [
      vi.spyOn(KernelAnswers.prototype, "isPlaceholder"),
      vi.spyOn(KernelAnswers.prototype, "isError"),
    ];
    agree(Buffer.from(`${row}\n`.repeat(99)), { window: 1 });
    for (const question of asked) {
      expect(question).not.toHaveBeenCalled();
      question.mockRestore();
    }
  });

  it("keep results that begin with an error, asking only about those that may have none", () => {
    const row = (text: string) => {
      const content = `${text}${"x".repeat(99)}`;
      const calls = [{ id: "a", function: { name: "ls", arguments: "{}" } }];
      const turn = [
        { role: "assistant", content: "", tool_calls: calls },
        { role: "tool", tool_call_id: "a", content },
      ];
      return JSON.stringify({ messages: [{ role: "user", content: "Go." }, ...turn, ...turn] });
    };
    const agreeOn = (text: string) =>
      agree(Buffer.from(`${row(text)}\n`.repeat(9)), { window: 0, minGain: 1 });
    for (const start of ["Error: ", "error: "])
      for (const text of ["(none) ", " two", "\u00a0", "\n", '"', "\\", "é", "\u007f"])
        agreeOn(start + text);
    for (const text of ["Error:x", "Error:\tx", "rror: x", "EError: x", "ERROR: x"]) agreeOn(text);
    const asked = vi.spyOn(KernelAnswers.prototype, "isError");
    for (const text of ["Error: ", "error: ", "Error: user not found: "]) agreeOn(text);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it("read a last line without a line break in columns too", () => {
    const inColumns = vi.spyOn(PlainConversations.prototype, "compact");
    for (const end of ["", " ", "\r", "\n"]) {
      const bytes = Buffer.from(rowWith(PLAIN_ROW).trimEnd() + end);
      agree(bytes, { preserveRecentRawTurns: 0 });
      expect(inColumns.mock.results).toHaveLength(1);
      expect(inColumns.mock.results[0]?.value).toHaveLength(2);
      inColumns.mockClear();
    }
    inColumns.mockRestore();
  });

  it("agree on generated files of every layout and style", () => {
    fc.assert(
      fc.property(files, maskingOptions, budgets, ({ bytes }, options, budget) =>
        agree(bytes, { ...options, ...budget }),
      ),
      RUNS,
    );
  });

  it("agree on rows of every odd shape, under any options", () => {
    fc.assert(
      fc.property(oddRows, maskingOptions, budgets, (bytes, options, budget) => {
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...budget });
        agree(bytes, { preserveRecentRawTurns: 0 });
        agree(bytes, options);
        agree(bytes, { ...options, format: "openai-chat" });
      }),
      { numRuns: slowRuns(4000) },
    );
  });

  it("agree on rows with two lists of messages, of which the last counts", () => {
    const messages = (text: string) =>
      ["a", "b"].flatMap((id) => [
        {
          role: "assistant",
          tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: id, content: text.repeat(50) },
      ]);
    const [one, two] = ["first said ", "last said "].map((text) => JSON.stringify(messages(text)));
    const plain = `{"messages":${two}}\n`;
    for (const [first, last] of [
      [one, two],
      [two, one],
      ["[]", two],
      [two, "[]"],
    ])
      agree(Buffer.from(`${plain}{"messages":${first},"messages":${last}}\n${plain}`), {
        window: 1,
      });
  });

  it("agree on which of two replies with a call in their texts the first result answers", () => {
    const reply = { role: "assistant", content: "Look.\n```\nls\n```\n" };
    const result = (text: string) => ({
      role: "user",
      content: `OBSERVATION:\n${text.repeat(99)}`,
    });
    const turns = [reply, reply, result("a"), reply, result("b"), result("c"), reply, reply];
    const messages = [
      { role: "system", content: "SETTING" },
      { role: "user", content: "Go." },
      ...turns,
    ];
    const row = `${JSON.stringify({ instance_id: "a", messages })}\n`;
    for (let size = 0; size < 8; size++)
      agree(Buffer.from(row.repeat(4)), { ...BY_CALLS, preserveRecentRawTurns: size });
  });

  it("agree on a message with two contents", () => {
    const plain = `${JSON.stringify({ messages: asOpenAi(TALK) })}\n`;
    const said = "a text that nothing reads";
    for (const last of ["null", '"."', "[]", `"${said}"`]) {
      const row = `{"messages":[{"role":"assistant","content":"${said}","content":${last}}]}\n`;
      agree(Buffer.from(`${plain}${row}{}\n`), { window: 1 });
    }
  });

  it.each(LIKE_ROWS)("agree on rows of $of like others, which the kernel masks", ({ rows }) => {
    const byKernel = vi.spyOn(PlainRows.prototype, "report");
    let masked = 0;
    fc.assert(
      fc.property(
        rows,
        maskingOptions,
        plainOptions,
        limitOptions,
        (bytes, options, plain, limits) => {
          agree(bytes, options);
          byKernel.mockClear();
          agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...ofColumns(plain) });
          for (const [{ batch }] of byKernel.mock.calls) masked += batch.masked;
          agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...plain, ...limits });
        },
      ),
      { numRuns: slowRuns(2000) },
    );
    // A generated row has half a masked result on average; a sixth of that would be a kernel that is not asked.
    expect(masked).toBeGreaterThan(0.08 * slowRuns(2000));
    byKernel.mockRestore();
  });

  it.each(OTHER_ROWS)("agree on rows of $of, which are masked one by one", ({ rows }) => {
    const inColumns = vi.spyOn(PlainConversations.prototype, "compact");
    let masked = 0;
    fc.assert(
      fc.property(rows, maskingOptions, plainOptions, (bytes, options, plain) => {
        agree(bytes, options);
        inColumns.mockClear();
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...ofColumns(plain) });
        for (const { value } of inColumns.mock.results) masked += value?.length ?? 0;
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...plain });
      }),
      { numRuns: slowRuns(1000) },
    );
    expect(masked).toBeGreaterThan(0.16 * slowRuns(1000));
    inColumns.mockRestore();
  });

  it("agree on JSON in a string that is longer than the kernel decodes at once", () => {
    const inColumns = vi.spyOn(PlainConversations.prototype, "compact");
    const answer = 'é \u{1f600}\n"quoted" \\ 日本 \t'.repeat(4000);
    const messages = WRITERS["openai-chat"].write({
      task: "Go.",
      turns: ["a", "b", "c", "d", "e"].map((id) => ({
        said: "So.",
        calls: [{ id, name: "ls", args: "{}", answer: `${id} ${answer}` }],
      })),
    });
    const json = JSON.stringify(messages);
    for (const text of [json, json.replace(/[\u0080-\uffff]/g, spelledUnit)])
      agree(Buffer.from(`${JSON.stringify({ messages: text })}\n`.repeat(2)), { window: 2 });
    for (const { value } of inColumns.mock.results) expect(value).toHaveLength(3);
    expect(inColumns.mock.results).toHaveLength(4);
    inColumns.mockRestore();
  });

  it("agree on the account of a result that answers a turn outside the window late", () => {
    const use = { type: "tool_use", id: "a", name: "ls", input: {} };
    const said = (id: string) => ({
      type: "tool_result",
      tool_use_id: id,
      content: "x".repeat(99),
    });
    const messages = [
      { role: "assistant", content: [use] },
      { role: "user", content: "Go on." },
      { role: "assistant", content: "So." },
      { role: "user", content: [said("nobody"), said("a")] },
    ];
    agree(Buffer.from(`${JSON.stringify({ messages })}\n`.repeat(9)), { window: 1 });
  });

  it.each([
    { of: "chat completions", messages: rowMessages(PLAIN_ROW), fields: OPENAI_FIELDS },
    { of: "Anthropic's messages", messages: BLOCK_MESSAGES, fields: ANTHROPIC_FIELDS },
  ])("agree on $of with fields of replies and logs, which the kernel masks", (about) => {
    const byKernel = vi.spyOn(PlainRows.prototype, "report");
    for (const [key, value] of Object.entries(about.fields)) {
      const messages = about.messages.map((message) => ({ [key]: value, ...message }));
      const rows = Array.from({ length: 9 }, () => `${JSON.stringify({ messages })}\n`);
      byKernel.mockClear();
      agree(Buffer.from(rows.join("")), { preserveRecentRawTurns: 0 });
      const read = byKernel.mock.calls.reduce((sum, [{ batch }]) => sum + batch.count, 0);
      expect([key, read >= 7]).toEqual([key, true]);
    }
    byKernel.mockRestore();
  });

  it.each([
    { of: "chat completions", key: "usage", messages: rowMessages(PLAIN_ROW) },
    { of: "chat completions", key: "metadata", messages: rowMessages(PLAIN_ROW) },
    { of: "chat completions", key: "annotations", messages: rowMessages(PLAIN_ROW) },
    { of: "Anthropic's messages", key: "usage", messages: BLOCK_MESSAGES },
    { of: "Anthropic's messages", key: "data", messages: BLOCK_MESSAGES },
    { of: "Anthropic's messages", key: "source", messages: BLOCK_MESSAGES },
    { of: "Anthropic's messages", key: "cache_control", messages: BLOCK_MESSAGES },
  ])("name a result that was not read in the $key of $of", ({ key, messages: plain }) => {
    const unread = { [key]: [{ tool_output: "a text that was not read" }] };
    const messages = plain.map((message, at) => (at === 1 ? { ...unread, ...message } : message));
    const rows = `${JSON.stringify({ messages })}\n`.repeat(9);
    const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
    for (const text of [rows, lines, JSON.stringify({ messages })]) {
      const bytes = Buffer.from(text);
      agree(bytes, { preserveRecentRawTurns: 0 });
      expect(toldBy(by(false, bytes, { preserveRecentRawTurns: 0 })).join()).toContain(
        "tool_output",
      );
    }
  });

  it("agree on a result that its header tells, next to one that was not read", () => {
    const answer = "x".repeat(200);
    const trajectory = [
      { role: "user", content: "Go." },
      { role: "assistant", content: "So." },
      { role: "user", content: `OBSERVATION:\n${answer}` },
      ...rowMessages(PLAIN_ROW),
    ];
    const unread = [{ role: "tool", content: "a text that was not read" }];
    const rows = [
      { about: [], trajectory },
      { about: unread, trajectory },
    ];
    const text = [rows[0], ...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
    agree(Buffer.from(text), { preserveRecentRawTurns: 0, minGain: 1 });
  });

  it("agree on placeholders of odd texts, names and arguments, which the kernel writes", () => {
    const byKernel = vi.spyOn(PlainRows.prototype, "report");
    const odd = fc.string({ unit: fc.constantFrom(...ODD_PIECES), maxLength: 12 });
    const row = fc.record({ name: odd, id: odd, args: odd, answer: odd, isSpelled: fc.boolean() });
    let masked = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const bytes = Buffer.from([PLAIN_ROW, ...rows].map(rowWith).join(""));
        byKernel.mockClear();
        for (const placeholder of KERNEL_FIELDS)
          agree(bytes, { preserveRecentRawTurns: 0, minGain: 1, placeholder });
        for (const [{ batch }] of byKernel.mock.calls) masked += batch.masked;
      }),
      { numRuns: slowRuns(2000) },
    );
    expect(masked).toBeGreaterThan(slowRuns(2000));
    byKernel.mockRestore();
  });

  it.each(LIKE_LINES)("agree on lines of $of that the kernel reads together", ({ lines }) => {
    const together = vi.spyOn(NoteTable.prototype, "take");
    const inColumns = vi.spyOn(PlainLines.prototype, "compact");
    fc.assert(
      fc.property(lines, maskingOptions, plainOptions, budgets, (bytes, options, plain, budget) => {
        agree(bytes, options);
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...plain, ...budget });
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...plain });
      }),
      { numRuns: slowRuns(800) },
    );
    const results = together.mock.calls.reduce((sum, [{ results: each }]) => sum + each, 0);
    expect(results).toBeGreaterThan(slowRuns(400));
    expect(inColumns.mock.calls.length).toBeGreaterThan(slowRuns(200));
    together.mockRestore();
    inColumns.mockRestore();
  });

  it("agree on rows of blocks, in which calls and results may be anything", () => {
    const inColumns = vi.spyOn(PlainConversations.prototype, "compact");
    fc.assert(
      fc.property(oddBlockRows, maskingOptions, (bytes, options) => {
        agree(bytes, { preserveRecentRawTurns: 0, minGain: 1 });
        agree(bytes, { preserveRecentRawTurns: 1, placeholder: FIELDS });
        agree(bytes, BY_CALLS);
        agree(bytes, options);
        agree(bytes, { ...options, format: "anthropic" });
      }),
      { numRuns: slowRuns(1000) },
    );
    const given = inColumns.mock.results.filter(({ value }) => value?.length > 0);
    expect(given.length).toBeGreaterThan(slowRuns(100));
    inColumns.mockRestore();
  });

  it.each(ODD_CONTENTS)(
    "agree on results of $of that are several blocks or have images",
    (about) => {
      const byKernel = vi.spyOn(KernelAnswers.prototype, "odd");
      const { calls, results } = byKernel.mock;
      fc.assert(
        fc.property(about.rows, maskingOptions, plainOptions, limitOptions, (rows, ...options) => {
          const [any, plain, limits] = options;
          const ofKernel = { preserveRecentRawTurns: 1, minGain: 1, ...plain, countTask: false };
          const list = `[${rows.join(",\n")}]`;
          for (const written of [`${rows.join("\n")}\n`, `${rows[0]}`, list]) {
            const bytes = Buffer.from(written);
            agree(bytes, any);
            agree(bytes, { preserveRecentRawTurns: 0, minGain: 1, placeholder: FIELDS });
            agree(bytes, ofKernel);
            agree(bytes, { ...ofKernel, ...limits });
          }
        }),
        { numRuns: slowRuns(1000) },
      );
      expect(calls.length).toBeGreaterThan(slowRuns(1000) / 3);
      const written = results.filter(({ value }) => typeof value === "object");
      expect(written.length).toBeGreaterThan(calls.length / 4);
      byKernel.mockRestore();
    },
  );

  it("agree on rows of messages that name their pair, or seem to", () => {
    const inColumns = vi.spyOn(PlainConversations.prototype, "compact");
    fc.assert(
      fc.property(oddPairRows, maskingOptions, (bytes, options) => {
        agree(bytes, { preserveRecentRawTurns: 0, minGain: 1 });
        agree(bytes, { preserveRecentRawTurns: 1, placeholder: FIELDS });
        agree(bytes, BY_CALLS);
        agree(bytes, options);
        agree(bytes, { ...options, format: "chat-message" });
        for (const row of bytes
          .toString()
          .split("\n")
          .filter((each) => each.startsWith("{")))
          agree(Buffer.from(`\n${row}`), { preserveRecentRawTurns: 1, format: "chat-message" });
      }),
      { numRuns: slowRuns(2000) },
    );
    const given = inColumns.mock.results.filter(({ value }) => value?.length > 0);
    expect(given.length).toBeGreaterThan(slowRuns(200));
    inColumns.mockRestore();
  });

  it("agree on documents of every odd shape, which go in columns too", () => {
    const inColumns = vi.spyOn(PlainConversations.prototype, "compact");
    fc.assert(
      fc.property(
        oddRows,
        fc.constantFrom("", "\ufeff", " \n"),
        maskingOptions,
        (rows, head, options) => {
          for (const row of rows.toString().split("\n")) {
            const bytes = Buffer.from(`${head}${row.slice(0, 1)}\n ${row.slice(1)}`);
            agree(bytes, { ...options, format: "openai-chat" });
            agree(bytes, { preserveRecentRawTurns: 1 });
          }
        },
      ),
      { numRuns: slowRuns(1000) },
    );
    expect(inColumns.mock.results.filter(({ value }) => value !== undefined)).not.toEqual([]);
    inColumns.mockRestore();
  });

  it("agree on lines of every odd shape", () => {
    fc.assert(
      fc.property(oddLines, maskingOptions, budgets, (bytes, options, budget) => {
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...budget });
        agree(bytes, { preserveRecentRawTurns: 0, minGain: 1 });
        agree(bytes, BY_CALLS);
        agree(bytes, options);
        agree(bytes, { ...options, placeholder: FIELDS, format: "openai-chat" });
      }),
      { numRuns: slowRuns(4000) },
    );
  });

  it("put plain lines in columns, and those that are not anew in objects", () => {
    const inColumns = vi.spyOn(PlainLines.prototype, "compact");
    const calls = [{ id: "a", type: "function", function: { name: "ls", arguments: "{}" } }];
    const turn = [
      { role: "assistant", content: ".", tool_calls: calls },
      { role: "tool", tool_call_id: "a", content: "x".repeat(400) },
    ];
    const lines = (more: object) =>
      Buffer.from(
        [{ role: "user", content: "Go." }, ...Array(30).fill(turn).flat(), more]
          .map((each) => `${JSON.stringify(each)}\n`)
          .join(""),
      );
    const maskedIn = (bytes: Buffer) => compactWith(bytes, {}).transcripts[0]?.maskedCount;
    expect(maskedIn(lines({ role: "user", content: "Thanks." }))).toBe(20);
    expect(inColumns).toHaveBeenCalledTimes(1);
    const more = { role: "user", content: "Thanks.", seen: { tool_result: [] } };
    expect(maskedIn(lines(more))).toBe(20);
    expect(inColumns).toHaveBeenCalledTimes(1);
    inColumns.mockRestore();
  });

  const SESSIONS = [
    { of: "messages", in: PlainLines, bytes: linesOf("openai-chat") },
    { of: "Codex", in: ReadColumns, bytes: linesOf("codex") },
    { of: "Claude Code", in: ReadColumns, bytes: linesOf("claude-code") },
    { of: "pi", in: ReadColumns, bytes: linesOf("pi") },
  ];

  it.each(SESSIONS)(
    "keep lines of $of in columns with parts of results, and a budget that masking meets",
    (session) => {
      const { bytes } = session;
      const inColumns = vi.spyOn(session.in.prototype, "compact");
      const plain = { preserveRecentRawTurns: 1, minGain: 1 };
      const [whole] = compactWith(bytes, plain).transcripts;
      const { beforeChars = 0, afterChars = 0 } = whole ?? {};
      expect(afterChars).toBeLessThan(beforeChars);
      for (const maxInputChars of [beforeChars, beforeChars - 1, afterChars]) {
        inColumns.mockClear();
        agree(bytes, { ...plain, maxInputChars });
        agree(bytes, { ...plain, maxInputTokens: Math.ceil(maxInputChars / 4) });
        agree(bytes, { ...plain, maxObservationChars: 90, maxInputChars: beforeChars - 1 });
        agree(bytes, { ...plain, keepErrors: { excerpt: 40 }, errorSigns: "words" });
        agree(bytes, { ...plain, keepFirst: 1 });
        expect(inColumns).toHaveBeenCalledTimes(5);
      }
      inColumns.mockClear();
      agree(bytes, { ...plain, maxInputChars: afterChars - 1 });
      agree(bytes, { ...plain, maxInputTokens: Math.floor((afterChars - 1) / 4) });
      expect(inColumns).not.toHaveBeenCalled();
      inColumns.mockRestore();
    },
  );

  it.each(Object.entries(WRITERS))("agree on generated rows of %s", (name, { layout, write }) => {
    fc.assert(
      fc.property(conversations, maskingOptions, (conversation, options) => {
        const records = write(conversation);
        const texts = layout === "rows" ? records : [records];
        const bytes = Buffer.from(texts.map((each) => `${JSON.stringify(each)}\n`).join(""));
        agree(bytes, options);
        agree(bytes, { ...options, format: name as FormatName });
      }),
      formatRuns(150, FORMAT_NAMES.indexOf(name as FormatName)),
    );
  });

  it("read lines in columns whose format has no table of words", () => {
    const inColumns = vi.spyOn(ReadColumns.prototype, "compact");
    fc.assert(
      fc.property(conversations, maskingOptions, (conversation, options) => {
        agree(plainCodex(conversation), options);
        agree(plainCodex(conversation), { preserveRecentRawTurns: 0, minGain: 1 });
      }),
      { numRuns: runs(300) },
    );
    inColumns.mockClear();
    agree(plainCodex(TALK), { preserveRecentRawTurns: 1 });
    expect(inColumns).toHaveBeenCalledTimes(1);
    inColumns.mockRestore();
  });

  it("keep long lines apart while it is not known what they are", () => {
    const line = (uuid: string, role: string, content: object) =>
      JSON.stringify({ type: role, sessionId: "s", uuid, message: { role, content: [content] } });
    const pair = (id: string, chars: number) => [
      line(`${id}a`, "assistant", { type: "tool_use", id, name: "Bash", input: {} }),
      line(`${id}b`, "user", { type: "tool_result", tool_use_id: id, content: id.repeat(chars) }),
    ];
    const bytes = Buffer.from([...pair("x", 9_000_001), ...pair("y", 9_000_002), ""].join("\n"));
    const { bytes: compacted } = compactWith(bytes, { preserveRecentRawTurns: 0 });
    expect(
      Buffer.from(compacted)
        .toString()
        .match(/\d+(?= chars)/g),
    ).toEqual(["9000001", "9000002"]);
  });

  it("agree on sessions with rewinds, branches, boundaries and sidechains", () => {
    const inColumns = vi.spyOn(ReadColumns.prototype, "compact");
    fc.assert(
      fc.property(oddSessions, maskingOptions, budgets, (bytes, options, budget) => {
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1 });
        agree(bytes, { windowUnit: "observations", preserveRecentRawTurns: 2, keepErrors: "none" });
        agree(bytes, BY_CALLS);
        agree(bytes, { preserveRecentRawTurns: 0, minGain: 1, keepDead: true });
        for (const keepFirst of [1, 3])
          agree(bytes, { preserveRecentRawTurns: 0, keepOrphans: keepFirst === 1, keepFirst });
        agree(bytes, { placeholder: DEFAULT_WITH_CALL, ...options });
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...budget });
        agree(bytes, { ...options, ...budget });
      }),
      formatRuns(1500, 0),
    );
    expect(inColumns.mock.calls.length).toBeGreaterThan(slowRuns(1000));
    inColumns.mockRestore();
  });

  it("agree on sessions with odd keys, ids and copies, of which the kernel reads the rest", () => {
    const together = vi.spyOn(SessionMessages.prototype, "append");
    fc.assert(
      fc.property(oddEnvelopes, maskingOptions, budgets, (bytes, options, budget) => {
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, format: "claude-code" });
        agree(bytes, { preserveRecentRawTurns: 0, keepErrors: "none", keepOrphans: true });
        agree(bytes, BY_CALLS);
        agree(bytes, { ...options, ...budget, placeholder: "omitted!" });
        agree(bytes, { ...options, ...budget, placeholder: "omitted {args} {exit} of {callId}" });
      }),
      formatRuns(1500, 0),
    );
    fc.assert(
      fc.property(oddItems, maskingOptions, budgets, (bytes, options, budget) => {
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, format: "codex" });
        agree(bytes, { preserveRecentRawTurns: 0, keepErrors: "none", keepFirst: 1 });
        agree(bytes, BY_CALLS);
        agree(bytes, { ...options, ...budget, placeholder: "omitted!" });
        agree(bytes, { ...options, ...budget, placeholder: "omitted {args} {exit} of {callId}" });
      }),
      formatRuns(1500, 1),
    );
    expect(together.mock.calls.length).toBeGreaterThan(2 * slowRuns(1000));
    together.mockRestore();
  });

  it.each(["isSidechain", "agentId", "subtype", "leafUuid", "model", "id"])(
    "agree on a result in place of the value of %s",
    (key) => {
      const result = (id: string) => ({
        ...{ type: "tool_result", tool_use_id: id, content: id.repeat(200) },
      });
      const lines = Array.from({ length: 12 }, (_, k) => {
        const isCall = k % 2 === 0;
        const id = `call ${k - (k % 2)}`;
        const content = [isCall ? { type: "tool_use", id, name: "Bash", input: {} } : result(id)];
        const [type, place] = [isCall ? "assistant" : "user", ["model", "id"].includes(key)];
        const odd = k === 8 && { [key]: result("hidden") };
        const message = { role: type, ...(place && odd), content };
        const parentUuid = k === 0 ? null : `m${k - 1}`;
        const envelope = { type, sessionId: "s", uuid: `m${k}`, parentUuid, ...(!place && odd) };
        return JSON.stringify({ ...envelope, message });
      });
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      agree(bytes, { preserveRecentRawTurns: 1 });
      expect(compactWith(bytes, {}).file.unreadResults).toBe(1);
    },
  );

  it.each([
    ["a call", "tool_use", "id"],
    ["a call", "tool_use", "name"],
    ["a call", "tool_use", "text"],
    ["a result", "tool_result", "tool_use_id"],
    ["a result", "tool_result", "is_error"],
    ["a text", "text", "input"],
    ["a text", "text", "signature"],
  ])("agree on %s, a block of type %s, with a long text as its %s", (_, type, key) => {
    const odd = { [key]: "a long text of words ".repeat(60) };
    const messages = [0, 1, 2, 3].flatMap((k) => {
      const blocks = [
        { type: "text", text: "So." },
        { type: "tool_use", id: `c${k}`, name: "ls", input: { k } },
      ];
      const results = [{ type: "tool_result", tool_use_id: `c${k}`, content: `${k} `.repeat(99) }];
      const of = (block: { readonly type: string }) =>
        k === 1 && block.type === type ? { ...block, ...odd } : block;
      return [
        { role: "assistant", content: blocks.map(of) },
        { role: "user", content: results.map(of) },
      ];
    });
    const row = JSON.stringify({ model: "m", messages });
    const usual = row.replaceAll("a long text of words ", "");
    agree(Buffer.from(`${row}\n`), { preserveRecentRawTurns: 1 });
    agree(Buffer.from(`${[usual, usual, row, usual].join("\n")}\n`), { minGain: 1 });
  });

  it("agree on results without ids, which answer calls with ids in order, and on what they name", () => {
    const call = (id: string, name: string) => ({
      ...{ id, type: "function" },
      function: { name, arguments: `{"path":"${id}.py"}` },
    });
    const calls = [call("a", "read"), call("b", "bash"), call("c", "read")];
    const result = (text: string, more: object = {}) => ({
      ...{ role: "tool", content: text.repeat(90) },
      ...more,
    });
    const messages = [
      { role: "user", content: "Go." },
      { role: "assistant", content: "", tool_calls: calls },
      ...[result("1"), result("2", { name: "read" }), result("3"), result("4")],
      { role: "assistant", content: "", tool_calls: [call("d", "edit"), call("a", "bash")] },
      ...[result("5", { tool_call_id: "a" }), result("6"), result("7")],
    ];
    const placeholder = "[left out: {toolName} {callId} {args} {turn}]";
    const options = { placeholder, preserveRecentRawTurns: 0, keepErrors: "none" } as const;
    const lines = Buffer.from(messages.map((each) => `${JSON.stringify(each)}\n`).join(""));
    for (const bytes of [Buffer.from(JSON.stringify({ messages })), lines]) {
      agree(bytes, options);
      agree(bytes, { ...options, keepTools: ["bash"] });
      const { bytes: out } = compactWith(bytes, { ...options, objects: false });
      expect(
        Buffer.from(out)
          .toString()
          .match(/left out: [^\]]*/g),
      ).toEqual(
        [
          ...["read a a.py 1", "read c c.py 1", "bash b b.py 1", "unknown unknown  1"],
          ...["bash a a.py 2", "edit d d.py 2", "unknown unknown  2"],
        ].map((told) => `left out: ${told}`),
      );
    }
  });

  it("agree on results without a call that come before the calls of their message", () => {
    const line = (n: number, role: string, ...content: object[]) =>
      JSON.stringify({
        ...{ type: role, sessionId: "s", uuid: `m${n}`, parentUuid: n === 0 ? null : `m${n - 1}` },
        message: { role, content },
      });
    const result = (id: string) => ({
      ...{ type: "tool_result", tool_use_id: id, content: id.repeat(400) },
    });
    const call = (id: string) => ({ type: "tool_use", id, name: "Bash", input: {} });
    const lines = [
      ...["a", "b"].flatMap((id, k) => [
        line(4 * k, "assistant", call(id)),
        line(4 * k + 1, "user", result(id)),
        line(4 * k + 2, "assistant", result(`${id}1`), call(`${id}2`)),
        line(4 * k + 3, "user", result(`${id}2`)),
      ]),
    ];
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    for (let size = 0; size < 5; size++)
      agree(bytes, { ...BY_CALLS, preserveRecentRawTurns: size, keepOrphans: size === 1 });
  });

  it("agree on a session of more lines than there is room for at first", () => {
    const lines: string[] = [];
    const add = (line: object) => lines.push(JSON.stringify(line));
    for (let n = 0; n < 16_600; n++) {
      const ofThread = n % 50 === 0 && n > 12_000 ? { isSidechain: true, agentId: `a${n}` } : {};
      const [id, above] = [`m${n}`, n === 0 ? null : `r${n - (n % 700 === 0 ? 2 : 1)}`];
      const call = { type: "tool_use", id: `c${n % 30_000}`, name: "Bash", input: {} };
      const said = { role: "assistant", id: `reply${n >> 1}`, content: [call] };
      const common = { sessionId: "s", ...ofThread };
      add({ type: "assistant", uuid: id, parentUuid: above, ...common, message: said });
      const answer = { type: "tool_result", tool_use_id: call.id, content: `${n} `.repeat(20) };
      const toolUseResult = n > 9000 ? `${n} ` : undefined;
      const message = { role: "user", content: [answer] };
      add({ type: "user", uuid: `r${n}`, parentUuid: id, ...common, toolUseResult, message });
    }
    agree(Buffer.from(`${lines.join("\n")}\n`), {});
  });

  it.each([
    ["the length", {}],
    ["the call", { placeholder: DEFAULT_WITH_CALL }],
  ])(
    "leave few lines of a session to its format's reader where placeholders say %s",
    (_, options) => {
      const read = vi.spyOn(ReadColumns.prototype, "read");
      const turns = Array.from({ length: 40 }, (_, k) => ({
        said: "So.",
        calls: [{ id: `c${k}`, name: "ls", args: "{}", answer: `${k} `.repeat(200) }],
      }));
      const talk = { task: "Go.", turns };
      const lines = WRITERS["claude-code"].write(talk).map((each) => `${JSON.stringify(each)}\n`);
      agree(Buffer.from(lines.join("")), options);
      expect(read.mock.calls.length).toBeLessThan(4);
      agree(plainCodex(talk), options);
      expect(read.mock.calls.length).toBeLessThan(12);
      read.mockRestore();
    },
  );

  it("keep the first results also where several are on a line that the kernel leaves", () => {
    const source = { type: "base64", media_type: "image/png", data: "QUJD" };
    const results = ["a", "b", "c"].map((id) => ({
      type: "tool_result",
      tool_use_id: id,
      content: [
        { type: "image", source },
        { type: "text", text: `${id} `.repeat(300) },
      ],
    }));
    const calls = results.map(({ tool_use_id: id }) => ({
      ...{ type: "tool_use", id, name: "see", input: {} },
    }));
    const lines = [
      { role: "user", content: "go" },
      { role: "assistant", content: calls },
      { role: "user", content: results },
    ];
    const bytes = Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
    for (const keepFirst of [1, 2, 3])
      agree(bytes, { preserveRecentRawTurns: 0, keepErrors: "none", keepFirst });
  });

  it("leave few lines of the newest Codex to its format's reader", () => {
    const read = vi.spyOn(ReadColumns.prototype, "read");
    const { bytes = Buffer.alloc(0) } = fixtureOf("codex", "programs") ?? {};
    agree(bytes, {});
    // The header, and the tools that are offered.
    expect(read.mock.calls.length).toBeLessThan(3);
    read.mockRestore();
  });

  it("name the call of a result's own branch, also if another with its id comes between", () => {
    const line = (uuid: string, parentUuid: string | null, role: string, content: unknown) =>
      JSON.stringify({ type: role, uuid, parentUuid, sessionId: "s", message: { role, content } });
    const call = (name: string) => [{ type: "tool_use", id: "c", name, input: {} }];
    const answer = [{ type: "tool_result", tool_use_id: "c", content: "long ".repeat(90) }];
    const lines = [
      line("task", null, "user", "Go."),
      line("a", "task", "assistant", call("Own")),
      line("b", "task", "assistant", call("Other")),
      line("r", "a", "user", answer),
      line("end", "r", "assistant", [{ type: "text", text: "Done." }]),
    ];
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    const options = { placeholder: DEFAULT_WITH_CALL, preserveRecentRawTurns: 0 };
    const { bytes: written = "" } = { bytes: undefined, ...by(false, bytes, options) };
    expect(`${written}`).toContain("old tool result: Own");
    agree(bytes, options);
  });

  it("know placeholders that end in a line break, as most texts of commands do", () => {
    const rows = Buffer.from(`${JSON.stringify({ messages: asOpenAi(TALK) })}\n`.repeat(3));
    for (const placeholder of ["[{originalLength} chars omitted]\n", "[{toolName} omitted\\n"])
      for (const bytes of [rows, plainCodex(TALK)]) {
        const options = { preserveRecentRawTurns: 1, placeholder };
        const { bytes: once } = compactWith(bytes, options);
        expect(Buffer.from(once).includes("omitted")).toBe(true);
        agree(Buffer.from(once), { ...options, preserveRecentRawTurns: 0 });
        const again = compactWith(once, options);
        expect(Buffer.from(again.bytes).equals(Buffer.from(once))).toBe(true);
        expect(again.transcripts[0]?.maskedCount).toBe(0);
      }
  });

  it("arrange in columns what a compaction keeps", () => {
    const inColumns = vi.spyOn(ReadColumns.prototype, "compact");
    const lines = WRITERS["claude-code"].write(TALK) as { uuid: string }[];
    const [head, tail] = lines.slice(-2).map(({ uuid }) => uuid);
    const preservedSegment = { headUuid: head, anchorUuid: "summary", tailUuid: tail };
    const boundary = { type: "system", subtype: "compact_boundary", uuid: "b", parentUuid: null };
    const message = { role: "user", content: "Go on." };
    const all = [
      ...lines,
      { ...boundary, sessionId: "s1", compactMetadata: { preservedSegment } },
      { type: "user", uuid: "summary", parentUuid: "b", sessionId: "s1", message },
    ];
    agree(Buffer.from(all.map((each) => `${JSON.stringify(each)}\n`).join("")), {
      preserveRecentRawTurns: 1,
    });
    expect(inColumns).toHaveBeenCalledTimes(1);
    inColumns.mockRestore();
  });

  it("agree on rollouts with side copies, compactions and turns that were rolled back", () => {
    const inColumns = vi.spyOn(ReadColumns.prototype, "compact");
    fc.assert(
      fc.property(
        oddRollouts,
        maskingOptions,
        boundWays,
        budgets,
        (bytes, options, ways, budget) => {
          agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...budget });
          agree(bytes, { preserveRecentRawTurns: 1, minGain: 1 });
          agree(bytes, {
            windowUnit: "observations",
            preserveRecentRawTurns: 2,
            keepErrors: "none",
          });
          agree(bytes, BY_CALLS);
          agree(bytes, { preserveRecentRawTurns: 1, placeholder: DEFAULT_WITH_CALL });
          for (const way of ways) agree(bytes, { preserveRecentRawTurns: 1, ...budget, ...way });
          agree(bytes, options);
        },
      ),
      formatRuns(1500, 0),
    );
    expect(inColumns.mock.calls.length).toBeGreaterThan(slowRuns(1000));
    inColumns.mockRestore();
  });

  it("agree with an archive, which then holds the same", () => {
    fc.assert(
      fc.property(fc.oneof(oddRows, oddLines), (bytes) => {
        const archives = [memoryArchive(), memoryArchive()] as const;
        const options = { preserveRecentRawTurns: 1, refs: true };
        const columns = by(false, bytes, { ...options, archive: archives[0] });
        const objects = by(true, bytes, { ...options, archive: archives[1] });
        same(columns, objects);
        const [first, second] = archives.map((archive) =>
          archive.entries().map((entry) => encodeEntry(entry).toString()),
        );
        expect(first).toEqual(second);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each(LIKE_ROWS)("agree on rows of $of like others, and archive the same", ({ of, rows }) => {
    const byKernel = vi.spyOn(PlainRows.prototype, "report");
    const ways = [
      { placeholder: DEFAULT_WITH_CALL, minGain: 32 },
      { placeholder: DEFAULT_WITH_CALL, minGain: 1, preserveRecentRawTurns: 0 },
      { placeholder: "[old result, {originalLength}]", minGain: 1, preserveRecentRawTurns: 1 },
      { placeholder: FIELDS, preserveRecentRawTurns: 0, minGain: 1 },
    ];
    let masked = 0;
    fc.assert(
      fc.property(rows, fc.boolean(), (bytes, hasReturns) => {
        const text = hasReturns ? bytes.toString("latin1").replaceAll("\n", "\r\n") : "";
        const input = hasReturns ? Buffer.from(text, "latin1") : bytes;
        for (const way of ways) {
          const archives = [memoryArchive(), memoryArchive()] as const;
          const columns = by(false, input, { ...way, refs: true, archive: archives[0] });
          same(columns, by(true, input, { ...way, refs: true, archive: archives[1] }));
          const [first, second] = archives.map((archive) =>
            archive.entries().map((entry) => encodeEntry(entry).toString()),
          );
          expect(first).toEqual(second);
        }
      }),
      { numRuns: slowRuns(1000) },
    );
    for (const [{ batch }] of byKernel.mock.calls) masked += batch.masked;
    if (of === "calls") expect(masked).toBeGreaterThan(slowRuns(1000));
    byKernel.mockRestore();
  });

  it.each(LIKE_ROWS)(
    "agree on documents of $of, which the kernel masks, and archive the same",
    ({ rows }) => {
      const byKernel = vi.spyOn(PlainRows.prototype, "mask");
      let masked = 0;
      fc.assert(
        fc.property(rows, plainOptions, fc.boolean(), (bytes, options, isOneLine) => {
          const [row = ""] = bytes
            .toString("latin1")
            .trimEnd()
            .split(/[\r\n]+/)
            .slice(-1);
          const document = Buffer.from(isOneLine ? row : row.replace("{", "{\n"), "latin1");
          const plain = { preserveRecentRawTurns: 0, minGain: 1, ...options };
          agree(document, plain);
          for (const { value } of byKernel.mock.results) masked += value?.count ?? 0;
          agree(document, { ...plain, maxInputChars: 400 });
          const archives = [memoryArchive(), memoryArchive()] as const;
          const columns = by(false, document, { ...plain, refs: true, archive: archives[0] });
          same(columns, by(true, document, { ...plain, refs: true, archive: archives[1] }));
          const [first, second] = archives.map((archive) =>
            archive.entries().map((entry) => encodeEntry(entry).toString()),
          );
          expect(first).toEqual(second);
          byKernel.mockClear();
        }),
        { numRuns: slowRuns(1000) },
      );
      // Most that calls are read from texts in have no results here.
      expect(masked).toBeGreaterThan(0);
      byKernel.mockRestore();
    },
  );

  it("agree on lines whose placeholders tell of the call, and archive the same", () => {
    const inColumns = vi.spyOn(ReadColumns.prototype, "compact");
    const talks = conversations.map((conversation) => plainCodex(conversation));
    const options = [
      { placeholder: DEFAULT_WITH_CALL, preserveRecentRawTurns: 1, minGain: 1 },
      { placeholder: "[old result of {toolName} {callId} {args} {exit} {lines} {ref}]" },
      { placeholder: FIELDS, preserveRecentRawTurns: 0, minGain: 1 },
      { placeholder: DEFAULT_WITH_CALL, preserveRecentRawTurns: 0, trigger: 900, target: 600 },
    ];
    fc.assert(
      fc.property(fc.oneof(oddSessions, oddRollouts, talks, oddLines), (bytes) => {
        for (const each of options) {
          const archives = [memoryArchive(), memoryArchive()] as const;
          const more = { ...each, refs: true };
          const columns = by(false, bytes, { ...more, archive: archives[0] });
          const objects = by(true, bytes, { ...more, archive: archives[1] });
          same(columns, objects);
          const [first, second] = archives.map((archive) =>
            archive
              .entries()
              .map((entry) => encodeEntry(entry).toString())
              .sort(),
          );
          expect(first).toEqual(second);
        }
      }),
      { numRuns: slowRuns(600) },
    );
    expect(inColumns.mock.calls.length).toBeGreaterThan(slowRuns(300));
    inColumns.mockRestore();
  });

  const fixtures = FORMAT_NAMES.flatMap(fixturesOf);

  it.each(fixtures)("agree on $name", (fixture) => {
    const { bytes, format } = fixture;
    fc.assert(
      fc.property(maskingOptions, budgets, (options, budget) => {
        agree(bytes, { preserveRecentRawTurns: 1, ...budget });
        // Twice as rows: the first may be looked at in another way.
        agree(bytes, { ...options, format });
        agree(bytes, options);
        agree(Buffer.concat([bytes, bytes]), options);
      }),
      formatRuns(3, fixtures.indexOf(fixture)),
    );
  });
});

const samples = process.env.ELISION_SAMPLES;

describe.skipIf(samples === undefined)("recorded transcripts (ELISION_SAMPLES)", () => {
  const names = samples ? readdirSync(samples, { recursive: true, encoding: "utf8" }) : [];
  const paths = names.map((name) => join(samples ?? "", name));

  it.each(paths.filter((path) => statSync(path).isFile()))("agree on %s", (path) => {
    const bytes = readFileSync(path);
    agree(bytes, {});
    agree(Buffer.concat([bytes, bytes]), { preserveRecentRawTurns: 1, keepErrors: "none" });
    fc.assert(
      fc.property(maskingOptions, (options) => agree(bytes, options)),
      { numRuns: 5 },
    );
  });
});
