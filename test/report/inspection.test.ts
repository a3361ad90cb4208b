import { Writable } from "node:stream";
import ndjson from "ndjson";
import { describe, expect, it } from "vitest";
import type { InspectedTranscript } from "../../src/analyses/inspect/inspected.ts";
import { createSum } from "../../src/analyses/inspect/inspection-sum.ts";
import type { ResultKind } from "../../src/report/index.ts";
import { createInspectionReporter } from "../../src/report/inspection/index.ts";
import { answers, asks, inspectionOf } from "../support/inspection.ts";
import { sessionMessages } from "../support/sessions.ts";

function inspected(
  messages: readonly object[],
  { file = "run.jsonl", line = 1 } = {},
): InspectedTranscript {
  return { file, line, format: "openai-chat", ...inspectionOf(messages, { file }) };
}

const SESSION = sessionMessages(12, { chars: 1000 });

async function report(
  kind: ResultKind,
  transcripts: readonly InspectedTranscript[],
  { columns = 80, color = false, skippedFiles = 0 } = {},
): Promise<string> {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  const target = { write, columns, color };
  const reporter = await createInspectionReporter(kind, target);
  const sum = createSum();
  const unread = { unreadResults: 0, missingParents: 0, unreadRecords: {} };
  const counts = { otherRecords: 0, badLines: 0, invalidUtf8Records: 0, ...unread };
  for (const each of transcripts) {
    sum.add(each);
    reporter.transcript(each);
  }
  const read = { observations: 0, calls: 0 };
  const file = { file: "run.jsonl", layout: "rows", bytes: 20_000, ...counts, ...read } as const;
  reporter.file({ ...file, transcripts: transcripts.length });
  const formats = { "openai-chat": transcripts.length };
  const about = {
    inputs: 1,
    failedInputs: 0,
    emptyInputs: 0,
    skippedFiles,
    bytes: 20_000,
    ...counts,
    formats,
  };
  await reporter.finish({ ...about, transcripts: transcripts.length, ...sum.total });
  return text;
}

