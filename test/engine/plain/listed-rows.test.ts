/** Lists of conversations, which the kernel reads like rows, and the same as objects. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { encodeEntry } from "../../../src/archive/entry.ts";
import { ElisionError } from "../../../src/base/errors.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { PlainRows } from "../../../src/engine/plain/rows/plain-rows.ts";
import { DEFAULT_WITH_CALL } from "../../../src/reduce/placeholders/template.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { slowRuns } from "../../support/runs.ts";
import { LIKE_ROWS, OTHER_ROWS } from "./like-rows.ts";

/** What comes of some bytes, and the entries of their archive; an error is a result as well. */
function outcome(bytes: Buffer, options: Way & { readonly objects: boolean }) {
  const archive = memoryArchive();
  const entries = () => archive.entries().map((entry) => encodeEntry(entry).toString());
  try {
    const given = options.refs === true ? { ...options, archive } : options;
    const { bytes: written, transcripts, file, badLines } = compactWith(bytes, given);
    return [Buffer.from(written).toString("latin1"), transcripts, file, badLines, entries()];
  } catch (error) {
    if (error instanceof ElisionError) return [error.code, error.message];
    throw error;
  }
}

function agree(bytes: Buffer, options: Way): void {
  const told = outcome(bytes, { ...options, objects: false });
  expect(told).toEqual(outcome(bytes, { ...options, objects: true }));
}

/** With `refs` there is an archive. */
type Way = CompactOptions & { readonly refs?: boolean };

const WAYS: readonly Way[] = [
  { placeholder: DEFAULT_WITH_CALL, minGain: 1, preserveRecentRawTurns: 0 },
  { placeholder: "[old result, {originalLength}]", minGain: 1, preserveRecentRawTurns: 1 },
  { placeholder: DEFAULT_WITH_CALL, minGain: 1, preserveRecentRawTurns: 0, refs: true },
  { preserveRecentRawTurns: 1, maxInputChars: 400 },
  { preserveRecentRawTurns: 0, minGain: 1, savings: true },
];

/** The lines that are JSON, as the items of an array, each on several lines if `isLong`. */
function listOf(lines: Buffer, separator: string, isLong: boolean): Buffer {
  const items = lines
    .toString("latin1")
    .split(/[\r\n]+/)
    .filter((line) => line !== "" && isJson(line));
  const spaced = items.map((item) => (isLong ? item.replaceAll('{"', '{\n"') : item));
  return Buffer.from(`[${spaced.join(separator)}]\n`, "latin1");
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

const separators = fc.constantFrom(",", ",\n\n", "\n , ");

describe.each([...LIKE_ROWS, ...OTHER_ROWS])("a list of rows of $of", ({ of, rows }) => {
  it("becomes the same as by objects", () => {
    const byKernel = vi.spyOn(PlainRows.prototype, "splices");
    let read = 0;
    fc.assert(
      fc.property(rows, separators, fc.boolean(), (lines, separator, isLong) => {
        for (const way of WAYS) agree(listOf(lines, separator, isLong), way);
        for (const [{ batch }] of byKernel.mock.calls) read += batch.count;
        byKernel.mockClear();
      }),
      { numRuns: slowRuns(300) },
    );
    if (of === "calls") expect(read).toBeGreaterThan(slowRuns(300));
    byKernel.mockRestore();
  });
});

it("the conversations of one record become the same", () => {
  const result = JSON.parse(readFileSync("fixtures/tau2-bench/telecom.results.json", "utf8"));
  const [first] = result.simulations;
  const odd = { ...first, messages: [{ role: "tool", id: "a", content: ["a text in a list"] }] };
  for (const simulations of [Array(4).fill(first), [first, first, odd]])
    for (const space of [0, 1])
      for (const way of WAYS)
        agree(Buffer.from(JSON.stringify({ ...result, simulations }, undefined, space)), way);
});

describe("a list in which one conversation is unlike the others", () => {
  const turns = ["a", "b", "c"];
  const called = (id: string) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }],
  });
  const answer = (id: string) => ({ role: "tool", tool_call_id: id, content: id.repeat(300) });
  const asked = { role: "user", content: "Where is it?" };
  const chat = { messages: [asked, ...turns.flatMap((id) => [called(id), answer(id)])] };
  const used = (id: string) => ({
    role: "assistant",
    content: [{ type: "tool_use", id, name: "look", input: {} }],
  });
  const result = (id: string) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: id, content: id.repeat(300) }],
  });
  const blocks = { messages: [asked, ...turns.flatMap((id) => [used(id), result(id)])] };
  const said = { role: "assistant", content: "So." };
  const others: Readonly<Record<string, unknown>> = {
    "another format with the same keys": blocks,
    "a result that the format does not read": {
      messages: [
        ...chat.messages,
        { role: "assistant", content: "So.", tool_output: "x".repeat(99) },
      ],
    },
    "results of another format among its own": { messages: [...chat.messages, result("a")] },
    "no results": { messages: [asked, said] },
    "an answer in a text": {
      messages: [asked, said, { role: "user", content: "OBSERVATION:\nsrc" }, said],
    },
    "texts that call and answer": {
      messages: [
        asked,
        { role: "assistant", content: "```bash\nls\n```" },
        { role: "user", content: `OBSERVATION:\n${"src ".repeat(99)}` },
        said,
      ],
    },
    "other keys": { ...chat, id: 1, trajectory: [] },
    "a list of messages": chat.messages,
    "no conversation": { id: 1, output: "x".repeat(99) },
    "a number": 7,
  };

  it.each(Object.entries(others))("%s", (_, other) => {
    for (const all of [
      [chat, chat, other, chat, chat],
      [other, chat, chat, other],
      [other, other, chat, other, chat],
    ])
      for (const space of [0, 2])
        for (const way of WAYS) agree(Buffer.from(JSON.stringify(all, undefined, space)), way);
  });

  it("is reported at the line where it begins", () => {
    const list = Buffer.from(JSON.stringify([chat, chat, chat, blocks, chat], undefined, 1));
    const { transcripts } = compactWith(list, { preserveRecentRawTurns: 0 });
    const lines = list.toString().split("\n");
    const begins = lines.flatMap((line, k) => (line === " {" ? [k + 1] : []));
    expect(transcripts.map(({ line }) => line)).toEqual(begins);
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([3, 3, 3, 3, 3]);
  });
});
