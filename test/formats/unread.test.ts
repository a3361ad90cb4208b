/** Nothing that a tool answered is passed over in silence, whatever format an input is taken for. */
import { describe, expect, it } from "vitest";
import { type CompactResult, compact, compactWith } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { FORMAT_NAMES, FORMATS, type FormatName } from "../../src/formats/index.ts";
import { type Fixture, fixturesOf } from "../support/fixtures.ts";
import { observationsIn } from "../support/found.ts";
import { linesOf } from "../support/lines.ts";
import { oneIn } from "../support/runs.ts";

/** What the library says of bytes; undefined where it refuses them by name. */
function compacted(bytes: Uint8Array, format?: FormatName): CompactResult | undefined {
  try {
    return compact(bytes, format === undefined ? {} : { format });
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}

/** Whether anything is said of what was not read. */
function isSaid({ badLines, file, transcripts }: CompactResult): boolean {
  const { unreadRecords, observations, calls } = file;
  const hasKinds = Object.keys(unreadRecords).length > 0;
  return (
    badLines.length > 0 || hasKinds || transcripts.length === 0 || (calls > 0 && !observations)
  );
}

function observationChars(bytes: Uint8Array, format?: FormatName): number {
  const { transcripts } = inspect(bytes, format === undefined ? {} : { format });
  return transcripts.reduce((sum, each) => sum + each.observationChars, 0);
}

const FIXTURES = FORMAT_NAMES.flatMap(fixturesOf);

describe.each(FORMAT_NAMES)("a fixture of %s", (format) => {
  const fixtures = fixturesOf(format);
  const isFound = format !== ("plain" as string);

  it.each(fixtures)("is read whole: $name", ({ bytes }) => {
    for (const forced of isFound ? [undefined, format] : [format]) {
      const { badLines, file } = compacted(bytes, forced) ?? {};
      expect(badLines).toEqual([]);
      expect(file?.unreadResults).toBe(0);
      expect(file?.observations).toBeGreaterThan(0);
    }
  });

  it.each(fixtures)("is never half read as another, and not a word: $name", (fixture) => {
    const { bytes } = fixture;
    const own = compacted(bytes, format)?.file.observations ?? 0;
    for (const other of oneIn(16, FORMAT_NAMES, FIXTURES.indexOf(fixture))) {
      // Of text protocols it is asked to see what has a header, which not every result has.
      if (other === format || other === ("plain" as string)) continue;
      const result = compacted(bytes, other);
      if (result === undefined || isSaid(result)) continue;
      expect(result.file.observations, other).toBeGreaterThanOrEqual(own);
    }
  });

  it.each(fixtures)("is not half read with keys and words renamed: $name", (fixture) => {
    const chars = observationChars(fixture.bytes, format);
    const variants = variantsOf(fixture);
    for (const { name, written } of oneIn(12, variants, FIXTURES.indexOf(fixture))) {
      if (UNSEEN.has(`${fixture.name}: ${name}`)) continue;
      const bytes = written();
      for (const forced of isFound ? [undefined, format] : [format]) {
        const result = compacted(bytes, forced);
        if (result === undefined || isSaid(result)) continue;
        expect(observationChars(bytes, forced), name).toBeGreaterThan(chars - 10);
      }
    }
  });
});

/**
 * A result of names and numbers alone, and an error next to a result: nothing tells them from what is noted about one.
 */
const UNSEEN: ReadonlySet<string> = new Set([
  "vercel-model/version-4.jsonl: result",
  "agentdojo/run.json: error",
  "agentdojo/strings.json: error",
]);

interface Variant {
  readonly name: string;
  written(): Buffer;
}

/** Keys that say what their object is. */
const SAYS = ["type", "role", "kind", "from", "source", "action", "observation", "item_type"];

type Rename = (key: string, value: unknown) => readonly [string, unknown];

/** A fixture with each of the keys that lead to its results, and each word beside them, renamed. */
function variantsOf({ format, bytes }: Fixture): readonly Variant[] {
  const records = recordsOf(bytes);
  const texts = new Set(
    records
      .flatMap((record) => observationsIn(FORMATS[format], record))
      .map(({ text = "" }) => text),
  );
  const keys = new Set<string>();
  const words = new Set<string>();
  const look = (value: unknown, path: readonly Step[]): void => {
    if (typeof value === "string" && value.length > 10 && texts.has(value)) {
      for (const { holder, key } of path) {
        if (Array.isArray(holder)) continue;
        keys.add(key);
        for (const says of SAYS)
          if (typeof holder[says] === "string" && holder[says].length < 40)
            words.add(`${says}=${holder[says]}`);
      }
    }
    if (typeof value !== "object" || value === null) return;
    const holder = value as Step["holder"];
    for (const key of Object.keys(holder)) look(holder[key], [...path, { holder, key }]);
  };
  for (const record of records) look(record, []);
  const isDocument = records.length === 1 && !bytes.toString().trimEnd().includes('}\n{"');
  const written = (rename: Rename) => {
    const all = records.map((record) => renamed(record, rename));
    return isDocument ? Buffer.from(JSON.stringify(all[0])) : linesOf(all);
  };
  const ofKeys = [...keys].map((key) => ({
    name: key,
    written: () => written((own, value) => [own === key ? `${key}Too` : own, value]),
  }));
  const ofWords = [...words].map((word) => {
    const [says = "", said = ""] = word.split("=");
    const rename: Rename = (own, value) => [
      own,
      own === says && value === said ? `${said}_too` : value,
    ];
    return { name: word, written: () => written(rename) };
  });
  return [...ofKeys, ...ofWords];
}

interface Step {
  readonly holder: Readonly<Record<string, unknown>>;
  readonly key: string;
}

function recordsOf(bytes: Buffer): readonly unknown[] {
  const text = bytes.toString().replace(/^\ufeff/, "");
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line): unknown => JSON.parse(line));
  }
}

