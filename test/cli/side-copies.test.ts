/** Copies of tool output that the model does not see are named where any of it is masked. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { elision } from "../support/shell.ts";

const STATE = readFileSync("fixtures/openai-agents-runstate/javascript.json", "utf8");

it.each([
  ["0", 1],
  ["9", 0],
])("elision -n --window %s", async (window, times) => {
  const { stderr, exitCode } = await elision(["-n", "--window", window], { stdin: STATE });
  expect(stderr.split("of the masked output a second time, for display").length - 1).toBe(times);
  expect(exitCode).toBe(0);
});
