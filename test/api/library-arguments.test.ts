/** Every public function with arguments that make no sense, and messages that are not chat objects. */
import { finished } from "node:stream/promises";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import * as library from "../../src/index.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";

const {
  ElisionError,
  HistoryReducer,
  bill,
  check,
  clipText,
  compact,
  compactStream,
  compare,
  createCompactor,
  inspect,
  maskDispatchObservation,
  maskObservations,
  maskOldToolResults,
  openArchive,
  originalsIn,
  PRICES,
  recall,
  reduce,
  reduceStream,
  reduceTrajectory,
  replay,
  restore,
  shortenResult,
  toolFor,
} = library;

/** A function that may be handed anything. */
type Anything = (...args: unknown[]) => unknown;

const A_FUNCTION = () => 1;
const GARBAGE = [undefined, null, 7, "nope", [null], {}, Symbol("s"), A_FUNCTION] as const;
const BYTES = Buffer.from(sessionLines(3));
const CHAT = [{ role: "user", content: "Go." }];

const loose = (value: unknown) => value as Anything;

/** What a call throws, or its promise, or the stream that it returns. */
async function thrownBy(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return undefined;
}

async function expectNamed(act: () => unknown, about: string): Promise<void> {
  const error = await thrownBy(act);
  expect(error, about).toBeInstanceOf(ElisionError);
  const { code, message } = error as InstanceType<typeof ElisionError>;
  expect(code, about).toMatch(/^[a-z-]+$/);
  expect(message, about).not.toBe("");
}

/** Every public function: with its first argument given, and with its options given. */
const FUNCTIONS: Readonly<
  Record<string, { first: Anything; options?: Anything; takes?: readonly unknown[] }>
> = {
  compact: { first: loose(compact), options: (o) => loose(compact)(BYTES, o) },
  compactStream: {
    first: loose(compactStream),
    options: loose(compactStream),
    takes: [{}, undefined],
  },
  inspect: { first: loose(inspect), options: (o) => loose(inspect)(BYTES, o) },
  check: { first: loose(check), options: (o) => loose(check)(BYTES, o) },
  compare: { first: loose(compare), options: (o) => loose(compare)(BYTES, o) },
  restore: { first: loose(restore), options: (o) => loose(restore)(BYTES, o) },
  reduce: { first: loose(reduce), options: (o) => loose(reduce)(CHAT, o) },
  HistoryReducer: {
    first: (m) =>
      loose((...a: unknown[]) => loose(new HistoryReducer().reduce)(...a))(m, { maxInputChars: 5 }),
    options: (o) => loose(new HistoryReducer().reduce)(CHAT, o),
  },
  maskOldToolResults: {
    first: loose(maskOldToolResults),
    options: (o) => loose(maskOldToolResults)(CHAT, o),
  },
  maskObservations: {
    first: (m) => loose(maskObservations)(m, new Set()),
    options: (o) => loose(maskObservations)(CHAT, new Set(), o),
  },
  "maskObservations, its indices": { first: (indices) => loose(maskObservations)(CHAT, indices) },
  maskDispatchObservation: { first: loose(maskDispatchObservation), takes: ["nope"] },
  clipText: { first: (text) => loose(clipText)(text, 3), takes: ["nope"] },
  "clipText, its length": { first: (max) => loose(clipText)("text", max), takes: [7] },
  replay: { first: loose(replay), options: (o) => loose(replay)(CHAT, o) },
  recall: { first: (m) => loose(recall)(m, [1]), options: (o) => loose(recall)(CHAT, [1], o) },
  "recall, its windows": { first: (windows) => loose(recall)(CHAT, windows) },
  reduceStream: {
    first: loose(reduceStream),
    options: loose(reduceStream),
    takes: [{}, undefined],
  },
  "reduceStream, what is written": {
    first: async (value) => {
      const stream = reduceStream();
      stream.resume();
      stream.end(value);
      await finished(stream);
    },
    takes: [undefined, null, A_FUNCTION], // `end` takes a function for its callback.
  },
  openArchive: { first: loose(openArchive), options: (o) => loose(openArchive)(folderWith(), o) },
  bill: { first: (prompts) => loose(bill)(prompts, PRICES[0]) },
  "bill, its price": { first: (price) => loose(bill)({ sizes: [1], shared: [0] }, price) },
  shortenResult: {
    first: (text) => loose(shortenResult)(text, { limit: 400 }),
    options: (o) => loose(shortenResult)("text", o),
    takes: ["nope"],
  },
  createCompactor: {
    first: loose(createCompactor),
    options: loose(createCompactor),
    takes: [{}, undefined],
  },
  "createCompactor, its messages": { first: (m) => createCompactor().next(loose(m) as never) },
  originalsIn: { first: loose(originalsIn) },
  toolFor: { first: (shape) => loose(toolFor)(shape, createCompactor()) },
  "toolFor, its compactor": { first: (compactor) => loose(toolFor)("anthropic", compactor) },
  reduceTrajectory: { first: (inputs) => loose(reduceTrajectory)(inputs, { now: "2026-01-01" }) },
  "reduceTrajectory, its options": {
    first: (o) =>
      loose(reduceTrajectory)({ iteration: 1, entries: [], tasks: [], previous: [] }, o),
  },
};