function renamed(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, own]) => {
    const [name, kept] = rename(key, own);
    return [name, renamed(kept, rename)] as const;
  });
  return Object.fromEntries(entries);
}

const jsonLines = (...records: unknown[]) => linesOf(records);

const LISTED = "a.txt is 12 lines long, b.txt is empty, and c.txt is a picture";

describe("results that no format reads are refused", () => {
  const unheardOf = [
    { role: "user", content: [{ text: "list the files" }] },
    { role: "assistant", content: [{ toolCall: { callId: "t1", name: "ls", input: {} } }] },
    { role: "user", content: [{ toolOutput: { callId: "t1", content: [{ text: LISTED }] } }] },
  ];
  const textProtocol = [
    { role: "user", content: "list the files" },
    { role: "assistant", content: "I run ls." },
    { role: "user", content: `EXECUTION RESULT of [terminal]:\n${LISTED}` },
  ];

  const packed = (written: (blocks: object[]) => string) => [
    { role: "user", content: "list the files" },
    {
      role: "assistant",
      content: written([{ type: "tool_use", id: "t1", name: "ls", input: {} }]),
    },
    {
      role: "user",
      content: written([{ type: "tool_result", tool_use_id: "t1", content: LISTED }]),
    },
  ];
  const inJson = packed((blocks) => JSON.stringify(blocks));
  const asPython = packed((blocks) => JSON.stringify(blocks).replaceAll('"', "'"));

  const functionResponse = { id: "c", name: "ls", response: { output: LISTED } };
  const geminiReply = {
    id: "m",
    type: "gemini",
    content: "",
    toolCalls: [{ id: "c", name: "ls", args: {}, result: [{ functionResponse }] }],
  };

  it.each([
    ["a document", Buffer.from(JSON.stringify({ messages: unheardOf }))],
    ["rows", jsonLines({ messages: unheardOf }, { messages: unheardOf })],
    ["lines", jsonLines(...unheardOf)],
    ["blocks as JSON in strings, lines", jsonLines(...inJson)],
    ["blocks as JSON in strings, rows", jsonLines({ messages: inJson }, { messages: inJson })],
    ["blocks as Python shows them", jsonLines(...asPython)],
    ["messages as JSON in a string", jsonLines({ trajectory: JSON.stringify(unheardOf) })],
    [
      "a session with its messages by their numbers",
      jsonLines({ sessionId: "s", projectHash: "p", messages: { 0: geminiReply } }),
    ],
    [
      "a session with its messages one level down",
      jsonLines({ sessionId: "s", projectHash: "p", messages: { list: [geminiReply] } }),
    ],
    ["text alone, lines", jsonLines(...textProtocol)],
    ["text alone, rows", jsonLines({ messages: textProtocol }, { messages: textProtocol })],
  ])("%s", (_, bytes) => {
    expect(() => compact(bytes)).toThrow(/does not read its tool results: /);
    expect(() => inspect(bytes)).toThrow(ElisionError);
  });

  it.each([
    "Observation:\n",
    "<tool_response>\n",
    "Execution output of [execute_bash]:\n",
    "Exit code: 0\nExecution output of [execute_bash]:\n",
    "New Terminal Output:\n",
    "Current Terminal Screen:\n",
    "API output: ",
  ])("and read by --format plain: %j", (header) => {
    const messages = [...textProtocol.slice(0, 2), { role: "user", content: header + LISTED }];
    for (const bytes of [jsonLines(...messages), jsonLines({ messages }, { messages })]) {
      expect(() => compact(bytes)).toThrow(/text of the user that begins as a tool result does/);
      expect(compact(bytes, { format: "plain" }).file.observations).toBeGreaterThan(0);
      expect(compact(bytes, { format: "openai-chat" }).file.observations).toBe(0);
    }
  });

  it("and the message says where they are, and what to type", () => {
    let seen: ElisionError | undefined;
    try {
      compact(jsonLines(...unheardOf), { format: "openai-chat" });
    } catch (error) {
      seen = error as ElisionError;
    }
    expect(seen).toMatchObject({ code: "unread-results", line: 3 });
    expect(seen?.message).toBe(
      'openai-chat, the format that you named, does not read its tool results: "toolOutput" in content[0]',
    );
    expect(seen?.hint).toContain("leave the format out, or name another");
  });

  it("but a row among others is left as it is, named and counted", () => {
    const plain = { messages: [{ role: "user", content: "hi" }] };
    const bytes = jsonLines(plain, { messages: unheardOf }, plain);
    const { badLines, file, ...result } = compact(bytes);
    expect(result.bytes).toBe(bytes);
    expect(badLines).toMatchObject([{ line: 2, isUnread: true }]);
    expect(file).toMatchObject({ unreadResults: 1, unreadRecords: { "{messages}": 1 } });
    expect(() => compact(bytes, { strict: true })).toThrow(/tool result/);
  });
});

