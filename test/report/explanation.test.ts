import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import type {
  ObservationTelemetry,
  TranscriptTelemetry,
} from "../../src/engine/edits/compaction-result.ts";
import { explanationOf } from "../../src/report/explanation.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";

const ONE: ObservationTelemetry = {
  line: 12,
  tool: "look",
  chars: 1400,
  afterChars: 33,
  isMasked: true,
  by: "window",
  from: 4,
};

function lines(observations: readonly ObservationTelemetry[], columns = 80): readonly string[] {
  const telemetry = { file: "run.jsonl", line: 1, observations } as unknown as TranscriptTelemetry;
  return explanationOf(telemetry, columns).split("\n");
}

describe("the explanation", () => {
  it("has a line for each observation below the name of its transcript", () => {
    const kept = {
      ...ONE,
      line: 9,
      tool: undefined,
      isMasked: false,
      by: "errors",
      from: undefined,
    };
    const dropped = { ...ONE, isDropped: true, afterChars: 0 };
    expect(lines([kept as unknown as ObservationTelemetry, ONE, dropped as never], 100)).toEqual([
      "run.jsonl:1",
      "line  tool  chars  after  verdict  by      from step",
      "   9  –     1,400     33  kept     errors",
      "  12  look  1,400     33  masked   window          4",
      "  12  look  1,400      0  dropped  window          4",
      "",
      "",
    ]);
  });

  it("shows the argument of each call where there is room", () => {
    const argument = "npm test\u001b[2J -- --reporter=dot src/a/very/long/path/of/a/test.ts";
    expect(lines([{ ...ONE, argument }, ONE]).slice(1, 4)).toEqual([
      "line  tool  chars  after  verdict  by      argument",
      "  12  look  1,400     33  masked   window  npm test\\x1b[2J -- --reporter=dot sr…",
      "  12  look  1,400     33  masked   window",
    ]);
    expect(lines([{ ...ONE, argument, tool: "look_at_it" }], 50)[1]).not.toContain("argument");
  });

  it.each([60, 80, 200])("cuts names of tools so that it stays within %i columns", (columns) => {
    const tool = "a_tool_with_a_name".repeat(9);
    for (const line of lines([{ ...ONE, tool, by: "last-per-tool" }], columns))
      expect(line.length).toBeLessThanOrEqual(columns);
    expect(lines([{ ...ONE, tool }], columns)[2]).toMatch(/ {2}a_tool_\S*… {2}/);
  });

  it("shows control characters of a tool's name as what they are", () => {
    expect(lines([{ ...ONE, tool: "a\u001b[2J" }])[2]).toContain("a\\x1b[2J");
  });

  it("is empty without observations", () => {
    expect(lines([])).toEqual([""]);
  });

  it("has all observations of a huge transcript", () => {
    expect(lines(Array.from({ length: 200_000 }, () => ONE))).toHaveLength(200_004);
  });
});

describe("the account of each observation", () => {
  it("is there only where it is asked for", () => {
    const input = Buffer.from(sessionLines(3));
    expect(compact(input).transcripts[0]).not.toHaveProperty("observations");
    expect(compact(input, { explain: true }).transcripts[0]?.observations).toHaveLength(3);
  });

  it("names the line of the message, or of the row", () => {
    const options = { explain: true, preserveRecentRawTurns: 1 };
    const inLines = compact(Buffer.from(sessionLines(3)), options).transcripts;
    expect(inLines.map(({ observations = [] }) => observations.map(({ line }) => line))).toEqual([
      [3, 5, 7],
    ]);
    const inRows = compact(Buffer.from(sessionRow(1) + sessionRow(2)), options).transcripts;
    expect(inRows.map(({ observations = [] }) => observations.map(({ line }) => line))).toEqual([
      [1],
      [2, 2],
    ]);
  });

  it("has nothing left of what was dropped", () => {
    const { transcripts } = compact(Buffer.from(sessionRow(30, { chars: 60 })), {
      explain: true,
      maxInputChars: 500,
      preserveRecentRawTurns: 1,
    });
    const { observations = [] } = transcripts[0] ?? {};
    expect(observations[0]).toEqual({
      line: 1,
      tool: "look",
      chars: 60,
      afterChars: 0,
      isMasked: true,
      isDropped: true,
      by: "window",
      from: 2,
    });
    expect(observations.at(-1)).toEqual({
      line: 1,
      tool: "look",
      chars: 60,
      afterChars: 60,
      isMasked: false,
      by: "window",
    });
  });
});
