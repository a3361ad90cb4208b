/** Commands that read objects say so before, if the input is neither small nor large. */
import { expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { sessionLines } from "../../support/sessions.ts";
import { elisionIn } from "../../support/shell.ts";

async function expects(argv: readonly string[], chars: number): Promise<boolean> {
  const folder = folderWith({ "run.jsonl": sessionLines(12, { chars }) });
  let isExpected = false;
  const expectObjects = () => {
    isExpected = true;
  };
  const { exitCode } = await elisionIn(folder, [...argv, "run.jsonl"], { expectObjects });
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
  expect(await expects(argv, LONG)).toBe(true);
  expect(await expects(argv, 100)).toBe(false);
});

it("is not said of the plain job", async () => {
  expect(await expects(["--window", "3"], LONG)).toBe(false);
});