describe("a session is read though something in it is odd", () => {
  const line = (uuid: string, content: unknown, more: object = {}) => {
    const message = { role: "user", content };
    return { type: "user", uuid, sessionId: "s", parentUuid: null, message, ...more };
  };
  const result = { type: "tool_result", tool_use_id: "a", content: LISTED };
  const mistyped = { message: { role: "user", contents: [result] } };

  it("where most results are in lines that its reader would not know: those are named", () => {
    const lines = [line("1", [result]), line("2", [], mistyped), line("3", [], mistyped)];
    const { badLines, file } = compact(jsonLines(line("0", "go"), ...lines));
    expect(file).toMatchObject({ observations: 1, unreadResults: 2 });
    expect(badLines).toMatchObject([{ line: 3 }, { line: 4 }]);
  });

  it("but not where all of them are", () => {
    const lines = [line("1", "go"), line("2", [], mistyped), line("3", [], mistyped)];
    expect(() => compact(jsonLines(...lines))).toThrow(/does not read its tool results/);
  });

  it("where a provider's tool keeps what it was asked", () => {
    const payload = {
      type: "image_generation_call",
      id: "ig_1",
      status: "completed",
      revised_prompt: "A lighthouse at dusk, as seen from a small boat",
      result: "iVBORw0KGgo=",
    };
    const items = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "Draw." }] },
      payload,
    ];
    const rollout = items.map((item) => {
      return { timestamp: "2026-05-04T09:30:00Z", type: "response_item", payload: item };
    });
    for (const bytes of [jsonLines(...rollout), Buffer.from(JSON.stringify(items))]) {
      const { badLines, file } = compact(bytes);
      expect(badLines).toEqual([]);
      expect(file).toMatchObject({ calls: 1, unreadResults: 0, unreadRecords: {} });
    }
  });
});

