/** Sessions of Droid: what reaches its model, and the compaction that elision writes for it. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { droid } from "../../../src/formats/droid/droid.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";
import { linesOf } from "../../support/lines.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

const START: Json = { type: "session_start", id: "s", title: "t", owner: "dev", cwd: "/repo" };
const message = (id: string, role: string, block: Json, about: Json = {}): Json => ({
  ...{ type: "message", id, timestamp: "2026-01-01T00:00:00.000Z" },
  message: { role, content: [block], ...about },
});
const said = (id: string, text: string, about: Json = {}) =>
  message(id, "user", { type: "text", text }, about);
const called = (id: string) =>
  message(id, "assistant", { type: "tool_use", id, name: "Read", input: {} });
const answered = (id: string, of: string) =>
  message(id, "user", { type: "tool_result", tool_use_id: of, content: LONG });
const compaction = (anchorMessage: Json, summaryText = "so far"): Json => ({
  ...{ type: "compaction_state", id: "k", timestamp: "2026-01-01T00:00:00.000Z", summaryText },
  ...{ summaryTokens: 2, summaryKind: "llm_summary", anchorMessage, removedCount: 2 },
});

const lines = [START, said("a", "one"), called("b"), answered("c", "b"), said("d", "two")];
const more = [called("e"), answered("f", "e"), said("g", "three")];

/** Which lines hold a placeholder with a window over all that is live. */
function run(given: readonly Json[]) {
  const { bytes, transcripts } = compact(linesOf(given), { preserveRecentRawTurns: 100 });
  const masked = Buffer.from(bytes)
    .toString()
    .split("\n")
    .flatMap((line, k) => (line.includes("[observation masked") ? [k] : []));
  return { masked, transcript: transcripts[0] };
}

describe("a compaction", () => {
  it("takes the place of all up to its anchor, wherever it is", () => {
    expect(run([...lines, ...more, compaction({ id: "c", index: 2 })]).masked).toEqual([3]);
    expect(run([...lines, compaction({ id: "c", index: 2 }), ...more]).masked).toEqual([3]);
    const { transcript } = run([...lines, ...more, compaction({ id: "f" })]);
    expect(transcript?.beforeChars).toBe("so farthree".length);
  });

  it("counts where it is the newest", () => {
    const first = { ...compaction({ id: "c" }), summaryText: "at first" };
    const { masked, transcript } = run([...lines, first, ...more, compaction({ id: "f" })]);
    expect(masked).toEqual([3, 7]);
    expect(transcript?.beforeChars).toBe("so farthree".length);
  });

  it("may name its anchor by number, those counted that are never sent", () => {
    const hook = said("h", "ran", { hookEventName: "Stop" });
    const given = [...lines, hook, ...more];
    expect(run([...given, compaction({ index: 4 })]).masked).toEqual([3]);
    expect(run([...given, compaction({ index: 5 })]).masked).toEqual([3, 7]);
  });

  it("leaves out results of which it left out the call", () => {
    expect(run([...lines, ...more, compaction({ id: "e" })]).masked).toEqual([3, 6]);
  });

  it("leaves everything where its anchor is lost", () => {
    expect(run([...lines, ...more, compaction({ id: "lost" })]).masked).toEqual([]);
  });

  it("is what elision writes to drop messages, and reads back", () => {
    const long = [...lines, said("x", LONG), ...more];
    const options = { preserveRecentRawTurns: 1, maxInputChars: 300 };
    const { bytes, transcripts } = compact(linesOf(long), options);
    expect(transcripts[0]?.droppedCount).toBeGreaterThan(0);
    const written = Buffer.from(bytes).toString().trim().split("\n");
    expect(written).toHaveLength(long.length + 1);
    const last = written.at(-1) ?? "";
    expect(last.startsWith('{"type":"compaction_state",')).toBe(true);
    expect(JSON.parse(last)).toMatchObject({ anchorMessage: { id: "x" }, removedCount: 5 });
    const again = compact(bytes, options);
    expect(again.bytes).toBe(bytes);
    expect(again.transcripts[0]?.beforeChars).toBe(transcripts[0]?.afterChars);
  });
});

describe("a message", () => {
  it("for the user alone is not sent, nor is a hook's", () => {
    const seen = [
      said("a", "for you", { visibility: "user_only" }),
      said("b", "hook", { hookEventName: "Stop" }),
      said("c", "for the model", { visibility: "llm_only" }),
    ];
    expect(foundIn(droid, ...seen).messages).toMatchObject([{ about: { id: "c" } }]);
  });

  it("may have reasoning that is no block", () => {
    const about = {
      ...{ openaiEncryptedContent: "c2Vh", openaiReasoningSummary: "look" },
      ...{ chatCompletionReasoningContent: "hm", modelId: "gpt-5" },
    };
    const { messages, models } = foundIn(
      droid,
      message("a", "assistant", { type: "text", text: "hi" }, about),
    );
    expect(messages[0]?.parts).toMatchObject([
      { kind: "reasoning", signed: true, text: "look" },
      { kind: "reasoning", signed: false, text: "hm" },
      { kind: "text", text: "hi" },
    ]);
    expect(models).toEqual(["gpt-5"]);
  });
});

describe("detection", () => {
  it("goes by the header, or by calls and results without it", () => {
    expect(detected(START)).toBe("droid");
    expect(detected(said("a", "one"), called("b"))).toBe("droid");
  });

  it("leaves sessions of pi to it", () => {
    const header = { type: "session", version: 3, id: "p", cwd: "/repo" };
    expect(detected(header, said("a", "one"), called("b"))).toBe("pi");
  });
});
