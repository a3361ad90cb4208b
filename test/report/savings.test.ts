/** The record of savings: observation tokens, masked and visible turns, percent. */
import { describe, expect, it } from "vitest";
import { inspect } from "../../src/index.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

/** Twelve turns, each with an observation of 400 chars. */
const SESSION = sessionLines(12);
const PLACEHOLDER = "[observation masked — 400 chars]";
const SAVED = Math.floor((2 * (400 - PLACEHOLDER.length)) / 4);
const RECORD = {
  total_obs_tokens: (12 * 400) / 4,
  masked_turns: 2,
  visible_turns: 10,
  estimated_saved_tokens: SAVED,
  reduction_percent: Math.round((SAVED * 1000) / 1200) / 10,
};

describe("the savings of masking", () => {
  it("are in an inspection, for a window of 10", async () => {
    expect(inspect(Buffer.from(SESSION)).transcripts[0]?.savings).toEqual(RECORD);
    const { stdout } = await elision(["inspect"], { stdin: SESSION });
    expect(stdout).toContain(
      `a window of 10 would save: 2 of 12 tool turns, about ${SAVED} of 1,200 tokens (${RECORD.reduction_percent}%)`,
    );
  });

  it("are added up over transcripts", async () => {
    const folder = folderWith({ "a.jsonl": SESSION, "b.jsonl": SESSION });
    const { stdout } = await elision(["inspect", "--report", "json", folder]);
    const { totals } = JSON.parse(stdout) as { totals: { savings: unknown } };
    expect(totals.savings).toEqual({
      ...RECORD,
      total_obs_tokens: 2400,
      masked_turns: 4,
      visible_turns: 20,
      estimated_saved_tokens: 2 * SAVED,
    });
  });

  it("are in the report of a dry run, for what it would do, and of no other run", async () => {
    const saved = async (argv: readonly string[]) => {
      const { stderr } = await elision(["--report", "json", ...argv], { stdin: SESSION });
      return (JSON.parse(stderr) as { transcripts: { savings?: unknown }[] }).transcripts[0]
        ?.savings;
    };
    expect(await saved(["-n"])).toEqual(RECORD);
    expect(await saved(["-n", "--window", "3"])).toMatchObject({
      masked_turns: 9,
      visible_turns: 3,
    });
    expect(await saved([])).toBeUndefined();
  });

  it("are none where there are no observations", () => {
    const [transcript] = inspect(Buffer.from('{"role":"user","content":"Go."}\n')).transcripts;
    expect(transcript?.savings).toEqual({
      total_obs_tokens: 0,
      masked_turns: 0,
      visible_turns: 0,
      estimated_saved_tokens: 0,
      reduction_percent: 0,
    });
  });
});
