/** What passes leave of lines that later turns use, against other excerpts of the same size. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComparedTotals } from "../../../src/analyses/compare/compared.ts";
import {
  headOnly,
  randomLines,
  tailOnly,
} from "../../../src/analyses/compare/evidence/other-excerpts.ts";
import { comparisonOf } from "../../support/comparison.ts";
import { elision } from "../../support/shell.ts";

const FILLER = Array.from({ length: 1000 }, () => "and so on, and on").join("\n");
const QUOTED = "this very line is quoted later on";

/** A session that looks once at a text, and then says these one after another. */
function session(found: string, uses: readonly string[], before = ""): string {
  const call = (k: number, args: object) => ({
    role: "assistant",
    content: null,
    tool_calls: [
      {
        id: `c${k}`,
        type: "function",
        function: { name: "look", arguments: JSON.stringify(args) },
      },
    ],
  });
  const result = (k: number, content: string) => ({ role: "tool", tool_call_id: `c${k}`, content });
  const lines = [
    { role: "user", content: `Go on. ${before}` },
    call(0, { at: 0 }),
    result(0, found),
    ...uses.flatMap((text, k) => [call(k + 1, { text }), result(k + 1, "done")]),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

async function evidenceIn(lines: string): Promise<NonNullable<ComparedTotals["evidence"]>> {
  const { totals, transcripts } = await comparisonOf(lines, ["--passes"]);
  expect(transcripts[0]?.evidence).toEqual(totals.evidence);
  return totals.evidence ?? [];
}

async function clampIn(lines: string) {
  return (await evidenceIn(lines)).find(({ pass }) => pass === "clamp 8000");
}

describe("evidence kept", () => {
  it.each([
    ["the head", (fact: string) => `${fact}\n${FILLER}`, { kept: 1, head: 1, tail: 0 }],
    ["the tail", (fact: string) => `${FILLER}\n${fact}`, { kept: 1, head: 0, tail: 1 }],
    [
      "the middle",
      (fact: string) => `${FILLER}\n${fact}\n${FILLER}`,
      { kept: 0, head: 0, tail: 0 },
    ],
  ])("has a name that is used and a line that is quoted, from %s", async (_, around, counts) => {
    for (const fact of ["planted_fact.ts", QUOTED]) {
      const found = around(fact);
      const clamp = await clampIn(session(found, [`about ${fact}`, fact]));
      expect(clamp).toMatchObject({ results: 1, chars: found.length, lines: 1, ...counts });
      expect(clamp?.keptChars).toBeLessThanOrEqual(8000);
      expect(clamp?.random).toBeGreaterThanOrEqual(0);
      expect(clamp?.random).toBeLessThanOrEqual(1);
    }
  });

  it("has nothing that is in view elsewhere, or that no turn uses", async () => {
    const found = `${FILLER}\n${QUOTED}\nplanted_fact.ts\n${FILLER}`;
    const said = `${QUOTED}\nplanted_fact.ts`;
    expect(await clampIn(session(found, [said], `\n${said}`))).toMatchObject({ lines: 0 });
    expect(await clampIn(session(found, ["nothing of it"]))).toMatchObject({
      results: 1,
      lines: 0,
    });
    expect(await clampIn(session(found, [QUOTED, "planted_fact.ts"]))).toMatchObject({
      lines: 2,
    });
  });

  it("is a table with a row for each pass that shortens anything, and no CSV", async () => {
    const stdin = session(`${FILLER}\nplanted_fact.ts\n${FILLER}`, ["planted_fact.ts"]);
    const { stdout } = await elision(["compare", "--passes"], { stdin });
    expect(stdout).toMatch(/^clamp 2000 +1 +\d+\.\d% +1 +0\.000 +0\.000 +0\.000 +[\d.]+$/m);
    expect(stdout).not.toMatch(/^redundant/m);
    const none = await elision(["compare", "--passes"], { stdin: session("short", ["and on"]) });
    expect(none.stdout).toContain("No pass shortens a result here.");
    const csv = await elision(["compare", "--passes", "--report", "csv"], { stdin });
    expect(csv).toMatchObject({ exitCode: 2, stdout: "" });
  });
});

describe("another excerpt", () => {
  const texts = fc.array(fc.string({ maxLength: 500 })).map((lines) => lines.join("\n"));

  it("has the size that it is given at most, the same for the same seed, lines in their order", () => {
    fc.assert(
      fc.property(texts, fc.nat(2000), fc.nat(9), (text, size, seed) => {
        const random = randomLines(text, size, seed);
        for (const excerpt of [headOnly(text, size), tailOnly(text, size), random])
          expect(excerpt.length).toBeLessThanOrEqual(size);
        expect(randomLines(text, size, seed)).toBe(random);
        if (size > 2 * text.length)
          expect(random.replaceAll("\n", "")).toBe(text.replaceAll("\n", ""));
      }),
    );
  });

  it("draws other lines for another seed", () => {
    const text = Array.from({ length: 100 }, (_, k) => `line ${k}`).join("\n");
    expect(randomLines(text, 200, 1)).not.toBe(randomLines(text, 200, 2));
  });
});