describe("JSON that a string holds is looked through", () => {
  const chat = [
    { role: "user", content: "list the files" },
    { role: "assistant", tool_calls: [{ id: "a", function: { name: "ls", arguments: "{}" } }] },
    { role: "tool", tool_call_id: "a", content: LISTED },
  ];
  const row = (...more: unknown[]) =>
    jsonLines({ id: "r", messages: JSON.stringify([...chat, ...more]) });

  it("for results that its format does not read", () => {
    const { badLines, file } = compact(row({ role: "tool_output", content: LISTED }));
    expect(file).toMatchObject({ observations: 1, unreadResults: 1 });
    expect(badLines[0]?.message).toContain('"tool_output" in JSON.parse(messages)[3]');
  });

  it("for items and messages of unknown kinds", () => {
    const odd = { kind: "mood", words: "all of this was sent, and nobody knows it" };
    expect(compact(row(odd)).file.unreadRecords).toEqual({ mood: 1 });
    const nameless = compact(row({ ...odd, type: " ", kind: "" })).file.unreadRecords;
    expect(nameless).toEqual({ "{kind, words, type}": 1 });
  });

  it("and named where it is no JSON", () => {
    const { file } = compact(jsonLines({ messages: `[{"role": "user", "content": "${LISTED}` }));
    expect(file.unreadRecords).toEqual({ messages: 1 });
  });
});

describe("what has no tool results is fine", () => {
  it.each([
    [
      "a chat",
      [
        { role: "user", content: "hi" },
        { role: "assistant", content: "hello" },
      ],
    ],
    ["a quotation in the first words", [{ role: "user", content: "OBSERVATION:\nit rains" }]],
    [
      "an empty result",
      [
        { role: "assistant", content: "" },
        { role: "tool", tool_call_id: "a", content: null },
      ],
    ],
    [
      "tools with parameters that are called as signs are",
      [{ role: "user", content: "hi", tools: [{ tool_call_id: { type: "string" } }] }],
    ],
  ])("%s", (_, messages) => {
    const { badLines, file } = compact(Buffer.from(JSON.stringify({ messages })));
    expect(badLines).toEqual([]);
    expect(file).toMatchObject({ unreadResults: 0, unreadRecords: {} });
  });
});

it("records of kinds that a format does not know are counted by kind", () => {
  const line = { type: "user", uuid: "u1", message: { role: "user", content: "hi" } };
  const [summary, odd] = [
    { type: "summary", summary: "s" },
    { type: "mood", mood: "good" },
  ];
  const { file } = compact(jsonLines(summary, line, odd, odd));
  expect(file.unreadRecords).toEqual({ mood: 2 });
});

