/** Prompts replayed from sessions whose reasoning is bound to everything before it. */
import { describe, expect, it } from "vitest";
import { boundSession, THOUGHT, TURNS } from "../support/bound-session.ts";
import { elision } from "../support/shell.ts";

interface Prompt {
  readonly role: string;
  readonly content: string | null;
  readonly reasoning_content?: string;
}

async function prompts(...argv: readonly string[]): Promise<readonly (readonly Prompt[])[]> {
  const { stdout, exitCode } = await elision(["replay", ...argv], { stdin: boundSession() });
  expect(exitCode).toBe(0);
  const rows = stdout.trimEnd().split("\n");
  return rows.map((row) => (JSON.parse(row) as { messages: readonly Prompt[] }).messages);
}

/** How many prompts do not begin with the one before. */
function changed(all: readonly (readonly Prompt[])[]): number {
  const texts = all.map((messages) => messages.map((message) => JSON.stringify(message)));
  return texts.filter((each, at) => at > 0 && texts[at - 1]?.some((text, k) => each[k] !== text))
    .length;
}

const masked = (messages: readonly Prompt[] = []) =>
  messages.filter(({ role, content }) => role === "tool" && content?.startsWith("[")).length;

describe("replay --reasoning fit", () => {
  it.each([
    ["with a window of none", []],
    ["within a budget", ["--max-input-chars", "20k"]],
    ["past a trigger", ["--trigger", "20k"]],
  ])(
    "%s leaves masked what it masked when it was new, and all else as it was sent",
    async (_, more) => {
      const all = await prompts("--window", "0", "--reasoning", "fit", ...more);
      expect(changed(all)).toBe(0);
      expect(masked(all.at(-1))).toBeGreaterThan(TURNS / 2);
      const kept = await prompts("--window", "0", "--reasoning", "keep", ...more);
      expect(changed(kept) + masked(kept.at(-1))).toBeGreaterThan(masked(all.at(-1)) - 1);
    },
  );

  it("masks nothing that only a window over older turns would", async () => {
    const all = await prompts("--window", "1", "--reasoning", "fit");
    expect([changed(all), masked(all.at(-1))]).toEqual([0, 0]);
    const kept = await prompts("--window", "1");
    expect(changed(kept)).toBeGreaterThan(0);
    expect(masked(kept.at(-1))).toBe(TURNS - 2);
  });

  it("says the same of one step as of all", async () => {
    const argv = ["--window", "0", "--reasoning", "fit", "--max-input-chars", "20k"];
    const all = await prompts(...argv);
    expect((await prompts(...argv, "--step", "8"))[0]).toEqual(all[8]);
  });
});

it("replay leaves out reasoning that --keep-thinking clears", async () => {
  const last = (await prompts("--keep-thinking", "2", "--no-masking")).at(-1) ?? [];
  const thought = last.filter(({ reasoning_content }) => reasoning_content === THOUGHT);
  expect(thought).toHaveLength(2);
});

it("replay masks within a budget at every later step what it masked at one", async () => {
  const all = await prompts("--window", "3", "--max-input-chars", "60k", "--reasoning", "keep");
  const counts = all.map((messages) => masked(messages));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBeGreaterThan(0);
});
