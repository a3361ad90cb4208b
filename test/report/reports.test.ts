import { Writable } from "node:stream";
import ndjson from "ndjson";
import { describe, expect, it } from "vitest";
import { visible } from "../../src/base/visible.ts";
import type { TranscriptTelemetry } from "../../src/engine/edits/compaction-result.ts";
import { addTranscript, emptyTotals } from "../../src/engine/edits/compaction-totals.ts";
import { createReporter, type ReportKind } from "../../src/report/index.ts";

function telemetry(about: Partial<TranscriptTelemetry> = {}): TranscriptTelemetry {
  return {
    file: "run.jsonl",
    line: 1,
    format: "openai-chat",
    messages: 40,
    beforeChars: 1_234_567,
    afterChars: 234_567,
    savedChars: 1_000_000,
    maskedCount: 12,
    maskedChars: 1_000_000,
    maskedRemaining: 12,
    droppedCount: 0,
    reductionStage: "masking",
    invariantStatus: "ok",
    fits: true,
    targetMet: true,
    byRule: { window: { masked: 12, maskedChars: 1_000_000, kept: 3, keptChars: 500 } },
    ...about,
  };
}

const FILE = {
  file: "run.jsonl",
  layout: "rows",
  isChanged: true,
  beforeBytes: 2,
  afterBytes: 1,
  transcripts: 1,
  otherRecords: 0,
  observations: 0,
  calls: 0,
  unreadResults: 0,
  missingParents: 0,
  unreadRecords: {},
  badLines: 0,
  invalidUtf8Records: 0,
} as const;

async function report(
  kind: ReportKind,
  transcripts: readonly TranscriptTelemetry[],
  { columns = 80, color = false } = {},
): Promise<string> {
  let text = "";
  const reporter = await createReporter(kind, {
    write: (more) => {
      text += more;
    },
    columns,
    color,
  });
  const totals = { ...emptyTotals(), inputs: 1 };
  for (const each of transcripts) {
    addTranscript(totals, each);
    reporter.transcript(each);
  }
  reporter.file(FILE);
  await reporter.finish(totals);
  return text;
}

