/** A file's turns with old observations masked, as the agent would have had them. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const TEXT = (k: number) => `${k} `.padEnd(400, "o");
const file = () => join(folderWith({ "run.jsonl": sessionLines(12) }), "run.jsonl");
const MASKED = "[observation masked — 400 chars]";

interface Shown {
  readonly turn: number;
  readonly steps: readonly { readonly observation: { text: string; isMasked: boolean } }[];
}

async function shown(...argv: readonly string[]): Promise<readonly Shown[]> {
  const { stdout, stderr, exitCode } = await elision(["show", "--json", ...argv, file()]);
  expect([stderr, exitCode]).toEqual(["", 0]);
  return JSON.parse(stdout) as readonly Shown[];
}

const textsOf = (turns: readonly Shown[]) =>
  turns.flatMap(({ steps }) => steps.map(({ observation }) => observation.text));

describe("show --turns", () => {
  it("masks what was older than the window after the last turn shown", async () => {
    const turns = await shown("--turns", "2-6", "--window", "2");
    expect(turns.map(({ turn }) => turn)).toEqual([2, 3, 4, 5, 6]);
    expect(textsOf(turns)).toEqual([MASKED, MASKED, MASKED, TEXT(4), TEXT(5)]);
    expect(turns.map(({ steps }) => steps[0]?.observation.isMasked)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("has a window of 10, and goes to the end where no end is named", async () => {
    expect(textsOf(await shown("--turns", "1-"))).toEqual([
      ...Array(2).fill(MASKED),
      ...Array.from({ length: 10 }, (_, k) => TEXT(k + 2)),
    ]);
    expect(await shown("--turns", "11-99")).toHaveLength(2);
  });

  it("prints turns as one is printed, with a line between", async () => {
    const { stdout } = await elision(["show", "--turns", "1-2", "--window", "1", file()]);
    expect(stdout).toContain(`Observation: ${MASKED}\n\nTurn 2:\n`);
    expect(stdout).toContain(`Observation: ${TEXT(1)}\n`);
  });

  it("says so where there are no such turns", async () => {
    const { stdout, stderr, exitCode } = await elision(["show", "--turns", "20-30", file()]);
    expect([stdout, exitCode]).toEqual(["", 1]);
    expect(stderr).toContain("no turn 20 (there are 12)");
  });

  it.each([["5"], ["5-2"], ["0-3"], ["a-b"], ["-3"]])("takes %s for a mistake", async (range) => {
    const { stderr, exitCode } = await elision(["show", `--turns=${range}`, file()]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("turns, such as 5-20 or 5-")]);
  });

  it("is not both one turn and several", async () => {
    const { stderr, exitCode } = await elision(["show", "--turns", "1-2", "--turn", "3", file()]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("not both")]);
  });
});

it("names the first turn that an empty input does not have", async () => {
  for (const turns of [
    ["--turns", "2-4"],
    ["--turn", "2"],
  ]) {
    const { stderr, exitCode } = await elision(["show", ...turns, "-"], { stdin: "" });
    expect([stderr, exitCode]).toEqual(["elision: stdin is empty: it has no turn 2\n", 1]);
  }
});
