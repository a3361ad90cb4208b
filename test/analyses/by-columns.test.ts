/** Inspections and checks of conversations read as columns, and the same of objects: the same to the byte. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Checker } from "../../src/analyses/check/checker.ts";
import { columnInspector, inspectRow } from "../../src/analyses/inspect/inspect-columns.ts";
import { inspectionPolicy, inspectRead } from "../../src/analyses/inspect/inspect-read.ts";
import type { InspectedTranscript } from "../../src/analyses/inspect/inspected.ts";
import { createSum } from "../../src/analyses/inspect/inspection-sum.ts";
import { ElisionError } from "../../src/base/errors.ts";
import {
  readTranscriptsIn,
  type TranscriptReading,
} from "../../src/engine/input/read-transcripts.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { memoryStore } from "../../src/io/store/store.ts";
import { LIKE_LINES, LIKE_ROWS } from "../engine/plain/like-rows.ts";
import { oddBlockRows } from "../engine/plain/odd-blocks.ts";
import { ODD_CONTENTS } from "../engine/plain/odd-contents.ts";
import { oddPairRows } from "../engine/plain/odd-pairs.ts";
import { oddRows } from "../engine/plain/odd-rows.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { slowRuns } from "../support/runs.ts";

const POLICY = inspectionPolicy(undefined);

/** The findings and inspections of some bytes by one way, and how many conversations were taken as columns. */
function by(objects: boolean, bytes: Buffer) {
  const inspected: InspectedTranscript[] = [];
  const bad: unknown[] = [];
  const sum = createSum();
  let taken = 0;
  const add = (each: InspectedTranscript) => {
    inspected.push(each);
    sum.add(each);
  };
  const columns = columnInspector((row) => {
    taken++;
    inspected.push(inspectRow(row, "f"));
    sum.addRow(row, "f");
  });
  const read = reads(bytes, {
    file: "f",
    strict: false,
    onBadLine: (problem) => void bad.push(problem),
    onTranscript: (each) => add(inspectRead(each, { file: "f", policy: POLICY })),
    columns: objects ? undefined : columns,
  });
  const checker = new Checker({ file: "f", formats: undefined, objects });
  const checked = reads(bytes, checker);
  const findings = checker.finish();
  const { total } = sum;
  const told = { read, bad, inspected, total, checked, findings, count: checker.transcripts };
  return { told: JSON.stringify(told, null, 1), taken };
}

function reads(bytes: Buffer, reading: TranscriptReading): unknown {
  try {
    return readTranscriptsIn(bytes, reading, { store: memoryStore() });
  } catch (error) {
    if (error instanceof ElisionError) return { code: error.code, message: error.message };
    throw error;
  }
}

/** How many conversations were taken as columns. */
function agree(bytes: Buffer): number {
  const { told, taken } = by(false, bytes);
  const objects = by(true, bytes);
  if (told !== objects.told) expect(told.split("\n")).toEqual(objects.told.split("\n"));
  return taken;
}

const RUNS = slowRuns(1500);

describe("inspections and checks by columns", () => {
  it.each([
    ...LIKE_ROWS.map(({ of, rows }, k) => ({
      of: `rows of ${of}`,
      bytes: rows,
      // Calls without ids are read as objects. Others are taken once or twice in a case.
      least: k < 3 ? RUNS / 2 : 0,
    })),
    ...LIKE_LINES.map(({ of, lines }) => ({ of: `lines of ${of}`, bytes: lines, least: 0 })),
    { of: "rows of every odd shape", bytes: oddRows, least: 0 },
    { of: "rows of odd blocks", bytes: oddBlockRows, least: 0 },
    ...ODD_CONTENTS.map(({ of, rows }) => ({
      of: `rows of odd contents of ${of}`,
      bytes: rows.map((each) => Buffer.from(`${each.join("\n")}\n`)),
      least: 0,
    })),
    { of: "rows of odd pairs", bytes: oddPairRows, least: 0 },
  ])("are those of objects: $of", ({ bytes, least }) => {
    let taken = 0;
    const property = fc.property(bytes, (each) => {
      taken += agree(each);
    });
    fc.assert(property, { numRuns: RUNS });
    expect(taken).toBeGreaterThanOrEqual(least);
  });

  it.each(FORMAT_NAMES)("are those of objects: fixtures of %s", (format) => {
    for (const { bytes } of fixturesOf(format)) agree(bytes);
  });

  it("tell results that repeat another, however they are spelled", () => {
    const texts = [
      '"a\\u00e9/"',
      '"aé\\/"',
      '"aé/"',
      '"a\\ud800"',
      '"a\\ud801"',
      '"a\\uD800"',
      '"\\ud800a"',
    ];
    const line = (text: string, k: number) =>
      `{"role":"assistant","content":null,"tool_calls":[{"id":"${k}","type":"function","function":{"name":"ls","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"${k}","content":${text}}
`;
    const lines = texts.map(line).join("");
    const rows = `{"messages":[${lines.trimEnd().split("\n").join(",")}]}\n`;
    for (const input of [lines, rows, rows + rows.repeat(3)]) {
      const { told } = by(false, Buffer.from(input));
      expect(told).toBe(by(true, Buffer.from(input)).told);
      expect(JSON.parse(told).inspected[0]).toMatchObject({ duplicateObservations: 3 });
    }
  });
});
