/** Commands that read objects say so before, if the input is neither small nor large. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { sessionLines } from "../../support/sessions.ts";
import { elisionIn } from "../../support/shell.ts";

const session = (chars: number) => sessionLines(12, { chars });

/** A sample of Inspect AI, whose messages are read with its events. */
function sample(chars: number): string {
  const all = JSON.parse(readFileSync("fixtures/inspect-ai/sample.json", "utf8"));
  const more = Array(12).fill({ role: "user", content: "x".repeat(chars) });
  return JSON.stringify({ ...all, messages: [...all.messages, ...more] });
}

async function expects(argv: readonly string[], text: string): Promise<boolean> {
  return expectsOf({ "run.jsonl": text }, argv);
}

async function expectsOf(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
): Promise<boolean> {
  const folder = folderWith(files);
  let isExpected = false;
  const expectObjects = () => {
    isExpected = true;
  };
  const { exitCode } = await elisionIn(folder, [...argv, ...Object.keys(files)], { expectObjects });
  expect(exitCode).toBeLessThan(2);
  return isExpected;
}

const LONG = 20_000;

it.each([
  ["compare"],
  ["inspect"],
  ["check"],
  ["--max-input-chars", "900"],
  ["--dedupe"],
  ["--explain"],
])("is said of %s %s", async (...argv) => {
  expect(await expects(argv, session(2 * LONG))).toBe(true);
  expect(await expects(argv, session(100))).toBe(false);
});

it("is said of the plain job only where its format is read as objects", async () => {
  expect(await expects(["--window", "3"], session(2 * LONG))).toBe(false);
  expect(await expects(["--window", "3"], sample(2 * LONG))).toBe(true);
  expect(await expects(["--window", "3"], sample(LONG))).toBe(false);
});

it("is said of the plain job on rows by what is read as objects, not by their size", async () => {
  const row = readFileSync("fixtures/swe-smith/xml.jsonl", "utf8").split("\n", 1)[0] ?? "";
  const long = row.replace("OBSERVATION:\\n", (head) => `${head}${"x".repeat(3 * LONG)}`);
  const rows = (count: number) => `${long}\n`.repeat(count);
  expect(rows(12).length).toBeGreaterThan(36 * LONG);
  expect(await expects(["--window", "3"], rows(12))).toBe(false);
});

it("is said of several files where one is small, since a format is recognised by objects", async () => {
  const files = (chars: number) => ({ "a.jsonl": session(chars), "b.jsonl": session(chars) });
  expect(await expectsOf(files(100), ["-n"])).toBe(true);
  expect(await expectsOf(files(100_000), ["-n"])).toBe(false);
});
