/** Rows and documents with budgets that masking meets or does not: the same as by objects. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { ElisionError } from "../../../src/base/errors.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { PlainCondensing } from "../../../src/engine/plain/rows/plain-condensing.ts";
import { PlainRows } from "../../../src/engine/plain/rows/plain-rows.ts";
import { FORMAT_NAMES } from "../../../src/formats/index.ts";
import {
  asChatMessages,
  asOpenAi,
  type Conversation,
  conversations,
} from "../../support/conversations.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { runs } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import { LIKE_ROWS, OTHER_ROWS } from "./like-rows.ts";
import { oddBlockRows } from "./odd-blocks.ts";
import { oddPairRows } from "./odd-pairs.ts";
import { oddRows } from "./odd-rows.ts";
import { agree } from "./paths-agree.ts";

/** Options that say what may be dropped and what a summary says, next to those of masking. */
const options: fc.Arbitrary<CompactOptions> = fc.record(
  {
    preserveRecentRawTurns: fc.integer({ min: 0, max: 4 }),
    windowUnit: fc.constantFrom(
      ...(["turns", "call-messages", "messages", "observations", "events", "tokens"] as const),
    ),
    minGain: fc.constantFrom(1, 32, 90),
    keepErrors: fc.constantFrom("all" as const, "none" as const),
    keepFirst: fc.integer({ min: 0, max: 2 }),
    keepOrphans: fc.boolean(),
    keepTask: fc.boolean(),
    summaryStyle: fc.constantFrom(...(["contract", "reference", "detailed"] as const)),
    summaryMaxChars: fc.constantFrom(0, 3, 80, 200, 1400),
    placeholder: fc.constantFrom("omitted!", "[{call} — {exit}, {chars} chars]"),
    savings: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** A budget as a share of the size, in chars or in tokens. */
const shares = fc.record({
  share: fc.double({ min: 0, max: 1.1, noNaN: true }),
  unit: fc.constantFrom("maxInputChars" as const, "maxInputTokens" as const),
});

/** The sizes of conversations without a budget, before and after masking; none if they are refused. */
function sizesOf(bytes: Buffer, given: CompactOptions): readonly number[] {
  try {
    const { transcripts } = compactWith(bytes, { ...given, objects: true });
    return transcripts.flatMap(({ beforeChars, afterChars }) => [beforeChars, afterChars]);
  } catch (error) {
    if (error instanceof ElisionError) return [];
    throw error;
  }
}

/** Agrees where the budget is a share of the largest conversation, and about the size of one once masked. */
function agreeOn(
  bytes: Buffer,
  given: CompactOptions,
  { share, unit }: { readonly share: number; readonly unit: "maxInputChars" | "maxInputTokens" },
): void {
  const sizes = sizesOf(bytes, given);
  const chars = unit === "maxInputChars" ? 1 : 4;
  const near = sizes[Math.floor(share * sizes.length * 0.9)] ?? 0;
  const budgets = [share * Math.max(0, ...sizes), near, near - 1, near / 2];
  for (const budget of new Set(budgets.map((size) => Math.max(0, Math.floor(size / chars)))))
    agree(bytes, { ...given, [unit]: budget });
}

const check = (rows: fc.Arbitrary<Buffer>, cases: number) =>
  fc.assert(
    fc.property(rows, options, shares, (bytes, given, share) => agreeOn(bytes, given, share)),
    { numRuns: runs(cases) },
  );

/** Rows of a conversation, so that the kernel has learned the later ones. */
const rowsOf = (write: (conversation: Conversation) => readonly unknown[]) =>
  conversations.map((conversation) =>
    Buffer.from(
      write(conversation)
        .map((row) => `${JSON.stringify(row)}\n`.repeat(3))
        .join(""),
    ),
  );

/** Twelve turns: what is said, a command or an edit, and a result of 600 chars, every third of 60. */
const TALK: Conversation = {
  system: "Be brief.",
  task: "Mend the parser.",
  turns: Array.from({ length: 12 }, (_, k) => ({
    said: `I look at part ${k}.`.repeat(20),
    calls: [
      {
        id: `c${k}`,
        name: k % 2 === 0 ? "bash" : "edit_file",
        args: JSON.stringify(k % 2 === 0 ? { command: `make ${k}` } : { path: `src/${k}.ts` }),
        answer: `line ${k}\n`.repeat(k % 3 === 0 ? 9 : 90),
      },
    ],
  })),
};

/** The outcomes of columns for conversations that miss their budget: how many, and how many were left to objects. */
function dropped(
  bytes: Buffer,
  given: CompactOptions,
): { readonly all: number; readonly left: number } {
  const condense = vi.spyOn(PlainCondensing.prototype, "condense");
  agree(bytes, given);
  const { results } = condense.mock;
  condense.mockRestore();
  return { all: results.length, left: results.filter(({ value }) => value === undefined).length };
}

const MAKES = [
  ["OpenAI's", (each: Conversation) => [{ messages: asOpenAi(each) }]],
  ["bare lists", (each: Conversation) => [asOpenAi(each)]],
  ["Anthropic's", WRITERS.anthropic.write],
  ["with pairs", (each: Conversation) => [{ messages: asChatMessages(each) }]],
] as const;

describe("rows with a budget", () => {
  it.each(MAKES)("become the same as by objects: %s", (_, write) => {
    check(rowsOf(write), 600);
  });

  it.each([...LIKE_ROWS, ...OTHER_ROWS])("become the same as by objects: $of", ({ rows }) => {
    check(rows, 300);
  });

  it.each([
    ["shapes", oddRows],
    ["blocks", oddBlockRows],
    ["pairs", oddPairRows],
  ])("become the same as by objects: odd %s", (_, rows) => {
    check(rows, 600);
  });

  it.each(FORMAT_NAMES.map((name) => [name]))("become the same: fixtures of %s", (name) => {
    for (const { bytes } of fixturesOf(name))
      for (const share of [0.1, 0.4, 0.8])
        for (const preserveRecentRawTurns of [0, 2])
          agreeOn(
            bytes,
            { preserveRecentRawTurns, minGain: 20 },
            { share, unit: share < 0.5 ? "maxInputChars" : "maxInputTokens" },
          );
  });

  it.each(MAKES)("drop messages in columns, with a summary and without: %s", (_, write) => {
    const rows = write(TALK).map((row) => JSON.stringify(row));
    const bytes = Buffer.from(`${rows.join("\n")}\n`.repeat(5));
    const given = { preserveRecentRawTurns: 2, keepErrors: "none" } as const;
    for (const maxInputChars of [100, 700, 1500, 2500, 4000])
      for (const summaryStyle of ["reference", "contract"] as const) {
        const { all, left } = dropped(bytes, { ...given, maxInputChars, summaryStyle });
        expect([all, left]).toEqual([5, 0]);
      }
    const [, masked = 0] = sizesOf(bytes, { ...given, minGain: 1 });
    const stages = [100, masked - 300, masked].map((maxInputChars) => {
      const { transcripts } = compactWith(bytes, { ...given, maxInputChars });
      return transcripts.at(-1)?.reductionStage;
    });
    expect(stages).toContain("fallback");
    expect(stages).toContain("summarization");
    expect(stages).toContain("masking");
    const asObjects = { ...given, maxInputChars: 1000, summaryStyle: "detailed" } as const;
    expect(dropped(bytes, asObjects).all).toBe(0);
  });

  it("keep messages in columns where all of them are in the window", () => {
    const bytes = Buffer.from(`${JSON.stringify({ messages: asOpenAi(TALK) })}\n`.repeat(5));
    expect(dropped(bytes, { preserveRecentRawTurns: 99, maxInputChars: 500 })).toEqual({
      all: 5,
      left: 0,
    });
  });

  it("are masked by the kernel where only results that save little meet the budget", () => {
    const bytes = Buffer.from(`${JSON.stringify({ messages: asOpenAi(TALK) })}\n`.repeat(9));
    const given = { preserveRecentRawTurns: 0, keepErrors: "none", minGain: 300 } as const;
    const [all = 0] = sizesOf(bytes, { ...given, minGain: 1 }).slice(1);
    const byKernel = vi.spyOn(PlainRows.prototype, "report");
    agree(bytes, { ...given, maxInputChars: all });
    const masked = byKernel.mock.calls.reduce((sum, [{ batch }]) => sum + batch.masked, 0);
    byKernel.mockRestore();
    expect(masked).toBeGreaterThan(90);
  });

  it("become the same where a conversation has more messages than the kernel notes", () => {
    const turns = Array.from({ length: 3300 }, (_, k) => ({
      said: null,
      calls: [{ id: `c${k}`, name: "ls", args: "{}", answer: "a file\n" }],
    }));
    const row = JSON.stringify({ messages: asOpenAi({ task: "Go.", turns }) });
    const { all, left } = dropped(Buffer.from(`${row}\n`), { maxInputChars: 500 });
    expect([all, left]).toEqual([1, 1]);
  });
});
