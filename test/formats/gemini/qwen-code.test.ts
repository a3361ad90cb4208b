/** Chats of Qwen Code: which records the model is sent, and what in them is a result or a copy of one. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { qwenCode } from "../../../src/formats/gemini/qwen-code.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

const record = (type: string, uuid: string, parentUuid: string | null, rest: Json): Json => ({
  ...{ uuid, parentUuid, sessionId: "s", type },
  ...rest,
});
const content = (role: string, ...parts: Json[]) => ({ message: { role, parts } });
const response = (id: string, answer: Json = { output: LONG }): Json => ({
  functionResponse: { id, name: "read_file", response: answer },
});
const functionCall = (id: string): Json => ({ functionCall: { id, name: "read_file", args: {} } });

const user = (uuid: string, parent: string | null) =>
  record("user", uuid, parent, content("user", { text: `says ${uuid}` }));
const call = (uuid: string, parent: string, id = uuid) =>
  record("assistant", uuid, parent, { model: "m", ...content("model", functionCall(id)) });
const result = (uuid: string, parent: string, id = parent, rest: Json = {}) =>
  record("tool_result", uuid, parent, { ...content("user", response(id)), ...rest });
const note = (subtype: string, uuid: string, parent: string | null, systemPayload: Json = {}) =>
  record("system", uuid, parent, { subtype, systemPayload });

/** Which lines hold a placeholder, and the account of each transcript. */
function run(lines: readonly Json[], { window = 0, mask = false } = {}) {
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  const sideCopies = mask ? "mask" : "keep";
  const { bytes: after, transcripts } = compact(bytes, {
    ...{ preserveRecentRawTurns: window, sideCopies },
  });
  const masked = Buffer.from(after)
    .toString()
    .split("\n")
    .flatMap((line, k) => (line.includes("[observation masked") ? [k] : []));
  return { masked, transcripts, after: Buffer.from(after).toString() };
}

describe("the chain of records", () => {
  const chat = [user("a", null), call("b", "a"), result("c", "b"), call("d", "c")];

  it("is all live where each hangs on the one before it, notes between or not", () => {
    const { transcripts } = run([...chat, note("ui_telemetry", "n", "d"), result("e", "n", "d")]);
    expect(transcripts).toMatchObject([{ maskedCount: 2 }]);
  });

  it("ends where a rewind cuts it, also when nothing was said since", () => {
    const rewound = [...chat, result("e", "d"), note("rewind", "r", "c")];
    const { transcripts } = run(rewound, { window: 100 });
    expect(transcripts).toMatchObject([{ maskedCount: 0, deadMaskedCount: 1 }]);
    const { masked } = run([...rewound, user("f", "r")], { window: 100 });
    expect(masked).toEqual([4]);
  });

  it("is empty after a rewind to its beginning", () => {
    const { transcripts } = run([...chat, note("rewind", "r", null)], { window: 100 });
    expect(transcripts).toMatchObject([{ maskedCount: 0, deadMaskedCount: 1 }]);
  });

  it("has all records of a reply in it, where several have its id", () => {
    const said = record("assistant", "b", "a", content("model", { text: "I look first" }));
    const { transcripts } = run([user("a", null), said, ...chat.slice(1)], { window: 100 });
    expect(transcripts[0]?.deadChars ?? 0).toBe(0);
  });

  it("has no leaf in notes about files", () => {
    const aside = note("session_artifact_event", "x", "a");
    expect(run([...chat, aside], { window: 100 }).masked).toEqual([]);
  });
});

