/** Tool calls that are JSON in a string, as rows of verifiers have them: read by the kernel, and the same as objects. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { ConversationReader } from "../../../src/engine/input/transcripts/conversation-reader.ts";
import { runs } from "../../support/runs.ts";
import { agree } from "./paths-agree.ts";

const TEXT = "src ".repeat(40);
const LONG = `${"some words of a long text ".repeat(50)}.`;

const call = (id: unknown, about: object, more: object = {}) =>
  JSON.stringify({ id, function: about, type: "function", ...more });
const ls = (id: unknown, more?: object) =>
  call(id, { arguments: '{"path":"a"}', name: "ls" }, more);

const said = (...calls: readonly unknown[]) => ({
  content: "",
  role: "assistant",
  tool_calls: calls,
});
const answered = (id: unknown, content: unknown = TEXT) => ({
  content,
  role: "tool",
  ...(id === undefined ? {} : { tool_call_id: id }),
  tool_calls: null,
});
const asked = { content: "Go.", role: "user" };

const prompted = (...completion: readonly object[]) => ({ id: 1, prompt: [asked], completion });

const rowsOf = (row: object, count = 8) =>
  Buffer.from(`${JSON.stringify(row)}\n`.repeat(count), "utf8");

/** How many rows are read as objects. */
function asObjects(bytes: Buffer): number {
  const read = vi.spyOn(ConversationReader.prototype, "read");
  compactWith(bytes, { preserveRecentRawTurns: 0 });
  const { length } = read.mock.calls;
  read.mockRestore();
  return length;
}

const name = fc.constantFrom("ls", "read_file", "ü", 'a"b', "", "\ud800", "日本");
const args = fc.oneof(
  fc.constantFrom('{"path":"a"}', "{}", "", LONG, '{"code":"print(1)\\n"}', "é\u2028\ud83d\ude00"),
  fc.constantFrom<unknown>({ path: "a" }, [1, "é"], null, 5),
);
const id = fc.constantFrom<unknown>("a", "b", "call_1", "ü", undefined, null, 5);
const more = fc.constantFrom<object>(
  ...[{}, {}, {}, {}, { index: 0 }, { note: LONG }, { result: { output: TEXT } }],
  ...[{ tool_result: TEXT }, { custom: { name: "x", input: TEXT } }, { type: "tool_result" }],
);

/** A call in a string, among them such as no format reads. */
const inText = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(id, name, args, more)
      .map(([own, called, given, others]) => call(own, { name: called, arguments: given }, others)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>("", "{", "[]", '["a"]', " { } ", '{"function":"ls"}', null),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(JSON.parse(ls("a")), JSON.parse(ls("b"))) },
);

const message = fc.oneof(
  fc.array(inText, { maxLength: 3 }).map((calls) => said(...calls)),
  fc.tuple(id, fc.constantFrom(TEXT, "", "ok", LONG)).map(([own, text]) => answered(own, text)),
  fc.constant(asked),
);

const options = fc.constantFrom(
  ...[{}, { minGain: 1 }, { maxInputChars: 300 }, { maxInputChars: 40 }],
  { placeholder: "{toolName} {callId} {call} {args} {turn} omitted", minGain: 1 },
  { keepTools: ["ls"], minGain: 1 },
);

describe("calls that are JSON in a string", () => {
  it("are read by the kernel, whether their results name them or not", () => {
    for (const given of ['{"path":"a"}', LONG, "é\n", { path: "a" }]) {
      const one = call("a", { name: "ls", arguments: given });
      const own = [said(one), answered("a"), said(ls("b"), ls("c")), answered("b"), answered("c")];
      expect(asObjects(rowsOf({ messages: [asked, ...own] }))).toBe(0);
      expect(asObjects(rowsOf(prompted(...own)))).toBe(0);
      expect(asObjects(rowsOf(prompted(said(one), answered(undefined))))).toBe(0);
    }
  });

  it("are left to their format if a result may be in them, or too many are", () => {
    const some = [said(ls("a", { tool_result: TEXT })), answered("a"), said(ls("b"))];
    expect(asObjects(rowsOf({ messages: [asked, ...some] }))).toBe(8);
    const calls = Array.from({ length: 3000 }, (_, k) => ls(`call ${k}`, { note: k }));
    const many = [said(...calls), ...calls.map((_, k) => answered(`call ${k}`, "ok"))];
    agree(rowsOf({ messages: [asked, ...many] }, 2), { preserveRecentRawTurns: 0 });
    const large = call("a", { name: "ls", arguments: LONG.repeat(4000) });
    agree(rowsOf(prompted(said(large, large), answered("a")), 2), { preserveRecentRawTurns: 0 });
  });

  it("are the same as for objects, whatever is in them", () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 8 }),
        options,
        fc.constantFrom(0, 1),
        (messages, policy, preserveRecentRawTurns) => {
          const usual = [asked, said(ls("a")), answered("a")];
          const all = { ...policy, preserveRecentRawTurns };
          const pairs = [
            [{ messages: usual }, { messages: [...usual, ...messages] }],
            [prompted(...usual), prompted(...messages)],
          ];
          for (const [like, row = {}] of pairs) {
            const rows = [like, row, like, row].map((each) => `${JSON.stringify(each)}\n`);
            agree(Buffer.from(rows.join("")), all);
            agree(rowsOf(row, 1), all);
          }
          const lines = [...usual, ...messages].map((each) => `${JSON.stringify(each)}\n`);
          agree(Buffer.from(lines.join("")), all);
        },
      ),
      { numRuns: runs(1200) },
    );
  });
});