describe("a message with text of which nothing is read is counted, whatever else was read", () => {
  const call = { functionCall: { id: "a", name: "ls", args: {} } };
  const answer = (key: string) => ({
    [key]: { id: "a", name: "ls", response: { output: LISTED } },
  });
  const contents = (key: string) => [
    { role: "user", parts: [{ text: "list the files" }] },
    { role: "model", parts: [call] },
    { role: "user", parts: [answer("functionResponse")] },
    { role: "model", parts: [call] },
    { role: "user", parts: [answer(key)] },
  ];

  it.each([
    ["a document", (key: string) => Buffer.from(JSON.stringify({ contents: contents(key) }))],
    ["lines", (key: string) => jsonLines(...contents(key))],
  ])("in %s", (_, written) => {
    expect(compact(written("functionResponse")).file.unreadRecords).toEqual({});
    const { file } = compact(written("answerOfTheFuture"));
    expect(file).toMatchObject({ observations: 1, unreadRecords: { user: 1 } });
  });

  it.each<readonly [string, unknown]>([
    [
      "a block of a message",
      {
        messages: [
          { role: "user", content: "list the files" },
          {
            role: "assistant",
            content: [
              { type: "text", text: "I look." },
              { type: "tool_use", id: "a", name: "ls", input: {} },
              { type: "soliloquy", words: LISTED },
            ],
          },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: LISTED }] },
        ],
      },
    ],
    [
      "an item of a thread",
      {
        id: "T-1",
        created: 1,
        messages: [
          { role: "user", content: [{ type: "text", text: "list the files" }] },
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
          {
            role: "user",
            content: [
              { type: "tool_result", toolUseID: "a", run: { status: "done", result: LISTED } },
            ],
          },
          { kind: "soliloquy", words: LISTED },
        ],
      },
    ],
  ])("as is %s of a kind that nobody knows, next to others", (_, record) => {
    const { file } = compact(Buffer.from(JSON.stringify(record)));
    expect(file).toMatchObject({ observations: 1, unreadRecords: { soliloquy: 1 } });
  });

  it("but not what a program notes for its user", () => {
    const [text, note] = [
      { type: "text", text: "hi" },
      { type: "systemNotification", notificationType: "inlineMessage", msg: "the session is long" },
    ];
    const conversation = [
      { role: "user", created: 1, content: [text] },
      { role: "assistant", created: 2, content: [note] },
    ];
    const { file } = compact(Buffer.from(JSON.stringify({ working_dir: "/w", conversation })));
    expect(file.unreadRecords).toEqual({});
  });
});

it("a result of a state that opencode does not have yet is read", () => {
  const state = { status: "cached", input: {}, output: LISTED };
  const part = { type: "tool", callID: "a", tool: "ls", state };
  const messages = [{ info: { id: "m", role: "assistant" }, parts: [part] }];
  const { file } = compact(Buffer.from(JSON.stringify({ info: { id: "s" }, messages })));
  expect(file).toMatchObject({ observations: 1, unreadResults: 0 });
});

describe("a result among others that are read is named", () => {
  type Keyed = Record<string, unknown>;

  /** Changes the last object of a fixture for which that gives something, and says what both paths count. */
  const tallied = (name: string, change: (of: Keyed) => Keyed | undefined) => {
    const fixture = FIXTURES.find((each) => each.name === name);
    const records = recordsOf(fixture?.bytes ?? Buffer.of());
    let isChanged = false;
    const visit = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null || isChanged) return value;
      if (Array.isArray(value)) return value.map(visit);
      const other = change(value as Keyed);
      isChanged = other !== undefined;
      return (
        other ?? Object.fromEntries(Object.entries(value).map(([key, own]) => [key, visit(own)]))
      );
    };
    const after = records.map(visit);
    expect(isChanged).toBe(true);
    const bytes =
      records.length === 1 ? Buffer.from(JSON.stringify(after[0])) : jsonLines(...after);
    const [file, same] = [false, true].map((objects) => compactWith(bytes, { objects }).file);
    expect(same).toEqual(file);
    return { unreadRecords: file?.unreadRecords, unreadResults: file?.unreadResults };
  };

  it("of a span whose attributes are elsewhere", () => {
    const found = tallied("openinference/spans.json", ({ attributes, ...rest }) =>
      attributes === undefined ? undefined : { ...rest, type: "span", values: attributes },
    );
    expect(found.unreadRecords).toEqual({ span: 1 });
  });

  it("of a span whose messages are in a list more", () => {
    const key = "attributes.llm.input_messages";
    const found = tallied("openinference/nested.jsonl", (of) =>
      of[key] === undefined ? undefined : { ...of, [key]: [of[key]] },
    );
    expect(Object.values(found.unreadRecords ?? {})).toEqual([1]);
  });

  it("of a run of Amp's that ended in a way that is not known", () => {
    const found = tallied("amp/thread.json", (of) =>
      of.status === "done" && typeof of.result === "string"
        ? { type: "run", ...of, status: "settled" }
        : undefined,
    );
    expect(found.unreadRecords).toEqual({ run: 1 });
  });

  it("of an item for a session whose type is not known", () => {
    const found = tallied(
      "openai-agents-runstate/python.json",
      ({ session_items: all, ...rest }) =>
        Array.isArray(all)
          ? {
              ...rest,
              session_items: all.map((item: Keyed) =>
                item.type === "tool_call_output_item" ? { ...item, type: "tool_reply_item" } : item,
              ),
            }
          : undefined,
    );
    expect(found.unreadResults).toBeGreaterThan(0);
  });

  it("of an input of Langfuse's that is JSON of another shape in a string", () => {
    const found = tallied("langfuse/rows.jsonl", (of) =>
      typeof of.input === "string" && of.input.startsWith("[")
        ? { ...of, input: JSON.stringify({ output: of.input }) }
        : undefined,
    );
    expect(found.unreadResults).toBeGreaterThan(0);
  });

  it("of an observation of Langfuse's whose type is not known", () => {
    const found = tallied("langfuse/page.json", (of) =>
      of.type === "TOOL" ? { ...of, type: "TOOL_RUN" } : undefined,
    );
    expect(found.unreadRecords).toEqual({ TOOL_RUN: 1 });
  });

  it("of an agent of OpenHands that gave no text", () => {
    const found = tallied("openhands/trajectory.json", (of) =>
      of.observation === "delegate"
        ? { ...of, extras: { outputs: { type: "given", list: [LISTED] } } }
        : undefined,
    );
    expect(found.unreadRecords).toEqual({ given: 1 });
  });

  it("of a session of Claude's in which only the copy is of another kind", () => {
    const found = tallied("claude-managed/wrapped.jsonl", (of) =>
      of.kind === "tool_result"
        ? { ...of, content: { type: "page", text: of.content } }
        : undefined,
    );
    expect(found.unreadRecords).toEqual({ page: 1 });
  });

  it("of an error of smolagents' without a message, and of a step that is none", () => {
    const failed = tallied("smolagents/succinct.json", (of) =>
      typeof of.message === "string" ? { type: of.type, words: of.message } : undefined,
    );
    expect(failed.unreadResults).toBe(1);
    const wrapped = tallied("smolagents/succinct.json", (of) =>
      of.step_number === 1 ? { type: "group", steps: [of] } : undefined,
    );
    expect(wrapped.unreadRecords).toEqual({ group: 1 });
  });
});