describe("a compression", () => {
  const history = [
    { role: "user", parts: [{ text: "so far" }] },
    { role: "model", parts: [functionCall("b")] },
    { role: "user", parts: [response("b")] },
  ];
  const chat = [
    ...[user("a", null), call("b", "a"), result("c", "b")],
    note("chat_compression", "k", "c", { info: {}, compressedHistory: history }),
    ...[user("d", "k"), call("e", "d"), result("f", "e")],
  ];

  it("takes the place of all before it", () => {
    const { transcripts, masked } = run(chat, { window: 100 });
    expect(masked).toEqual([2]);
    expect(transcripts).toMatchObject([{ maskedCount: 0, deadMaskedCount: 1 }]);
  });

  it("holds results that are masked as others are", () => {
    const { transcripts, masked } = run(chat);
    expect(masked).toEqual([2, 3, 6]);
    expect(transcripts).toMatchObject([{ maskedCount: 2, deadMaskedCount: 1 }]);
  });

  it("that was rewound leaves what was before it", () => {
    const { transcripts } = run([...chat, note("rewind", "r", "c"), user("g", "r")]);
    expect(transcripts).toMatchObject([{ maskedCount: 1, deadMaskedCount: 2 }]);
  });
});

describe("a subagent", () => {
  it("is a thread of its own, after the contents that it began with", () => {
    const history = [
      { role: "model", parts: [functionCall("b")] },
      { role: "user", parts: [response("b")] },
    ];
    const side = { isSidechain: true, agentId: "scout" };
    const { transcripts } = run([
      { ...note("agent_bootstrap", "k", null, { kind: "fork", history }), ...side },
      { ...call("c", "k"), ...side },
      { ...result("d", "c"), ...side },
    ]);
    expect(transcripts).toMatchObject([{ messages: 4, maskedCount: 2 }]);
  });
});

describe("a result", () => {
  it("is an error where the answer or the status says so", () => {
    const { messages } = foundIn(
      qwenCode,
      record("tool_result", "a", null, content("user", response("1", { error: "no" }))),
      result("b", "a", "2", { toolCallResult: { status: "error" } }),
      result("c", "b", "3", { toolCallResult: { status: "success" } }),
    );
    const parts = messages.flatMap((message) => message.parts);
    expect(parts).toMatchObject([{ isError: true }, { isError: true }, { isError: false }]);
  });

  it("may be empty, whatever is said around it", () => {
    const message = content("user", response("b", {}));
    const empty = record("tool_result", "c", "b", { cwd: "/my own repo", ...message });
    const lines = [user("a", null), call("b", "a"), empty].map((line) => JSON.stringify(line));
    expect(compact(Buffer.from(lines.join("\n"))).badLines).toEqual([]);
  });

  it("has what the screen shows for a side copy", () => {
    const copied = result("c", "b", "b", {
      toolCallResult: { callId: "b", status: "success", resultDisplay: LONG },
    });
    const lines = [user("a", null), call("b", "a"), copied];
    expect(run(lines).after).toContain(JSON.stringify(LONG));
    expect(run(lines, { mask: true }).after).not.toContain(JSON.stringify(LONG));
  });

  it("is a side copy in the telemetry of a call that failed", () => {
    const uiEvent = { "event.name": "qwen-code.tool_call", call_id: "b", error: LONG };
    const counted = record("system", "t", "b", {
      subtype: "ui_telemetry",
      systemPayload: { uiEvent },
    });
    const lines = [user("a", null), call("b", "a"), counted, result("c", "t", "b")];
    expect(run(lines).after).toContain(JSON.stringify(LONG));
    expect(run(lines, { mask: true }).after).not.toContain(JSON.stringify(LONG));
  });

  it("of a call that a tool made by itself is none that the model is sent", () => {
    const inner = result("c", "b", "9", { subtype: "code_mode_tool_result" });
    const { masked } = run([user("a", null), call("b", "a"), inner, result("d", "c", "b")]);
    expect(masked).toEqual([3]);
  });
});

describe("detection", () => {
  it("goes by any record of the chat", () => {
    expect(detected(user("a", null))).toBe("qwen-code");
    expect(detected(result("a", "b"))).toBe("qwen-code");
    expect(detected(note("ui_telemetry", "a", null, { uiEvent: {} }))).toBe("qwen-code");
  });

  it("leaves lines of Claude Code to it", () => {
    const message = { role: "user", content: "hi" };
    expect(detected(record("user", "a", null, { message }))).toBe("claude-code");
  });
});