describe.each(Object.entries(FUNCTIONS))("%s", (name, { first, options, takes = [] }) => {
  it.each(GARBAGE.filter((value) => !takes.includes(value) && !isEmpty(value, takes)))(
    "names %s as what it is not",
    async (value) => {
      await expectNamed(() => first(value), `${name}(${String(value)})`);
    },
  );

  if (options === undefined) return;

  it.each([null, 7, "nope", [null], () => 1])("takes %s for no options", async (value) => {
    await expectNamed(() => options(value), `${name}(…, ${String(value)})`);
  });

  it("names an option that it does not know", async () => {
    await expectNamed(() => options({ nonsense: 1 }), name);
  });
});

/** `{}` is no garbage where all options may be left out. */
function isEmpty(value: unknown, takes: readonly unknown[]): boolean {
  return JSON.stringify(value) === "{}" && takes.some((each) => JSON.stringify(each) === "{}");
}

describe("every public function", () => {
  it("is tried with garbage", () => {
    const functions = Object.entries(library).flatMap(([name, value]) =>
      typeof value === "function" && name !== "ElisionError" ? [name] : [],
    );
    const tried = new Set(Object.keys(FUNCTIONS).map((name) => name.split(",")[0]));
    expect(functions.filter((name) => !tried.has(name))).toEqual([]);
  });
});

describe("a mistyped option", () => {
  it.each([
    [
      () => loose(compact)(BYTES, { maxInputChar: 5 }),
      'unknown option "maxInputChar" (did you mean "maxInputChars"?)',
    ],
    [() => loose(reduce)(CHAT, { keeptools: ["x"] }), 'did you mean "keepTools"'],
    [() => loose(compare)(BYTES, { window: [1] }), 'did you mean "windows"'],
    [
      () => loose(compact)(BYTES, { format: "claud-code" }),
      'unknown format "claud-code" (did you mean "claude-code"?)',
    ],
    [() => loose(check)(BYTES, { format: 7 }), "unknown format 7"],
    [() => loose(compare)(BYTES, { windows: [3, -1] }), "windows: expected a list of whole"],
    [() => loose(compare)(BYTES, { price: {} }), "price: expected a price, or the name of one"],
    [
      () => loose(compare)(BYTES, { price: { ...PRICES[0], read: Number.NaN } }),
      "price: expected a price",
    ],
    [
      () => loose(compare)(BYTES, { minRecall: 95 }),
      "minRecall: expected a share, 0 to 1 (got 95)",
    ],
    [
      () => loose(bill)({ sizes: [1], shared: [0] }, PRICES[0], { overheadTokens: Number.NaN }),
      "overheadTokens: expected a number, 0 or more (got NaN)",
    ],
    [
      () => loose(bill)({ sizes: ["1"], shared: [0] }, PRICES[0]),
      "prompts: expected { sizes, shared }, lists of numbers",
    ],
    [
      () => loose(shortenResult)("text", { limit: 400, ref: "none" }),
      'ref: expected a reference of 12 hexadecimal digits (got "none")',
    ],
    [
      () => loose(reduce)(CHAT, { keepTools: "bash" }),
      'keepTools: expected a list of texts (got "bash")',
    ],
    [() => loose(reduce)(CHAT, { dedupe: "yes" }), 'dedupe: expected true or false (got "yes")'],
    [
      () => loose(compact)(BYTES, { archive: "kept" }),
      'archive: expected an archive from openArchive() (got "kept")',
    ],
  ])("is named with what was meant: %#", async (act, message) => {
    const error = await thrownBy(act);
    expect(error).toBeInstanceOf(ElisionError);
    expect((error as Error).message).toContain(message);
    expect((error as InstanceType<typeof ElisionError>).hint).toBeTruthy();
  });

  it("leaves every format its name", () => {
    for (const format of FORMAT_NAMES)
      expect(() => loose(inspect)(Buffer.from("{}"), { format })).not.toThrow("unknown format");
  });
});