it("a result of Inspect's without a text is none that was not read, but for one under another key", () => {
  const sample = (more: object) => {
    const call = { id: "a", function: "bash", arguments: {}, type: "function" };
    const about = { id: "m", source: "generate", metadata: { note: LISTED } };
    const messages = [
      { role: "user", content: "go" },
      { role: "assistant", content: "", tool_calls: [call] },
      { ...about, role: "tool", content: "", tool_call_id: "a", function: "bash", ...more },
    ];
    return Buffer.from(JSON.stringify({ id: 1, epoch: 1, input: "go", target: "", messages }));
  };
  const { badLines, file } = compact(sample({}));
  expect(badLines).toEqual([]);
  expect(file).toMatchObject({ observations: 1, unreadResults: 0, unreadRecords: {} });
  const named = compact(sample({ failure: { type: "timeout", words: LISTED } })).file;
  expect(named.unreadRecords).toEqual({ timeout: 1 });
});

it("an error of opencode's is read, whatever its state is called", () => {
  const state = { status: "refused", input: {}, error: LISTED };
  const part = { type: "tool", callID: "a", tool: "ls", state };
  const messages = [{ info: { id: "m", role: "assistant" }, parts: [part] }];
  const { file } = compact(Buffer.from(JSON.stringify({ info: { id: "s" }, messages })));
  expect(file).toMatchObject({ observations: 1, unreadResults: 0 });
});

it("a block of a chat's result whose text is under another key is named on both paths", () => {
  const call = { id: "a", type: "function", function: { name: "ls", arguments: "{}" } };
  const content = [
    { type: "text", text: "two files" },
    { type: "text", words: LISTED },
  ];
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", content: "", tool_calls: [call] },
    { role: "tool", tool_call_id: "a", content },
  ];
  for (const bytes of [jsonLines({ messages }, { messages }), jsonLines(...messages)])
    for (const objects of [false, true])
      expect(Object.keys(compactWith(bytes, { objects }).file.unreadRecords)).toEqual(["text"]);
});

