import { describe, expect, it, vi } from "vitest";
import type { Problem } from "../../../src/engine/input/input-problem.ts";
import { readTranscripts, readTranscriptsIn } from "../../../src/engine/input/read-transcripts.ts";
import { FORMATS } from "../../../src/formats/index.ts";
import type { ByteSource } from "../../../src/io/file-descriptor.ts";
import { memoryStore } from "../../../src/io/store/store.ts";
import { sessionLines, sessionRow } from "../../support/sessions.ts";

/** What is read of an input, as plain values. */
function reading() {
  const transcripts: { line: number; label: string; texts: readonly string[] }[] = [];
  const records: number[] = [];
  const badLines: Problem[] = [];
  return {
    transcripts,
    records,
    badLines,
    file: "run.jsonl",
    strict: false,
    onTranscript({ line, transcript }: Parameters<ReadingOf["onTranscript"]>[0]) {
      const texts = [...transcript.observations()].map((part) => transcript.text(part));
      transcripts.push({ line, label: transcript.label, texts });
    },
    onRecord: (_: unknown, { line }: { line: number }) => records.push(line),
    onBadLine: (problem: Problem) => badLines.push(problem),
  };
}

type ReadingOf = Parameters<typeof readTranscriptsIn>[1];

const chars = 2;

describe("readTranscripts", () => {
  it("gives a transcript for each row, with its line and its texts", () => {
    const all = reading();
    const bytes = Buffer.from(
      `${sessionRow(1, { chars })}{"other":1}\n${sessionRow(2, { chars })}`,
    );
    const read = readTranscriptsIn(bytes, all, { store: memoryStore() });
    expect(all.transcripts).toEqual([
      { line: 1, label: "run.jsonl:1", texts: ["0 "] },
      { line: 3, label: "run.jsonl:3", texts: ["0 ", "1 "] },
    ]);
    expect(all.records).toEqual([1, 3]);
    expect(read).toMatchObject({ layout: "rows", otherRecords: 1, bytes: bytes.length });
  });

  it("counts rows that are like earlier ones, and reports what their format does not read in them", () => {
    const all = reading();
    const rows = Array.from({ length: 40 }, () => sessionRow(2, { chars }));
    const { messages, ...row } = JSON.parse(sessionRow(2, { chars }));
    const result = { role: "tool_output", tool_call_id: "c9", content: "a text that no one reads" };
    rows[20] = `${JSON.stringify({ messages: [...messages, result], ...row })}\n`;
    const read = readTranscriptsIn(Buffer.from(rows.join("")), all, { store: memoryStore() });
    expect(all.transcripts).toHaveLength(40);
    expect(read).toMatchObject({ observations: 80, calls: 80, unreadResults: 1 });
    expect(all.badLines).toMatchObject([{ line: 21, isUnread: true }]);
  });

  it("gives the one transcript of lines at the end, and reads its texts again", async () => {
    const all = reading();
    const text = `${sessionLines(3, { chars })}torn`;
    const read = await readTranscripts(sourceOf(text, 7), all, { store: memoryStore() });
    expect(all.transcripts).toEqual([{ line: 1, label: "run.jsonl", texts: ["0 ", "1 ", "2 "] }]);
    expect(read).toMatchObject({ layout: "lines", badLines: 1 });
    expect(all.badLines).toMatchObject([{ line: text.split("\n").length, column: 2 }]);
    expect(all.records.length).toBe(text.split("\n").length - 1);
  });

  it("gives up where nothing but blank lines comes, and holds no more of them", () => {
    const read = (blank: number) => {
      const all = reading();
      const bytes = Buffer.from("\n".repeat(blank) + sessionRow(1, { chars }));
      readTranscriptsIn(bytes, all, { store: memoryStore() });
      return all.transcripts;
    };
    expect(read(1000)).toMatchObject([{ line: 1001 }]);
    expect(() => read(70_000)).toThrow("the input is empty");
  });

  it("gives the transcript of a document, with the line that it begins on", () => {
    const all = reading();
    const document = JSON.stringify(JSON.parse(sessionRow(2, { chars })), null, 2);
    const read = readTranscriptsIn(Buffer.from(`\n\n${document}\n`), all, { store: memoryStore() });
    expect(read.layout).toBe("document");
    expect(all.transcripts).toMatchObject([{ line: 3, texts: ["0 ", "1 "] }]);
    expect(all.records).toEqual([3]);
  });
});

describe("the line of an observation", () => {
  const linesIn = (bytes: string) => {
    const lines: number[] = [];
    const all = {
      ...reading(),
      onTranscript({ transcript, lineOf }: Parameters<ReadingOf["onTranscript"]>[0]) {
        lines.push(...[...transcript.observations()].map(lineOf));
      },
    };
    readTranscriptsIn(Buffer.from(bytes), all, { store: memoryStore() });
    return lines;
  };

  it("is that of its message, of its row, or the one that it stands on in a document", () => {
    expect(linesIn(`\n${sessionLines(2)}`)).toEqual([4, 6]);
    expect(linesIn(`${sessionRow(2)}${sessionRow(1)}`)).toEqual([1, 1, 2]);
    const text = `\n${JSON.stringify(JSON.parse(sessionRow(2)), null, 2)}`;
    const lines = text.split("\n").flatMap((line, k) => (/ o+/.test(line) ? [k + 1] : []));
    expect(lines).toHaveLength(2);
    expect(linesIn(text)).toEqual(lines);
  });

  it("is that of its blocks, where it has such", () => {
    const results = ["a", "b"].map((id) => ({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: `answer ${id}` }],
    }));
    const uses = ["a", "b"].map((id) => ({
      role: "assistant",
      content: [{ type: "tool_use", id, name: "look", input: {} }],
    }));
    const messages = [uses[0], results[0], uses[1], results[1]];
    const text = JSON.stringify(messages, null, 1);
    const lines = text.split("\n").flatMap((line, k) => (line.includes("answer") ? [k + 1] : []));
    expect(linesIn(text)).toEqual(lines);
  });
});

describe("a document on one line, of a format that is read as objects", () => {
  const generation = (id: string) => {
    const message = { role: "user", content: "Why?" };
    return { id, traceId: "t", type: "GENERATION", input: [message], output: null };
  };
  it.each([
    [1, 1],
    // Its first generation shows that there may be others: they are not read before they can be arranged.
    [3, 2],
  ])("of %i conversations is read %i times to be judged and taken", (count, times) => {
    const reads = vi.spyOn(FORMATS.langfuse, "read");
    const observations = Array.from({ length: count }, (_, k) => generation(`g${k}`));
    const bytes = Buffer.from(JSON.stringify({ trace: { id: "t" }, observations }));
    const all = reading();
    readTranscriptsIn(bytes, all, { store: memoryStore() });
    expect(all.transcripts).toHaveLength(count);
    expect(reads).toHaveBeenCalledTimes(times);
    reads.mockRestore();
  });
});

/** A source that gives a few bytes at a time. */
function sourceOf(text: string, count: number): ByteSource {
  let rest = Buffer.from(text);
  return {
    async read(into) {
      const copied = rest.subarray(0, count).copy(into);
      rest = rest.subarray(copied);
      return copied;
    },
  };
}
