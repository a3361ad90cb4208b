import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { opencode } from "../../../src/formats/opencode/opencode.ts";
import { compactedRecord } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);
const PLACEHOLDER = `[observation masked — ${LONG.length} chars]`;

type Json = Readonly<Record<string, unknown>>;

const user = (id: string, ...parts: Json[]): Json => ({ info: { id, role: "user" }, parts });
const text = (words: string): Json => ({ type: "text", text: words });
const tool = (callID: string, state: Json): Json => ({
  type: "tool",
  tool: "bash",
  callID,
  state: { input: { command: "ls" }, ...state },
});
const completed = (rest: Json = {}): Json => ({ status: "completed", output: LONG, ...rest });

function assistant(id: string, parts: readonly Json[], info: Json = {}): Json {
  return { info: { id, role: "assistant", ...info }, parts };
}

function document(messages: readonly Json[], info: Json = {}): Json {
  return { info: { id: "ses_1", ...info }, messages };
}

function run(record: Json, options: CompactOptions = {}) {
  const { after, transcripts } = compactedRecord(record, options);
  const state = (message: number) => after.messages[message].parts.at(-1).state;
  return { telemetry: transcripts[0], state };
}

/** The parts that are found in a message of one tool part. */
function partsOf(state: Json) {
  return foundIn(opencode, document([assistant("b", [tool("1", state)])])).messages[0]?.parts;
}

describe("a tool part", () => {
  it("is a call and an observation", () => {
    expect(partsOf(completed())).toEqual([
      { kind: "call", id: "1", name: "bash", text: '{"command":"ls"}' },
      { kind: "observation", callId: "1", isError: false, editable: true, text: LONG },
    ]);
  });

  it("that failed holds an error", () => {
    expect(partsOf({ status: "error", error: LONG })?.[1]).toMatchObject({
      isError: true,
      editable: true,
      text: LONG,
    });
  });

  it("whose command ended with another exit code than 0 holds an error", () => {
    const ended = (exit: unknown) => partsOf({ ...completed(), metadata: { exit } })?.[1];
    expect(ended(3)).toMatchObject({ isError: true, text: LONG });
    expect([ended(0), ended(null)]).toMatchObject([{ isError: false }, { isError: false }]);
  });

  it("that was interrupted holds what was printed until then", () => {
    const metadata = { interrupted: true, output: LONG };
    const state = { status: "error", error: "Tool execution aborted", metadata };
    expect(partsOf(state)?.[1]).toMatchObject({ isError: true, text: LONG });
    const { state: now, telemetry } = run(document([assistant("b", [tool("1", state)])]));
    expect(now(0).metadata.output).toBe(PLACEHOLDER);
    expect(now(0).error).toBe("Tool execution aborted");
    expect(telemetry?.sideCopyBytes ?? 0).toBe(0);
  });

  it.each(["pending", "running"])("that is %s holds a call alone", (status) => {
    expect(partsOf({ status })?.map(({ kind }) => kind)).toEqual(["call"]);
  });

  it("that opencode cleared keeps its output, which counts nothing", () => {
    const state = completed({ time: { start: 1, end: 2, compacted: 3 } });
    const { state: now, telemetry } = run(document([assistant("b", [tool("1", state)])]));
    expect(now(0).output).toBe(LONG);
    expect(telemetry).toMatchObject({ maskedCount: 0 });
    expect(telemetry?.beforeChars).toBe('bash{"command":"ls"}'.length);
  });
});

describe("side copies", () => {
  const metadata = {
    output: LONG,
    preview: LONG,
    diff: LONG,
    display: { path: "/a/path/that/is/longer/than/any/placeholder/is/likely/to/be.js", text: LONG },
    filediff: { file: "/a.js", patch: LONG, before: LONG, after: LONG },
    files: [{ filePath: "/a.js", patch: LONG }],
    diagnostics: { "/a.js": LONG },
  };
  const record = document([assistant("b", [tool("1", completed({ metadata }))])]);

  it("are left as they are unless told otherwise", () => {
    expect(run(record).state(0)).toMatchObject({ output: PLACEHOLDER, metadata });
  });

  it("are blanked field by field, and no paths with them", () => {
    expect(run(record, { sideCopies: "mask" }).state(0).metadata).toEqual({
      output: PLACEHOLDER,
      preview: PLACEHOLDER,
      diff: PLACEHOLDER,
      display: { path: metadata.display.path, text: PLACEHOLDER },
      filediff: { file: "/a.js", patch: PLACEHOLDER, before: PLACEHOLDER, after: PLACEHOLDER },
      files: [{ filePath: "/a.js", patch: PLACEHOLDER }],
      diagnostics: { "/a.js": LONG },
    });
  });
});

