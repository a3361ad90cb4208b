/** A recommendation that was made on one half of the sessions, held against the other half. */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import type {
  ComparedTotals,
  ComparedTranscript,
} from "../../../../src/analyses/compare/compared.ts";
import { compare } from "../../../../src/api/compare.ts";
import { adviceOf } from "../../../../src/report/comparison/advice.ts";
import { drawingLines } from "../../../support/comparison.ts";
import { folderWith } from "../../../support/folder.ts";
import { elision } from "../../../support/shell.ts";

const GRID = ["--windows", "2,3,6,10", "--every", "1,10"];

/** Sessions of different lengths, some of which look further back. */
const SESSIONS = Object.fromEntries(
  Array.from({ length: 12 }, (_, k) => [
    `run-${k}.jsonl`,
    drawingLines(60 + 7 * k, { later: 2 + (k % 3) }),
  ]),
);

interface Compared {
  readonly transcripts: readonly ComparedTranscript[];
  readonly totals: ComparedTotals;
}

async function compared(...argv: string[]): Promise<Compared> {
  return JSON.parse((await elision(["compare", "--report", "json", ...GRID, ...argv])).stdout);
}

/** The half by the definition: the last bit of the first 12 digits of a SHA-256. */
function isFirst({ file, line, alone }: ComparedTranscript): boolean {
  const digest = createHash("sha256")
    .update(`${basename(file)}:${line}:${alone.chars}`)
    .digest("hex");
  return BigInt(`0x${digest.slice(0, 12)}`) % 2n === 0n;
}

describe("a recommendation out of sample", () => {
  it("is what comparing each half by itself recommends, and what that does to the other", async () => {
    const { transcripts, totals } = await compared(folderWith(SESSIONS));
    const names = (first: boolean) =>
      transcripts.filter((each) => isFirst(each) === first).map(({ file }) => basename(file));
    const halves = await Promise.all(
      [true, false].map(async (first) => {
        const files = names(first).map((file) => [file, SESSIONS[file] ?? ""]);
        return (await compared(folderWith(Object.fromEntries(files)))).totals;
      }),
    );
    const figures = (of: ComparedTotals | undefined, name: string) => {
      const { cachedRatio, recallShare } = of?.outcomes.find((o) => o.setting === name) ?? {};
      return { cachedRatio, recallShare };
    };
    const expected = [0, 1].map((k) => {
      const [on, other] = [halves[k], halves[1 - k]];
      const setting = on?.recommendation.kind === "window" ? on.recommendation.setting : "";
      return {
        transcripts: on?.transcripts,
        others: other?.transcripts,
        recommendation: "window",
        setting,
        chosen: figures(on, setting),
        held: figures(other, setting),
      };
    });
    expect(totals.outOfSample?.choices).toEqual(expected);
    expect(expected[0]?.held.cachedRatio).not.toBe(expected[0]?.chosen.cachedRatio);
  });

  it("is the same whatever the order of the files, and wherever they lie", async () => {
    const folder = folderWith(SESSIONS);
    const names = Object.keys(SESSIONS).map((name) => join(folder, name));
    const forward = await compared(...names);
    const backward = await compared(...[...names].reverse());
    const moved = Object.entries(SESSIONS).map(([name, text]) => [`deep/down/${name}`, text]);
    const deeper = await compared(folderWith(Object.fromEntries(moved)));
    const [one, two] = [forward, backward].map(({ totals }) => totals.outOfSample?.choices);
    expect(one?.map(({ setting, transcripts }) => [setting, transcripts])).toEqual(
      two?.map(({ setting, transcripts }) => [setting, transcripts]),
    );
    for (const k of [0, 1])
      expect(one?.[k]?.held?.cachedRatio).toBeCloseTo(two?.[k]?.held?.cachedRatio ?? 0, 12);
    expect(deeper.totals.outOfSample?.choices.map(({ others }) => others)).toEqual(
      one?.map(({ others }) => others),
    );
  });

  it("is said in one sentence, with the figures of both halves", async () => {
    const { totals } = await compared(folderWith(SESSIONS));
    expect(adviceOf(totals)).toMatch(
      /Chosen on half of the sessions: \S+, which on the other half costs 0\.\d\d \(0\.\d\d where it was chosen\), recall \d\.\d{3} \(\d\.\d{3}\); the other way round: \S+, which on the other half costs /,
    );
    const { outOfSample, ...without } = totals;
    expect(adviceOf(without)).not.toContain("half of the sessions");
    const none = { transcripts: 4, others: 8, recommendation: "too-few-references" } as const;
    const [one = none] = outOfSample?.choices ?? [];
    expect(adviceOf({ ...totals, outOfSample: { choices: [one, none] } })).toContain(
      "the other way round: nothing is recommended.",
    );
  });

  it("is of cost alone where recall is not looked at", async () => {
    const { totals } = await compared("--no-recall", folderWith(SESSIONS));
    for (const { held } of totals.outOfSample?.choices ?? [])
      expect(Object.keys(held ?? {})).toEqual(["cachedRatio"]);
    expect(adviceOf(totals)).toMatch(/\(0\.\d\d where it was chosen\); the other way round/);
  });

  it("is absent where a half has fewer than three sessions", async () => {
    const few = Object.fromEntries(Object.entries(SESSIONS).slice(0, 5));
    const { totals } = await compared(folderWith(few));
    expect(totals.recommendation.kind).toBe("window");
    expect(totals).not.toHaveProperty("outOfSample");
    expect(compare(Buffer.from(drawingLines(90)))).not.toHaveProperty("outOfSample");
  });

  it("is in the library's result, of the rows of a file", () => {
    const rows = Object.values(SESSIONS).map((lines) => {
      const messages = lines
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      return `${JSON.stringify({ messages })}\n`;
    });
    const found = compare(Buffer.from(rows.join("")), { windows: [2, 6], every: [1, 10] });
    const { choices } = found.outOfSample ?? {};
    expect(choices?.map(({ transcripts, others }) => transcripts + others)).toEqual([12, 12]);
    expect(choices?.every(({ recommendation }) => recommendation === "window")).toBe(true);
  });
});