describe("the table", () => {
  it.each([24, 40, 60, 79, 80, 100, 120, 200])("stays within %i columns", async (columns) => {
    const rows = [telemetry({ file: "a/very/long/path/to/a/transcript.jsonl" }), telemetry()];
    for (const line of (await report("table", rows, { columns })).split("\n").slice(0, -2))
      expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("has at 80 columns the columns that the design names", async () => {
    const [head] = (await report("table", [telemetry()])).split("\n");
    expect(head?.split(/\s+/)).toEqual([
      "transcript",
      "before",
      "after",
      "saved",
      "maskedCount",
      "maskedChars",
      "reductionStage",
    ]);
  });

  it("shows at most 20 transcripts, those with most saved, then how many more, then the total", async () => {
    const rows = Array.from({ length: 1000 }, (_, k) =>
      telemetry({ line: k + 1, savedChars: k, beforeChars: 1000, afterChars: 1000 - k }),
    );
    const lines = (await report("table", rows)).trimEnd().split("\n");
    expect(lines).toHaveLength(1 + 20 + 1 + 1 + 1);
    expect(lines[1]).toMatch(/^run\.jsonl:1000 /);
    expect(lines[20]).toMatch(/^run\.jsonl:981 /);
    expect(lines[21]).toMatch(/^… and 980 more/);
    expect(lines[22]).toMatch(/^total +1,000,000 +500,500 +50\.0% +12,000/);
    expect(lines[23]).toMatch(/^bytes /);
  });

  it("says on a narrow terminal too how many more there are", async () => {
    const rows = Array.from({ length: 50_000 }, (_, k) =>
      telemetry({ line: k + 1, savedChars: k, beforeChars: 9_000_000, afterChars: 8_000_000 }),
    );
    const lines = (await report("table", rows, { columns: 60 })).trimEnd().split("\n");
    expect(lines).toContain("… and 49,980 more");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("marks what is larger than its budget, and says what the mark means", async () => {
    const text = await report("table", [telemetry({ fits: false, reductionStage: "fallback" })]);
    expect(text).toContain("fallback*");
    expect(text).toContain("* larger than its budget");
  });

  it("colours only where it is told to", async () => {
    expect(await report("table", [telemetry()])).not.toContain("\u001b");
    expect(await report("table", [telemetry()], { color: true })).toContain("\u001b[1m");
  });
});

describe("the line about rules under the table", () => {
  const about = async (byRule: TranscriptTelemetry["byRule"]) =>
    (await report("table", [telemetry({ byRule })])).split("\n").slice(2, -1);

  it("says what they masked and kept where one beside the window had a say", async () => {
    const window = { masked: 1200, maskedChars: 5, kept: 10, keptChars: 5 };
    const kept = { kept: 3, keptChars: 9 };
    expect(await about({ window, errors: kept, pressure: kept, "not-shorter": kept })).toEqual([
      expect.stringMatching(/^bytes /),
      "masked: 1,200 by window; kept: 3 by errors, 3 by pressure",
    ]);
  });

  it("is not there where the window was alone", async () => {
    const window = { masked: 1, maskedChars: 5, kept: 1, keptChars: 5 };
    expect(await about({ window, dead: window, "not-shorter": { kept: 1, keptChars: 2 } })).toEqual(
      [expect.stringMatching(/^bytes /)],
    );
  });
});

describe("CSV", () => {
  it("has the counts of rules in one field", async () => {
    const errors = { kept: 1, keptChars: 9 };
    const text = await report("csv", [telemetry({ byRule: { window: { masked: 2 }, errors } })]);
    expect(text).toContain(",window.masked=2 errors.kept=1 errors.keptChars=9\n");
  });

  it("quotes what needs it, and defuses what a spreadsheet would run", async () => {
    const names = ['a,"b".jsonl', "=cmd()", "two\nlines"];
    const text = await report(
      "csv",
      names.map((file) => telemetry({ file })),
    );
    expect(text).toContain('\n"a,""b"".jsonl",1,');
    expect(text).toContain("\n'=cmd(),1,");
    expect(text).toContain('\n"two\nlines",1,');
  });

  it("has a head even without rows", async () => {
    expect(await report("csv", [])).toMatch(/^file,line,format,[\w,]+\n$/);
  });
});

describe("NDJSON", () => {
  it("is written as transcripts finish, and ndjson reads it back", async () => {
    const text = await report("ndjson", [telemetry(), telemetry({ line: 2 })]);
    const records: { type: string }[] = [];
    const parser = ndjson.parse();
    parser.pipe(
      new Writable({
        objectMode: true,
        write(record, _encoding, done) {
          records.push(record);
          done();
        },
      }),
    );
    const ended = new Promise((resolve) => parser.on("end", resolve));
    parser.end(text);
    await ended;
    expect(records.map(({ type }) => type)).toEqual(["transcript", "transcript", "file", "totals"]);
    expect(records[0]).toEqual({ type: "transcript", ...telemetry() });
  });
});

it("files are lines for each file and for the totals, and none for transcripts", async () => {
  const lines = (await report("files", [telemetry(), telemetry({ line: 2 })]))
    .trimEnd()
    .split("\n");
  const ndjsonOnes = (await report("ndjson", [telemetry(), telemetry({ line: 2 })])).split("\n");
  expect(lines).toEqual(ndjsonOnes.slice(2, -1));
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(["file", "totals"]);
});

it("JSON is one document with transcripts, files and totals", async () => {
  const { transcripts, files, totals } = JSON.parse(await report("json", [telemetry()]));
  expect(transcripts).toEqual([telemetry()]);
  expect(files).toEqual([FILE]);
  expect(totals).toMatchObject({ transcripts: 1, maskedChars: 1_000_000 });
});

it("makes control characters visible, and those that turn text around", () => {
  expect(visible("a\u001b[31mb\u0007\n\u009b\u202e")).toBe("a\\x1b[31mb\\x07\\x0a\\x9b\\u202e");
});
