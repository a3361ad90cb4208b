/** Reasoning of older turns goes as a whole, where nothing misses it. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { WRITERS } from "../../support/writers/index.ts";

const thinking = (k: number) => ({ type: "thinking", thinking: `So ${k}.`, signature: "c2ln" });
const use = (k: number) => ({ type: "tool_use", id: `t${k}`, name: "look", input: { at: k } });
const reply = (...content: readonly object[]) => ({ role: "assistant", content });
const answer = (k: number) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: `t${k}`, content: "Seen." }],
});
const task = { role: "user", content: "Look." };

const compacted = (messages: readonly object[], options: CompactOptions) => {
  const bytes = Buffer.from(JSON.stringify(messages, undefined, 1));
  const given = { observationMasking: false, ...options };
  const once = compact(bytes, given);
  expect(compact(once.bytes, given).file.isChanged).toBe(false);
  return { messages: JSON.parse(Buffer.from(once.bytes).toString()), ...once };
};

const session = [
  task,
  reply(thinking(0), { type: "text", text: "Looking." }, use(0)),
  answer(0),
  reply(thinking(1), thinking(1), use(1)),
  answer(1),
  reply(thinking(2), use(2)),
  answer(2),
];
const without = (...turns: readonly number[]) =>
  session.map((message, at) => {
    if (!turns.includes((at - 1) / 2) || !("content" in message)) return message;
    const content = message.content as readonly { readonly type: string }[];
    return { ...message, content: content.filter(({ type }) => type !== "thinking") };
  });

describe("--keep-thinking", () => {
  it("takes it out of all turns but the newest, so many, and alters none that stays", () => {
    expect(compacted(session, { keepThinking: 3 }).file.isChanged).toBe(false);
    expect(compacted(session, { keepThinking: 2 }).messages).toEqual(without(0));
    expect(compacted(session, { keepThinking: 1 }).messages).toEqual(without(0, 1));
    expect(compacted(session, { keepThinking: 0 }).messages).toEqual(without(0, 1, 2));
  });

  it("counts what it takes out", () => {
    const [telemetry] = compacted(session, { keepThinking: 1 }).transcripts;
    expect(telemetry?.byRule["keep-thinking"]).toEqual({ masked: 3, maskedChars: 15 });
    expect(telemetry?.savedChars).toBe(15);
  });

  it("never takes it from a turn of which a call is open", () => {
    const open = session.slice(0, -1);
    expect(compacted(open, { keepThinking: 0 }).messages).toEqual(without(0, 1).slice(0, -1));
  });

  it("leaves a message that would be empty, and takes what was redacted along", () => {
    const alone = [task, reply(thinking(0)), reply(use(0)), answer(0), reply(use(1)), answer(1)];
    const { file, transcripts } = compacted(alone, { keepThinking: 0 });
    expect(file.isChanged).toBe(false);
    expect(transcripts[0]?.untouched).toEqual({ "keep-thinking": 1 });
    const redacted = { type: "redacted_thinking", data: "c2ln" };
    const mixed = [task, reply(thinking(0), redacted, use(0)), answer(0), reply(use(1)), answer(1)];
    const { messages } = compacted(mixed, { keepThinking: 0 });
    expect(messages[1].content).toEqual([use(0)]);
  });

  it("beside shortened inputs of the same message", () => {
    const long = { ...use(0), input: { content: "x".repeat(300) } };
    const both = [task, reply(thinking(0), long), answer(0), reply(use(1)), answer(1)];
    const options = { keepThinking: 1, shrinkInputs: 60, preserveRecentRawTurns: 1 };
    const { content } = compacted(both, options).messages[1];
    expect(content).toHaveLength(1);
    expect(content[0].input.content).toHaveLength(60);
  });

  it("leaves it in Claude Code's sessions, where it is a line of its own, and says so", () => {
    const turns = [0, 1, 2].map((k) => ({
      said: "Looking.",
      calls: [{ id: `t${k}`, name: "look", args: "{}", answer: "Seen." }],
    }));
    const lines = WRITERS["claude-code"].write({ task: "Look.", turns });
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { file, transcripts } = compact(bytes, { keepThinking: 0 });
    expect(file.isChanged).toBe(false);
    expect(transcripts[0]?.untouched?.["keep-thinking"]).toBeGreaterThan(0);
  });
});

describe("in pi's sessions", () => {
  const line = (k: number, message: object) => ({
    type: "message",
    id: `e${k}`,
    parentId: k === 0 ? null : `e${k - 1}`,
    message,
  });
  const written = (signature?: string) => {
    const thought = { type: "thinking", thinking: "So far.", thinkingSignature: signature };
    const call = { type: "toolCall", id: "t", name: "read", arguments: { path: "a.ts" } };
    const result = { role: "toolResult", toolCallId: "t", toolName: "read" };
    const lines = [
      { type: "session", version: 3, id: "s", cwd: "/w" },
      line(0, { role: "user", content: "Look." }),
      line(1, { role: "assistant", content: [thought, call] }),
      line(2, { ...result, content: [{ type: "text", text: "Seen." }] }),
    ];
    return Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
  };

  it("it goes, unless it is an item that OpenAI wants back with its calls", () => {
    const isChanged = (signature?: string) =>
      compact(written(signature), { keepThinking: 0, format: "pi" }).file.isChanged;
    expect(isChanged()).toBe(true);
    expect(isChanged("c2ln")).toBe(true);
    expect(isChanged('{"id":"rs_1","type":"reasoning"}')).toBe(false);
  });
});
