/** Rows with a trigger, a least saving or a target: the kernel masks as many results as objects would. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { PlainRows } from "../../../src/engine/plain/rows/plain-rows.ts";
import { asOpenAi, conversations } from "../../support/conversations.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { runs } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import { agree } from "./paths-agree.ts";
import { pressures } from "./pressures.ts";

/** The same row several times, so that the kernel has learned it. */
const rowsOf = (row: unknown) => Buffer.from(`${JSON.stringify(row)}\n`.repeat(4));

/** What ten rows of ten turns become, each with a result of 400 chars. */
function masked(options: object): readonly (readonly number[])[] {
  const turns = Array.from({ length: 10 }, (_, k) => ({
    said: "So.",
    calls: [{ id: `c${k}`, name: "ls", args: "{}", answer: `${k}`.repeat(400) }],
  }));
  const row = { messages: asOpenAi({ task: "Go.", turns }) };
  const byKernel = vi.spyOn(PlainRows.prototype, "report");
  agree(Buffer.from(`${JSON.stringify(row)}\n`.repeat(10)), { keepErrors: "none", ...options });
  const counts = byKernel.mock.calls.map(([{ batch }]) => [batch.count, batch.masked]);
  byKernel.mockRestore();
  return counts;
}

describe("rows with a trigger", () => {
  it.each([
    ["OpenAI's", (each: Parameters<typeof asOpenAi>[0]) => [{ messages: asOpenAi(each) }]],
    ["Anthropic's", WRITERS.anthropic.write],
    ["Gemini's", WRITERS["gemini-contents"].write],
  ])("are masked as by objects: %s", (_, write) => {
    const check = (options: Parameters<typeof agree>[1], rows: readonly unknown[]) =>
      agree(Buffer.concat(rows.map(rowsOf)), options);
    fc.assert(
      fc.property(conversations, pressures, (conversation, options) =>
        check(options, write(conversation)),
      ),
      { numRuns: runs(300) },
    );
  });

  it("are masked by the kernel: all once it is reached, none before, and the oldest up to a target", () => {
    const window = { preserveRecentRawTurns: 2 };
    const [[count = 0, all] = []] = masked(window);
    expect(all).toBe(8 * count);
    // At the eighth turn six results are outside, and then it is small enough.
    expect(masked({ ...window, trigger: 3000 })).toEqual([[count, 6 * count]]);
    expect(masked({ ...window, trigger: 5000 })).toEqual([[count, 0]]);
    expect(masked({ ...window, minSavings: 2000 })).toEqual([[count, 6 * count]]);
    expect(masked({ ...window, trigger: 3000, target: 2500 })).toEqual([[count, 3 * count]]);
    // A target that is missed is in the report of each.
    expect(masked({ ...window, trigger: 3000, target: 0 })).toEqual([[count, 6 * count]]);
  });

  it("are masked by the kernel where there is an archive", () => {
    const archive = memoryArchive();
    expect(masked({ preserveRecentRawTurns: 2, trigger: 3000, archive, refs: true })).toHaveLength(
      1,
    );
  });
});
