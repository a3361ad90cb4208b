/** Lines that the kernel notes and masks, next to the same read as objects: bytes, account, and what is archived. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../../src/api/compact.ts";
import { encodeEntry } from "../../../../src/archive/entry.ts";
import { NoteTable } from "../../../../src/engine/plain/results/note-table.ts";
import { MOST_NOTES } from "../../../../src/json/tape/noted-lines.ts";
import { Key, WORDS } from "../../../../src/json/tree/key.ts";
import { DEFAULT_WITH_CALL } from "../../../../src/reduce/placeholders/template.ts";
import { memoryArchive } from "../../../support/memory-archive.ts";
import { slowRuns } from "../../../support/runs.ts";
import { LIKE_LINES } from "../like-rows.ts";

/** Bytes, account and archive of lines, by columns and by objects. */
function by(objects: boolean, bytes: Buffer, options: object): Way {
  const archive = memoryArchive();
  const all = { savings: true, refs: true, archive, objects, ...options };
  const { bytes: made, transcripts, file } = compactWith(bytes, all);
  const kept = archive.entries().map((entry) => encodeEntry(entry).toString());
  return { made: Buffer.from(made), told: JSON.stringify([transcripts, file]), kept: kept.sort() };
}

interface Way {
  readonly made: Buffer;
  readonly told: string;
  readonly kept: readonly string[];
}

/** Asserts that both ways give the same; gives what came of them. */
function agree(bytes: Buffer, options: object): Way {
  const [columns, objects] = [by(false, bytes, options), by(true, bytes, options)];
  expect(columns.told).toBe(objects.told);
  expect(columns.made.equals(objects.made)).toBe(true);
  expect(columns.kept).toEqual(objects.kept);
  return columns;
}

const OPTIONS = [
  { placeholder: DEFAULT_WITH_CALL, preserveRecentRawTurns: 1, minGain: 1 },
  { placeholder: "[old result, {originalLength}]", preserveRecentRawTurns: 0, minGain: 1 },
  { placeholder: "[{ref} {lines} of {toolName} {args} omitted]", windowUnit: "observations" },
];

/** A message of a call and that of its result. */
function pair(id: string, content: unknown, name = "read") {
  const call = { id, type: "function", function: { name, arguments: '{"path":"a.txt"}' } };
  return [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content },
  ];
}

const TASK = { role: "user", content: "Go." };

function linesOf(messages: readonly object[]): Buffer {
  return Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
}

/** How many results the kernel notes in lines whose messages have fields as well. */
function notedWith(fields: object): number {
  const taken = vi.spyOn(NoteTable.prototype, "take");
  const pairs = Array.from({ length: 300 }, (_, at) => pair(`c${at}`, "a line\n".repeat(40)));
  const messages = [TASK, ...pairs.flat()].map((message) => ({ ...fields, ...message }));
  agree(linesOf(messages), { preserveRecentRawTurns: 0 });
  const noted = taken.mock.calls.reduce((sum, [{ results }]) => sum + results, 0);
  taken.mockRestore();
  return noted;
}

describe("lines that the kernel notes", () => {
  it.each([
    { timestamp: "2026-01-01T00:00:00Z" },
    { usage: { prompt_tokens: 1, completion_tokens_details: { reasoning_tokens: 1 } } },
    { annotations: [], metadata: { kind: "a" } },
  ])("have fields of an API or a log: %j", (fields) => {
    expect(notedWith(fields)).toBeGreaterThan(200);
  });

  it("have fields whose words a format that is loaded later looks for", () => {
    const fields = { metadata: { colour: "red" } };
    expect(notedWith(fields)).toBeGreaterThan(200);
    const before = WORDS.length;
    try {
      expect(new Key("colour").number).toBe(before);
      expect(notedWith(fields)).toBeGreaterThan(200);
    } finally {
      (WORDS as string[]).length = before;
    }
  });

  it.each(LIKE_LINES)("of $of become the same as by objects, and their archive", ({ lines }) => {
    const taken = vi.spyOn(NoteTable.prototype, "take");
    const decided = vi.spyOn(NoteTable.prototype, "edit");
    fc.assert(
      fc.property(lines, fc.constantFrom(...OPTIONS), (bytes, options) => {
        agree(bytes, options);
      }),
      { numRuns: slowRuns(600) },
    );
    const noted = taken.mock.calls.reduce((sum, [{ results }]) => sum + results, 0);
    expect(noted).toBeGreaterThan(slowRuns(200));
    expect(decided.mock.calls.length).toBeGreaterThan(0);
    taken.mockRestore();
    decided.mockRestore();
  });

  it.each([1, 0])("are more than a chunk has room for, %i of them with other keys", (odd) => {
    const messages = Array.from({ length: MOST_NOTES + 300 }, (_, k) => [
      ...pair(`call_${k}`, `${k} is what it says. `.repeat(5 + (k % 7))),
      // A line that only its format's own reader knows, between those of the kernel.
      ...(odd === 1 && k % 50 === 49
        ? pair(`odd_${k}`, [{ type: "text", text: "x".repeat(99) }])
        : []),
    ]).flat();
    const { made, kept } = agree(linesOf([TASK, ...messages]), OPTIONS[0] ?? {});
    expect(made.includes(`${MOST_NOTES} is what it says. ${MOST_NOTES}`)).toBe(false);
    expect(kept.length).toBeGreaterThan(MOST_NOTES);
  });

  it("hold texts longer than a part of the input, and placeholders longer than others", () => {
    const block = `BEGIN_DISPATCH_RESULT ${"kept \u00e9 ".repeat(3000)} END_DISPATCH_RESULT`;
    const messages = Array.from({ length: 90 }, (_, k) => [
      ...pair(`a${k}`, "line\n".repeat(k % 30 === 7 ? 90_000 : 40)),
      ...(k % 9 === 3 ? pair(`b${k}`, `${"before it, ".repeat(40)}${block}`) : []),
    ]).flat();
    for (const options of OPTIONS) {
      const { made } = agree(linesOf([TASK, ...messages]), options);
      expect(made.includes("line\\nline\\nline")).toBe(options !== OPTIONS[1]);
      expect(made.toString().split("END_DISPATCH_RESULT")).toHaveLength(11);
    }
  });

  it("count the turns of results that come in another order", () => {
    const early = Array.from({ length: 6 }, (_, k) => pair(`late_${k}`, "long text ".repeat(30)));
    const others = Array.from({ length: 60 }, (_, k) => pair(`x${k}`, "other text ".repeat(30)));
    const calls = early.map(([call]) => call as object);
    const answers = early.map(([, answer]) => answer as object);
    const lines = [TASK, ...calls, { role: "user", content: "and?" }, ...others.flat(), ...answers];
    agree(linesOf(lines), { ...OPTIONS[1], preserveRecentRawTurns: 2 });
  });
});