describe("the table", () => {
  it("shows one transcript by role and kind, tool, window and size", async () => {
    expect(await report("table", [inspected(SESSION)])).toMatchInlineSnapshot(`
      "run.jsonl: openai-chat; 25 messages, 12 tool turns, 20,000 bytes

      chars      text  reasoning  calls  observations   total   share
      system        –          –      –             –       0    0.0%
      user         12          –      –             –      12    0.1%
      assistant     –          –     72             –      72    0.6%
      tool          –          –      –        12,000  12,000   99.3%
      total        12          –     72        12,000  12,084  100.0%
      share      0.1%       0.0%   0.6%         99.3%

      tool  calls  call chars  observations  their chars  share
      look     12          72            12       12,000  99.9%

      window           inside       outside  observations outside
       5 turns   5,030  41.6%  7,054  58.4%          7,000  57.9%
      10 turns  10,060  83.3%  2,024  16.7%          2,000  16.6%
      20 turns  12,084 100.0%      0   0.0%              0   0.0%

      largest observations  tool  chars  share
      run.jsonl:3           look  1,000   8.3%
      run.jsonl:5           look  1,000   8.3%
      run.jsonl:7           look  1,000   8.3%
      run.jsonl:9           look  1,000   8.3%
      run.jsonl:11          look  1,000   8.3%
      run.jsonl:13          look  1,000   8.3%
      run.jsonl:15          look  1,000   8.3%
      run.jsonl:17          look  1,000   8.3%
      run.jsonl:19          look  1,000   8.3%
      run.jsonl:21          look  1,000   8.3%

      duplicates: 0 of 12 observations repeat an earlier one
      a window of 10 would save: 2 of 12 tool turns, about 483 of 3,000 tokens (16.1%)
      calls without results: 0 of 12
      "
    `);
  });

  it("lists the transcripts with most chars where there are several, then all together", async () => {
    const rows = Array.from({ length: 500 }, (_, k) =>
      inspected([asks("read:c1"), answers("c1", "x".repeat(k))], { line: k + 1 }),
    );
    const lines = (await report("table", rows)).split("\n");
    expect(lines[0]).toBe(
      "500 transcripts in 1 input: openai-chat; 1,000 messages, 500 tool turns, 20,000",
    );
    expect(lines[4]).toMatch(/^run\.jsonl:500 +2 +505 +98\.8% +0\.0%$/);
    expect(lines[13]).toMatch(/^run\.jsonl:491 /);
    expect(lines[14]).toBe("… and 490 more");
    expect(lines[15]).toMatch(/^total +1,000 +127,750 +97\.7% +0\.0%$/);
  });

  it.each([40, 60, 79, 80, 100, 200])("stays within %i columns", async (columns) => {
    const about = { file: "a/very/long/path/to/a/folder/of/transcripts/run.jsonl" };
    const rows = [inspected(SESSION, about), inspected(SESSION, { ...about, line: 2 })];
    const tables = (await report("table", rows, { columns })).split("\n").slice(1);
    for (const line of tables.slice(0, -4)) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("leaves out shares before kinds of text, which add up to the total", async () => {
    const said = "Let us see what it says. ".repeat(40_000);
    const messages = [...SESSION, { ...asks("read:c99"), content: said, reasoning: said }];
    const text = await report("table", [inspected(messages)], { columns: 62 });
    expect(text).toMatch(/^chars +text +reasoning +calls +observations +total$/m);
  });

  it("shows no control character of a tool's or a file's name", async () => {
    const messages = [asks("\u001b[31mread:c1"), answers("c1", "seen")];
    const text = await report("table", [inspected(messages, { file: "a\u0007.jsonl" })]);
    expect(text).toContain("\\x1b[31mread");
    expect(text).toContain("a\\x07.jsonl:2");
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it("names ten tools, and adds up the others", async () => {
    const messages = Array.from({ length: 13 }, (_, k) => [
      asks(`tool${k}:c${k}`),
      answers(`c${k}`, "x".repeat(100 - k)),
    ]).flat();
    const text = await report("table", [inspected(messages)]);
    expect(text).toContain("\ntool10 ");
    expect(text).not.toContain("\ntool9 ");
    expect(text).toMatch(/\n… and 3 more +3 +23 +3 +268 /);
  });

  it("says what it leaves out of the tables", async () => {
    const messages = [
      asks("read:c1", "read:c2", "read:c3"),
      answers("c1", "the same"),
      answers("c2", "the same"),
      answers("c9", "[Old tool result content cleared]"),
    ];
    const text = await report("table", [inspected(messages)], { skippedFiles: 2 });
    expect(text).toContain(
      "\nduplicates: 1 of 3 observations repeat an earlier one, 8 chars (11.9%)\n" +
        "a window of 10 would save: 0 of 1 tool turns, about 0 of 13 tokens (0%)\n" +
        "calls without results: 1 of 3\n" +
        "results without calls: 1 of 3\n" +
        "masked already: 1 of 3 observations\n" +
        "skipped, of no known format: 2\n",
    );
  });

  it("colours only where it is told to", async () => {
    expect(await report("table", [inspected(SESSION)])).not.toContain("\u001b");
    expect(await report("table", [inspected(SESSION)], { color: true })).toContain("\u001b[1m");
  });

  it("of nothing is a line", async () => {
    expect(await report("table", [], { skippedFiles: 3 })).toBe(
      "no transcripts; skipped, of no known format: 3\n",
    );
  });
});

describe("CSV", () => {
  it("has a row for each transcript, and every figure by its name", async () => {
    const one = inspected(SESSION, { file: "=a,b" });
    const [head = "", row = "", ...rest] = (await report("csv", [one])).split("\n");
    expect(rest).toEqual([""]);
    expect(row.startsWith(`"'=a,b",1,openai-chat,25,`)).toBe(true);
    const names = head.split(",");
    const values = row.replace('"\'=a,b"', "file").split(",");
    expect(names).toHaveLength(values.length);
    const figures = Object.fromEntries(names.map((name, k) => [name, Number(values[k])]));
    expect(figures).toMatchObject({
      chars: one.chars,
      callChars: 72,
      userChars: 12,
      toolChars: 12_000,
      outside5ObservationChars: 7000,
      outside20Chars: 0,
    });
  });
});

describe("NDJSON", () => {
  it("is written as transcripts come, and ndjson reads it back", async () => {
    const one = inspected(SESSION);
    const records: { type: string }[] = [];
    const parser = ndjson.parse();
    const ended = new Promise((resolve) => parser.on("end", resolve));
    const sink = (record: { type: string }) => void records.push(record);
    parser.pipe(
      new Writable({
        objectMode: true,
        write(record, _encoding, done) {
          sink(record);
          done();
        },
      }),
    );
    parser.end(await report("ndjson", [one]));
    await ended;
    expect(records.map(({ type }) => type)).toEqual(["transcript", "file", "totals"]);
    expect(records[0]).toEqual({ type: "transcript", ...one });
  });
});

describe("JSON", () => {
  it("is one document with transcripts, files and totals", async () => {
    const all = [inspected(SESSION), inspected(SESSION, { line: 2 })];
    const { transcripts, files, totals } = JSON.parse(await report("json", all));
    expect(transcripts).toEqual(all);
    expect(files).toMatchObject([{ file: "run.jsonl", transcripts: 2 }]);
    expect(totals).toMatchObject({ transcripts: 2, chars: 2 * (all[0]?.chars ?? 0), inputs: 1 });
  });

  it("is one document even of nothing", async () => {
    expect(JSON.parse(await report("json", []))).toMatchObject({
      transcripts: [],
      totals: { chars: 0 },
    });
  });
});
