/** What was recorded of a session, against the replay that left it alone. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PRICES } from "../../src/analyses/compare/billing/price-table.ts";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

const FIXTURES = new URL("../../fixtures", import.meta.url).pathname;
const OVERHEAD = 12_000;

interface Turn {
  readonly prompt: number;
  readonly read: number;
}

/** A session of Claude Code with a call a turn, and a pause of ten minutes before the turn `pauseAt`. */
function session(count: number, pauseAt: number): { lines: string; turns: readonly Turn[] } {
  let time = Date.parse("2026-11-01T08:00:00Z");
  let chars = 0;
  let before = 0;
  const turns: Turn[] = [];
  const records: unknown[] = [];
  const add = (type: string, message: unknown) => {
    const uuid = `u${records.length}`;
    const parentUuid = records.length === 0 ? null : `u${records.length - 1}`;
    const timestamp = new Date(time).toISOString();
    records.push({ type, uuid, parentUuid, sessionId: "s", timestamp, message });
  };
  add("user", { role: "user", content: "Count the stars." });
  chars += 16;
  for (let k = 0; k < count; k++) {
    time += k === pauseAt ? 600_000 : 20_000;
    const prompt = OVERHEAD + Math.round(chars / 3);
    const read = k === 0 || k === pauseAt ? 0 : before;
    const usage = {
      input_tokens: 0,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: prompt - read,
      output_tokens: 40,
    };
    turns.push({ prompt, read });
    before = prompt;
    const command = `look --sector ${k}`;
    add("assistant", {
      id: `m${k}`,
      role: "assistant",
      model: "claude-sonnet-5.5",
      usage,
      content: [{ type: "tool_use", id: `t${k}`, name: "Bash", input: { command } }],
    });
    const text = `${k} `.padEnd(900 + ((k * 7919) % 5000), "star ");
    add("user", {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `t${k}`, content: text }],
    });
    chars += 4 + JSON.stringify({ command }).length + text.length;
  }
  return { lines: records.map((record) => `${JSON.stringify(record)}\n`).join(""), turns };
}

function fileWith(lines: string): string {
  const file = join(folderWith({}), "session.jsonl");
  writeFileSync(file, lines);
  return file;
}

describe("compare, where the provider's counts are on record", () => {
  const { lines, turns } = session(24, 15);

  it("bills the session, left alone, as it was billed", async () => {
    const { stdout } = await elision(["compare", "--report", "json", fileWith(lines)]);
    const { transcripts } = JSON.parse(stdout);
    const price = PRICES.find(({ name }) => name === "claude-sonnet-5.5");
    const paid = turns.reduce(
      (sum, { prompt, read }) =>
        sum + ((price?.read ?? 0) * read + (price?.write ?? 0) * (prompt - read)) / 1e6,
      0,
    );
    expect(transcripts[0].alone.cachedCost / paid).toBeGreaterThan(0.98);
    expect(transcripts[0].alone.cachedCost / paid).toBeLessThan(1.02);
    expect(transcripts[0].fit).toMatchObject({
      turns: 24,
      within5Percent: 1,
      deviations: [{ step: 15, kind: "expired", seconds: 600 }],
    });
    expect(transcripts[0].fit).not.toHaveProperty("all");
  });

  it("says in one line how well it simulates, and lists turns and deviations if asked", async () => {
    const file = fileWith(lines);
    const short = await elision(["compare", file]);
    expect(short.stdout).toContain("100.0% of 24 turns within 5%");
    expect(short.stdout).not.toContain("idle for");
    const full = await elision(["compare", "--fit", file]);
    expect(full.stdout).toMatch(/idle for 600 seconds/);
    const { stdout } = await elision(["compare", "--fit", "--report", "json", file]);
    const { transcripts, totals } = JSON.parse(stdout);
    expect(transcripts[0].fit.all).toHaveLength(24);
    expect(totals.fit).toEqual({ turns: 24, within5Percent: 1 });
  });

  it("says where there is nothing to hold it against", async () => {
    const file = join(FIXTURES, "openai-chat/session.jsonl");
    const { stdout } = await elision(["compare", "--fit", file]);
    expect(stdout).toContain("No transcript has enough counts of its provider");
    expect(stdout).not.toContain("within 5%");
  });

  it("refuses a report that has no room for the list", async () => {
    const { exitCode, stderr } = await elision([
      "compare",
      "--fit",
      "--report",
      "csv",
      fileWith(lines),
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("no room for --fit");
  });
});

const SAMPLES = process.env.ELISION_SAMPLES;

describe.skipIf(SAMPLES === undefined)("recorded sessions (ELISION_SAMPLES)", () => {
  it("are within 5% of what their providers counted in 95% of their turns", async () => {
    const argv = ["--windows", "10", "--every", "1", "--settings", "none", "--no-recall"];
    const { stdout } = await elision(["compare", "--report", "json", ...argv, SAMPLES ?? ""]);
    const { fit } = JSON.parse(stdout).totals;
    expect(fit.turns).toBeGreaterThan(900);
    expect(fit.within5Percent).toBeGreaterThanOrEqual(0.95);
  }, 60_000);
});