describe("values of another realm, in which test runners run code", () => {
  const foreign = (code: string) => runInNewContext(code, { BYTES: [...BYTES] }) as unknown;

  it("are bytes and sets as well", async () => {
    const bytes = foreign("new Uint8Array(BYTES)");
    expect(bytes).not.toBeInstanceOf(Uint8Array);
    expect(loose(compact)(bytes, { window: 1 })).toMatchObject({ transcripts: [{}] });
    expect(loose(check)(bytes, { against: bytes })).toMatchObject({ findings: [] });
    const stream = compactStream({ window: 1 });
    stream.end(bytes);
    const sent = Buffer.concat(await stream.toArray());
    expect(sent).toEqual(Buffer.from(compact(BYTES, { window: 1 }).bytes));
    expect(loose(maskObservations)(CHAT, foreign("new Set([0])"))).toMatchObject({
      maskedCount: 0,
    });
  });

  it("and of classes are named by them", () => {
    for (const [value, name] of [
      [Promise.resolve(BYTES), "a Promise"],
      [BYTES.buffer, "an ArrayBuffer"],
      [new Uint16Array(2), "a Uint16Array"],
    ])
      expect(() => loose(compact)(value)).toThrow(
        `expected the bytes of a file (got ${String(name)})`,
      );
  });
});

describe("reduceTrajectory", () => {
  const inputs = { iteration: 2, entries: [], tasks: [], previous: [] };
  const entry = { scope: "session", key: "k", value: "CI is red" };

  it.each([
    [{ ...inputs, iteration: Number.NaN }, {}],
    [{ ...inputs, entries: [{ ...entry, key: 7 }] }, {}],
    [{ ...inputs, tasks: [{ id: "T1" }] }, {}],
    [inputs, { now: "yesterday" }],
    [inputs, { asking: {} }],
    [inputs, { asking: { ask: A_FUNCTION } }],
    [inputs, { asking: { skip: "never" } }],
  ])("refuses what makes no sense: %#", async (given, options) => {
    await expectNamed(
      () => loose(reduceTrajectory)(given, { now: "2026-01-01T00:00:00Z", ...options }),
      JSON.stringify([given, options]),
    );
  });

  it("has a result whatever the model does, also where it throws at once", async () => {
    const entries = Array.from({ length: 60 }, (_, k) => ({
      ...entry,
      key: `k${k}`,
      value: `the tests of module ${k} fail with a message that nobody has seen before`,
    }));
    const ask = () => {
      throw new Error("no model here");
    };
    const options = { now: "2026-01-01", asking: { ask, clock: () => 0 } };
    const { diagnostics } = await reduceTrajectory({ ...inputs, entries }, options);
    expect(diagnostics).toMatchObject({
      reflection_used: false,
      reflection_skipped_reason: "api_error",
    });
  });
});

describe("an option for what only files are edited in", () => {
  const given = {
    keepImages: 1,
    keepThinking: 1,
    shrinkInputs: 900,
    reasoning: "drop",
    reflect: true,
  };
  const functions: Readonly<Record<string, (options: object) => unknown>> = {
    reduce: (options) => loose(reduce)(CHAT, options),
    replay: (options) => loose(replay)(CHAT, options),
    reduceStream: (options) => loose(reduceStream)(options),
    HistoryReducer: (o) => loose(new HistoryReducer().reduce)(CHAT, { maxInputChars: 5, ...o }),
  };

  it.each(Object.entries(given))("is refused for messages in memory: %s", async (name, value) => {
    for (const [called, call] of Object.entries(functions)) {
      const error = await thrownBy(() => call({ [name]: value }));
      expect(error, called).toMatchObject({ code: "bad-option", hint: expect.any(String) });
      expect((error as Error).message, called).toBe(`${name}: not for messages in memory`);
      expect(await thrownBy(() => call({ [name]: undefined })), called).toBeUndefined();
    }
  });
});