it("leaves attachments, which the model sees, as they are", () => {
  const attachments = [{ type: "file", mime: "image/png", url: `data:,${LONG}` }];
  const record = document([assistant("b", [tool("1", completed({ attachments }))])]);
  expect(run(record, { sideCopies: "mask" }).state(0)).toMatchObject({ attachments });
});

describe("what no longer reaches the model", () => {
  const answer = (id: string, info: Json = {}) => assistant(id, [tool(id, completed())], info);
  const liveOf = (messages: readonly Json[], info: Json = {}) => {
    const { state } = run(document(messages, info), { preserveRecentRawTurns: 100 });
    return messages.flatMap((_, k) => (state(k)?.output === LONG ? [k] : []));
  };
  const compaction = (rest: Json = {}) => user("u3", { type: "compaction", auto: true, ...rest });
  const summary = (rest: Json = {}) =>
    assistant("s", [text("so far")], { parentID: "u3", summary: true, finish: "stop", ...rest });
  const before = [user("u1", text("a")), answer("b1"), user("u2", text("b")), answer("b2")];
  const after = [user("u4", text("c")), answer("b4")];

  it("is what stands before a compaction", () => {
    expect(liveOf([...before, compaction(), summary(), ...after])).toEqual([7]);
  });

  it("is less where a compaction keeps a tail", () => {
    const kept = compaction({ tail_start_id: "u2" });
    expect(liveOf([...before, kept, summary(), ...after])).toEqual([3, 7]);
  });

  it.each([
    ["failed", summary({ error: { name: "APIError" } })],
    ["is not finished", summary({ finish: undefined })],
    ["never came", user("u5", text("d"))],
  ])("is nothing where the summary %s", (_, instead) => {
    expect(liveOf([...before, compaction(), instead, ...after])).toEqual([1, 3, 7]);
  });

  it("is what was taken back", () => {
    expect(liveOf(before, { revert: { messageID: "u2" } })).toEqual([1]);
    expect(liveOf(before, { revert: { messageID: "u1" } })).toEqual([]);
    expect(liveOf([...before, ...after], { revert: { messageID: "b2", partID: "p" } })).toEqual([
      1, 3,
    ]);
  });

  it("is a reply that failed, but not one that was aborted with something to show", () => {
    const failed = answer("b", { error: { name: "APIError" } });
    const aborted = answer("c", { error: { name: "MessageAbortedError" } });
    expect(liveOf([user("u", text("a")), failed, aborted])).toEqual([2]);
  });
});

