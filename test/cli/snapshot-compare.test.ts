/** `elision snapshot --compare` over several state folders: each, their totals, and what it costs. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";
import { FOLDER } from "../support/snapshots.ts";

const env = { PATH: process.env.PATH };

/** Two copies of a state folder, one that is too small for a model, and one without inputs. */
function states() {
  const folder = folderWith();
  const state = (name: string) => join(folder, name);
  for (const name of ["a", "b"]) {
    cpSync(join(FOLDER, "iteration-3"), state(name), { recursive: true });
    const memory = join(state(name), "memory.ndjson");
    // Without what the iteration itself wrote, of which the reply says nothing.
    const [, ...others] = readFileSync(memory, "utf8").trimEnd().split("\n").reverse();
    writeFileSync(memory, others.reverse().join("\n"));
  }
  mkdirSync(state("small"));
  writeFileSync(join(state("small"), "memory.json"), '[{"scope":"s","key":"k","value":"Stuck"}]');
  mkdirSync(state("empty"));
  cpSync(join(FOLDER, "reply.json"), state("reply.json"));
  let time = 0;
  const run = (...argv: string[]) =>
    elision(["snapshot", ...argv, "--model", `command:cat '${state("reply.json")}'`], {
      env,
      now: () => {
        time += 40;
        return time;
      },
    });
  return { state, run };
}

const FLAGS = ["--compare", "-n", "-q"];
const PRICE = ["--price", "claude-haiku-4.5"];

describe("several folders", () => {
  it("are compared each by itself, with totals and money", async () => {
    const { state, run } = states();
    const folders = [state("a"), state("b"), state("small")];
    const { stdout, exitCode } = await run(...folders, ...FLAGS, ...PRICE, "--report", "json");
    expect(exitCode).toBe(0);
    const { folders: each, totals } = JSON.parse(stdout);
    expect(each.map(({ folder }: { folder: string }) => folder)).toEqual(folders);
    const [{ comparison: one }, { comparison: other }, { comparison: small }] = each;
    expect(small).toMatchObject({ reflected: null, skipped_reason: "below_threshold" });
    expect(small.cost).toEqual({ price: "claude-haiku-4.5", usd: 0 });
    expect(one.cost.usd).toBeGreaterThan(0.002);
    expect(totals).toEqual({
      folders: 3,
      compared: 2,
      items: one.deterministic.items + other.deterministic.items,
      consolidation_rate: expect.closeTo(one.metrics.consolidation_rate, 10),
      net_token_delta: one.metrics.net_token_delta + other.metrics.net_token_delta,
      reflection_latency_p95_ms: 40,
      fallback_rate: 0,
      reworded_items: one.metrics.reworded_items + other.metrics.reworded_items,
      left_out_items: one.metrics.left_out_items + other.metrics.left_out_items,
      moved_items: one.metrics.moved_items + other.metrics.moved_items,
      reflection_cost_usd: expect.closeTo(one.cost.usd + other.cost.usd, 10),
    });
    expect(existsSync(join(state("a"), "active-context.json"))).toBe(false);
  });

  it("are printed one after another, the totals last", async () => {
    const { state, run } = states();
    const { stdout, stderr } = await run(state("a"), state("b"), ...FLAGS, ...PRICE);
    expect(stderr).toBe("");
    const heads = stdout.split("\n").filter((line) => line.startsWith("==>"));
    expect(heads).toEqual([`==> ${state("a")} <==`, `==> ${state("b")} <==`, "==> total <=="]);
    expect(stdout.match(/^reflection cost +\$0\.\d{4} {2}by claude-haiku-4\.5$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^folders +2\ncompared +2\n/m);
    expect(stdout).toMatch(/^reflection cost +\$0\.00\d\d\n$/m);
  });

  it("stand alone: one that cannot be read is named, and the others are compared", async () => {
    const { state, run } = states();
    const folders = [state("a"), state("empty"), state("b")];
    const { stdout, stderr, exitCode } = await run(...folders, ...FLAGS, "--report", "json");
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${state("empty")}: expected something to make a snapshot of`);
    const { totals } = JSON.parse(stdout);
    expect(totals).toMatchObject({ folders: 2, compared: 2, reflection_cost_usd: null });
  });

  it.each([
    [["-n"], /several folders are only compared/],
    [["--compare", "--memory", "m.json"], /several folders each have their own inputs/],
    [["--compare", "--iteration", "4"], /several folders each have their own inputs/],
  ])("are refused with %j", async (flags, message) => {
    const { state, run } = states();
    const { stderr, exitCode } = await run(state("a"), state("b"), ...flags);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});

describe("the price of a reflection", () => {
  it.each<[string, readonly string[], RegExp]>([
    [
      "needs a price of output",
      ["--price", "qwen3-coder"],
      /no price of output is known for qwen3-coder/,
    ],
    ["must be known", ["--price", "gpt-0"], /no price for "gpt-0"/],
    ["is named with that of output", ["--output-price", "5"], /--output-price: expected --price/],
  ])("%s", async (_, flags, message) => {
    const { state, run } = states();
    const { stderr, exitCode } = await run(state("a"), ...FLAGS, ...flags);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });

  it("counts what is sent and received, by flag or by a table of one's own", async () => {
    const { state, run } = states();
    const table = state("prices.toml");
    writeFileSync(table, "[mine]\ninput = 1000\nwrite = 1\nread = 1\noutput = 10000\n");
    const json = ["--report", "json"];
    for (const price of [
      ["--price-file", table],
      ["--price", "claude-haiku-4.5", "--output-price", "10000"],
    ]) {
      const { stdout } = await run(state("a"), ...FLAGS, ...price, ...json);
      const { diagnostics, comparison } = JSON.parse(stdout);
      const { reflection_input_tokens: sent, reflection_output_tokens: received } = diagnostics;
      const input = price[0] === "--price" ? 1 : 1000;
      expect(comparison.cost.usd).toBeCloseTo((sent * input + received * 10_000) / 1e6, 10);
    }
  });
});
