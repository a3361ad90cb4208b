/** Lines that the kernel knows completely, whose format is not asked whether it reads them. */
import { describe, expect, it } from "vitest";
import { linesOf } from "../../../../src/engine/input/lines/line.ts";
import { readSlowly } from "../../../../src/engine/input/lines/read-line.ts";
import { scanAgainIn } from "../../../../src/engine/input/lines/scan-aside.ts";
import { takeKernel } from "../../../../src/engine/input/lines/spare-kernels.ts";
import { areClosedLines } from "../../../../src/engine/input/recognise/closed-lines.ts";
import { isRead } from "../../../../src/engine/input/recognise/misread.ts";
import type { Format } from "../../../../src/formats/format.ts";
import { FORMAT_NAMES, FORMATS } from "../../../../src/formats/index.ts";
import { TapeTree } from "../../../../src/json/tape/tape-tree.ts";
import { fixturesOf } from "../../../support/fixtures.ts";
import { sessionLines } from "../../../support/sessions.ts";

const kernel = takeKernel(10_000);
const scanAgain = scanAgainIn(kernel, new TapeTree(kernel.bytes, kernel.tape, kernel));
const readLines = (text: string) => [...linesOf(Buffer.from(text))].map(readSlowly);

function areClosed(text: string, format: Format = FORMATS["openai-chat"]): boolean {
  return areClosedLines(readLines(text), format, scanAgain);
}

it("are those with results and nothing that the format does not know", () => {
  const lines = sessionLines(4);
  expect(areClosed(lines)).toBe(true);
  expect(areClosed(`\n${lines}\n`)).toBe(true);
});

it.each([
  ["no result", '{"role":"user","content":"hi"}\n'],
  [
    "an unknown list",
    `${sessionLines(4)}{"role":"user","content":"hi","extra":[{"type":"tool_result"}]}\n`,
  ],
  ["a torn line", `${sessionLines(4)}{"role":"user",\n`],
])("are not lines with %s", (_, lines) => {
  expect(areClosed(lines)).toBe(false);
});

it("are not lines of a format that the kernel has no table for", () => {
  expect(areClosed(sessionLines(4), FORMATS["claude-code"])).toBe(false);
});

describe("of fixtures", () => {
  const texts = FORMAT_NAMES.flatMap((name) => fixturesOf(name))
    .map(({ bytes }) => bytes.toString())
    .filter((text) => text.trim().includes("\n"));

  it.each(FORMAT_NAMES)("are read by %s", (name) => {
    const format = FORMATS[name];
    for (const text of texts) {
      const lines = readLines(text);
      if (!areClosedLines(lines, format, scanAgain)) continue;
      const trees = lines.flatMap(({ tree }) => (tree instanceof TapeTree ? [tree] : []));
      expect(isRead(format, trees)).toBe(true);
    }
  });
});