describe("a budget", () => {
  const sessionID = "ses_1";
  const model = { providerID: "anthropic", modelID: "m" };
  const ids = ["u1", "b1", "u2", "b2"].map((_, k) => `msg_f5535a9f800${k}TfyY3cThkW30EK`) as [
    string,
    string,
    string,
    string,
  ];
  const time = { created: 1783841008162, completed: 1783841012318 };
  const path = { cwd: "/srv", root: "/srv" };
  const replied = { sessionID, time, path, modelID: "m", providerID: "anthropic" };
  const asked = { sessionID, time: { created: 1783841008121 }, agent: "build", model };
  const said = (id: string, words: string) => {
    const { info, parts } = user(id, text(words)) as { info: Json; parts: Json[] };
    return { info: { ...info, ...asked }, parts };
  };
  const messages = [
    said(ids[0], "go"),
    assistant(ids[1], [text("a long story ".repeat(100)), tool("1", completed())], replied),
    said(ids[2], "on"),
    assistant(ids[3], [tool("2", completed())], replied),
  ];
  const within = (record: Json, maxInputChars: number, windowUnit: "turns" | "messages") => {
    const options = { preserveRecentRawTurns: 1, maxInputChars, windowUnit };
    const once = compact(Buffer.from(JSON.stringify(record, null, 2)), options);
    const twice = compact(once.bytes, options);
    expect(twice.bytes).toBe(once.bytes);
    expect(twice.transcripts[0]?.beforeChars).toBe(once.transcripts[0]?.afterChars);
    const after = JSON.parse(Buffer.from(once.bytes).toString());
    return { telemetry: once.transcripts[0], after: after.messages as Json[] };
  };

  it("is met with a compaction after all that there is, which names what it keeps", () => {
    const { telemetry, after } = within(document(messages), 900, "turns");
    expect(telemetry).toMatchObject({ reductionStage: "summarization", droppedCount: 3 });
    expect(after.map(({ info }) => (info as Json).id).slice(0, 4)).toEqual(ids);
    const [request, answer] = after.slice(4) as [Json, Json];
    const id = (prefix: string, digits: string) =>
      expect.stringMatching(new RegExp(`^${prefix}_f5535a9f800${digits}[0-9a-f]{14}$`));
    const created = time.completed;
    expect(request).toEqual({
      info: { id: id("msg", "4"), ...asked, role: "user", time: { created } },
      parts: [
        {
          id: id("prt", "4"),
          sessionID,
          messageID: (request.info as Json).id,
          type: "compaction",
          auto: false,
          tail_start_id: ids[3],
        },
      ],
    });
    expect(answer).toMatchObject({
      info: {
        ...replied,
        id: id("msg", "5"),
        parentID: (request.info as Json).id,
        summary: true,
        finish: "stop",
        time: { created, completed: created },
      },
      parts: [{ type: "text", text: expect.stringMatching(/^Conversation summary/) }],
    });
  });

  it.each(["turns", "messages"] as const)(
    "has an answer that says nothing for its last resort, with a window of %s",
    (windowUnit) => {
      const { telemetry, after } = within(document(messages), 10, windowUnit);
      expect(telemetry).toMatchObject({ reductionStage: "fallback", fits: false, droppedCount: 3 });
      expect(after[5]).toMatchObject({ info: { summary: true }, parts: [] });
    },
  );

  it.each([
    ["taken back in part", document(messages, { revert: { messageID: ids[3] } })],
    ["whose messages have no ids", document([...messages, user("", text("a"))])],
  ])("is missed by sessions %s, to which nothing is added, and it is said why", (why, record) => {
    const all = (record.messages as { info: Json }[]).map(
      ({ info: { id, ...rest }, ...others }) => ({
        info: { ...rest, ...(id !== "" && { id }) },
        ...others,
      }),
    );
    const { telemetry, after } = within({ ...record, messages: all }, 10, "turns");
    expect(after).toHaveLength(all.length);
    expect(telemetry?.undroppable).toContain(why);
  });
});

it("reads of a user's parts what is sent", () => {
  const parts = [
    text("a"),
    { ...text("hidden"), ignored: true },
    { type: "file", mime: "text/plain", url: "file:///a" },
    { type: "file", mime: "image/png", url: "data:," },
  ];
  const [message] = foundIn(opencode, document([user("u", ...parts)])).messages;
  expect(message?.parts.map(({ kind }) => kind)).toEqual(["text", "image"]);
});

it.each([
  [{ anthropic: { signature: "c2ln" } }, true],
  [undefined, false],
])("takes reasoning with metadata %j for signed: %s", (metadata, signed) => {
  const part = { type: "reasoning", text: "hm", metadata };
  const [message] = foundIn(opencode, document([assistant("b", [part])])).messages;
  expect(message?.parts).toEqual([{ kind: "reasoning", signed, editable: true, text: "hm" }]);
});

describe("opencode is", () => {
  it("found by messages of info and parts", () => {
    expect(detected(document([user("u", text("hi"))]))).toBe("opencode");
  });

  it("not a record with info and other messages", () => {
    expect(detected({ info: {}, messages: [{ role: "user", content: "hi" }] })).not.toBe(
      "opencode",
    );
    expect(detected({ info: {}, messages: [{ role: "user", parts: [] }] })).not.toBe("opencode");
  });
});
