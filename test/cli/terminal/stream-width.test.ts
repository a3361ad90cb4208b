import stringWidth from "string-width";
import { expect, it } from "vitest";
import { knownWidth, tableWidth } from "../../../src/cli/terminal/stream-width.ts";
import { sessionLines } from "../../support/sessions.ts";
import { elision } from "../../support/shell.ts";

it("takes a terminal that is 0 columns wide for one that does not know", () => {
  expect([0, 60, undefined].map(knownWidth)).toEqual([undefined, 60, undefined]);
});

it("lays out tables for the terminal, else for COLUMNS, else for 80 columns", () => {
  expect(tableWidth({ columns: 60 }, { COLUMNS: "120" })).toBe(60);
  expect(tableWidth({}, { COLUMNS: "120" })).toBe(120);
  expect(tableWidth({}, { COLUMNS: "wide" })).toBe(80);
  expect(tableWidth({}, {})).toBe(80);
});

it("lays out a comparison in a pipe as its text is: for 80 columns", async () => {
  const { stdout } = await elision(["compare"], { stdin: sessionLines(12) });
  expect(stdout).toContain("window ");
  for (const line of stdout.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(80);
});