describe("messages of another shape", () => {
  const user = { role: "user", content: "Look." };
  /** Shapes that the reducer reads, and the seeds' function for OpenAI's messages does not. */
  const sdks: Readonly<Record<string, readonly [messages: unknown, seen: string]>> = {
    Anthropic: [
      [
        user,
        user,
        { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      ],
      'message 3: content block of type "tool_use" (Anthropic?)',
    ],
    "Anthropic's results": [
      [{ role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] }],
      'message 1: content block of type "tool_result" (Anthropic?)',
    ],
    "the AI SDK": [
      [user, { role: "tool", content: [{ type: "tool-result", toolCallId: "a", output: {} }] }],
      'message 2: content block of type "tool-result" (AI SDK?)',
    ],
    "the AI SDK's pages": [
      [{ id: "1", role: "user", parts: [{ type: "text", text: "x" }] }],
      '"parts" (AI SDK',
    ],
    Responses: [
      [user, { type: "function_call_output", call_id: "a", output: "x" }],
      'message 2: no role, "type" of "function_call_output" (OpenAI Responses?)',
    ],
    "Responses' messages": [
      [{ type: "message", role: "user", content: [{ type: "input_text", text: "x" }] }],
      'content block of type "input_text" (OpenAI Responses?)',
    ],
    LangChain: [[{ type: "human", data: { content: "x" } }], "LangChain"],
    Gemini: [[{ role: "model", parts: [{ text: "x" }] }], "Gemini"],
  };
  const shapes: Readonly<Record<string, readonly [messages: unknown, seen: string]>> = {
    "LangChain's objects": [[{ lc_namespace: ["langchain_core"], content: "x" }], "LangChain"],
    "LangChain's calls": [
      [{ role: "assistant", content: "", tool_calls: [{ name: "f", args: {}, id: "a" }] }],
      'tool call without a "function" (LangChain?)',
    ],
    "two shapes": [
      [
        { role: "assistant", content: "", pairId: "1", pairRole: "call" },
        { role: "tool", tool_call_id: "a", content: "x" },
      ],
      'message 2: "tool_call_id" (OpenAI), but message 1 has "pairId" (ChatMessage)',
    ],
    nobody: [[user, { content: "x" }], "message 2: no role"],
    "a text": ["nope", 'expected an array of chat messages (got "nope")'],
  };
  const functions: Readonly<Record<string, Anything>> = {
    reduce: loose(reduce),
    HistoryReducer: (m) => new HistoryReducer().reduce(m as never, { maxInputChars: 9 }),
    maskOldToolResults: loose(maskOldToolResults),
    maskObservations: (m) => loose(maskObservations)(m, new Set()),
    replay: loose(replay),
    recall: (m) => loose(recall)(m, [1]),
  };

  it.each(Object.entries(shapes))("are refused: %s", async (_, [messages, seen]) => {
    for (const [name, call] of Object.entries(functions)) {
      const error = await thrownBy(() => call(messages));
      expect(error, name).toMatchObject({ code: "unknown-shape", hint: expect.any(String) });
      expect((error as Error).message, name).toContain(seen);
    }
    const stream = reduceStream();
    stream.resume();
    stream.end({ messages });
    const error = await thrownBy(() => finished(stream));
    const isList = Array.isArray(messages);
    expect(error).toMatchObject({ code: isList ? "unknown-shape" : "not-a-conversation" });
  });

  it.each(Object.entries(sdks))(
    "are refused where OpenAI's are meant: %s",
    async (_, [messages, seen]) => {
      const error = await thrownBy(() => loose(maskOldToolResults)(messages));
      expect(error).toMatchObject({ code: "unknown-shape", hint: expect.any(String) });
      expect((error as Error).message).toContain(seen);
      expect(() => loose(reduce)(messages)).not.toThrow();
    },
  );

  it.each([[[]], [CHAT], [[...CHAT, { role: "assistant", content: "Done." }]]])(
    "are not empty arrays and plain text chat: %j",
    (messages) => {
      expect(reduce(messages)).toMatchObject({ messages, fits: true });
      expect(maskOldToolResults(messages)).toBe(messages);
      expect([...replay(messages)]).toHaveLength(messages.length > 1 ? 1 : 0);
      expect(recall(messages, [1])).toHaveLength(1);
    },
  );
});

it("HistoryReducer refuses options where it is made, which would do nothing there", () => {
  const make = (...given: unknown[]) =>
    new (HistoryReducer as new (...a: unknown[]) => object)(...given);
  for (const given of [{ enabled: true, maxInputChars: 9 }, {}, 5, null])
    expect(() => make(given)).toThrow(
      /^new HistoryReducer\(\): expected nothing: reduce takes options \(got /,
    );
  expect(() => [make(), make(undefined)]).not.toThrow();
});

describe("ChatMessages without any call", () => {
  const messages = Array.from({ length: 12 }, (_, k) => ({
    role: k % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: `${k} ${"words ".repeat(30)}`,
    ...(k === 2 && { tags: ["unresolved"] }),
    ...(k === 4 && { tags: ["constraint"] }),
  }));

  it("are HistoryReducer's default: tags count, and the summary is a system message", () => {
    const result = new HistoryReducer().reduce(messages, { enabled: true, maxInputChars: 1500 });
    expect(result.reductionStage).toBe("summarization");
    const [summary] = result.messages;
    expect(summary?.role).toBe("system");
    expect(summary?.content).toContain("Unresolved tasks: 2 words");
    expect(summary?.content).toContain("Current constraints: 4 words");
  });

  it("are so without tags as well", () => {
    const plain = messages.map(({ role, content }) => ({ role, content }));
    const result = new HistoryReducer().reduce(plain, { enabled: true, maxInputChars: 1500 });
    expect(result.messages[0]?.role).toBe("system");
  });

  it("are not what has OpenAI's keys", () => {
    const openAi = [...messages, { role: "developer", content: "Be brief." }];
    const result = new HistoryReducer().reduce(openAi, { enabled: true, maxInputChars: 1500 });
    expect(result.messages[0]?.role).toBe("user");
  });
});