it("what one agent of Codex says to another is text that the model sees", () => {
  const said = { type: "input_text", text: LISTED };
  const message = { type: "agent_message", author: "a", recipient: "b", content: [said] };
  const items = [{ type: "message", role: "user", content: [{ ...said, text: "go" }] }, message];
  const bytes = Buffer.from(JSON.stringify({ model: "m", input: items }));
  expect(inspect(bytes).transcripts[0]?.chars).toBe(LISTED.length + 2);
});

it("results of Cline's SDK under a key of the future are named", () => {
  const use = { type: "tool_use", id: "a", name: "read_files", input: {} };
  const answer = (key: string) => ({
    type: "tool_result",
    tool_use_id: "a",
    content: [{ query: "a.txt", [key]: LISTED, success: true }],
  });
  const session = (key: string) => {
    const messages = [
      { role: "assistant", content: [use] },
      { role: "user", content: [answer("result")] },
      { role: "assistant", content: [use] },
      { role: "user", content: [answer(key)] },
    ];
    return Buffer.from(JSON.stringify({ version: 1, sessionId: "s", messages }));
  };
  expect(compact(session("result")).badLines).toEqual([]);
  expect(compact(session("resultOfTheFuture")).file.unreadResults).toBe(1);
});

describe("what is of a kind that nobody knows, next to what is read, is counted by kind", () => {
  const use = { type: "tool_use", id: "a", name: "fetch", input: {} };
  const answer = (...more: object[]) => {
    const content = [{ type: "text", text: "two files" }, ...more];
    return { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content }] };
  };
  const rows = (result: object) =>
    Buffer.from(JSON.stringify({ messages: [{ role: "assistant", content: [use] }, result] }));

  it("in a result, where it has text", () => {
    const page = { type: "page", page: { uri: "file:///a", words: LISTED } };
    const link = { type: "resource_link", uri: "file:///a.txt" };
    expect(compact(rows(answer(link))).file.unreadRecords).toEqual({});
    const { file } = compact(rows(answer(page, link)));
    expect(file).toMatchObject({ observations: 1, unreadRecords: { page: 1 } });
  });

  it.each([
    ["after text", (resource: object) => answer(resource)],
    [
      "before text",
      (resource: object) => {
        const [result, ...others] = answer().content;
        const content = [resource, { type: "text", text: "two files" }];
        return { role: "user", content: [{ ...result, content }, ...others] };
      },
    ],
    [
      "alone",
      (resource: object) => {
        const [result] = answer().content;
        return { role: "user", content: [{ ...result, content: [resource] }] };
      },
    ],
  ])("but a file that MCP embeds is text of the result: %s", (_, withResource) => {
    const text = `${LISTED}\n`.repeat(40);
    const bytes = rows(withResource({ type: "resource", resource: { uri: "file:///a", text } }));
    const masked = compact(bytes, { preserveRecentRawTurns: 0 });
    expect(masked.file).toMatchObject({ observations: 1, unreadRecords: {} });
    expect(masked.bytes.toString()).not.toContain(LISTED);
    const [before] = inspect(bytes).transcripts;
    expect(before?.observationChars).toBeGreaterThanOrEqual(text.length);
    const [
      {
        content: [{ content = [] } = {}],
      } = { content: [] },
    ] = JSON.parse(masked.bytes.toString()).messages.slice(1);
    expect(content).toHaveLength(1);
  });

  it("in a message of Gemini's", () => {
    const parts = [{ text: "look" }, { pageOfTheFuture: { words: LISTED } }];
    const { file } = compact(Buffer.from(JSON.stringify({ contents: [{ role: "user", parts }] })));
    expect(file.unreadRecords).toEqual({ "{pageOfTheFuture}": 1 });
  });

  it("of tau2-bench's messages, by the role", () => {
    const said = (role: string) => ({ role, content: LISTED });
    const messages = [said("user"), said("assistant"), said("referee")];
    const run = { task_id: "1", termination_reason: "user_stop", messages };
    const { file } = compact(Buffer.from(JSON.stringify(run)));
    expect(file.unreadRecords).toEqual({ referee: 1 });
  });
});
