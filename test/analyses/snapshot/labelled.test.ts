/**
 * How well keywords sort entries: measured on entries that were written and labelled before the keywords
 * were grown. One half, chosen by hash, was looked at while they grew; the other was held out.
 */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { categoriesOf } from "../../../src/analyses/snapshot/categories/categories.ts";
import { fixture } from "../../support/snapshots.ts";

interface Labelled {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
  /** Null: it belongs in no list. */
  readonly label: Label | null;
}

const LABELS = ["open_hypotheses", "blockers", "next_actions", "unresolved_questions"] as const;
type Label = (typeof LABELS)[number];

const ALL: readonly Labelled[] = fixture("labelled-entries.ndjson")
  .bytes.toString()
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

function isHeldOut({ scope, key, value }: Labelled): boolean {
  const digest = createHash("sha256").update(`${scope}:${key} - ${value}`).digest("hex");
  return Number.parseInt(digest.charAt(0), 16) >= 8;
}

/** An entry as the snapshot's makers read it. */
function categoriesOfEntry({ scope, key, value }: Labelled): readonly string[] {
  return categoriesOf(`${scope}. ${key}: ${value}`);
}

/** Whether an entry is in the list of its label, and in no other. */
function isRight(entry: Labelled): boolean {
  return categoriesOfEntry(entry).join() === (entry.label ?? "");
}

function measured(entries: readonly Labelled[]) {
  const right = entries.filter(isRight).length / entries.length;
  const lists = LABELS.map((label) => {
    const labelled = entries.filter((entry) => entry.label === label);
    const found = entries.filter((entry) => categoriesOfEntry(entry).includes(label));
    const hits = found.filter((entry) => entry.label === label).length;
    return { label, precision: hits / found.length, recall: hits / labelled.length };
  });
  const none = entries.filter(({ label }) => label === null);
  return { right, lists, leftOut: none.filter(isRight).length / none.length };
}

function asText(name: string, entries: readonly Labelled[]): string {
  const { right, lists, leftOut } = measured(entries);
  const share = (value: number) => `${(value * 100).toFixed(1)}%`.padStart(8);
  return [
    `${name}: ${entries.length} entries, labels right ${share(right).trim()}`,
    `${"".padEnd(22)}precision  recall`,
    ...lists.map((each) => `${each.label.padEnd(23)}${share(each.precision)}${share(each.recall)}`),
    `${"in no list".padEnd(31)}${share(leftOut)}`,
  ].join("\n");
}

const HALVES = {
  "looked at": ALL.filter((entry) => !isHeldOut(entry)),
  "held out": ALL.filter(isHeldOut),
};

describe("keywords", () => {
  it("are measured on 300 entries or more, of every label, half of them held out", () => {
    expect(ALL.length).toBeGreaterThanOrEqual(300);
    for (const half of Object.values(HALVES)) {
      expect(half.length / ALL.length).toBeGreaterThan(0.4);
      for (const label of [...LABELS, null])
        expect(half.filter((entry) => entry.label === label).length).toBeGreaterThan(15);
    }
  });

  it("give 85% of the entries that were held out their label, and no other", () => {
    const figures = Object.entries(HALVES).map(([name, half]) => asText(name, half));
    process.stdout.write(`\n${figures.join("\n\n")}\n\n`);
    expect(measured(HALVES["held out"]).right).toBeGreaterThanOrEqual(0.85);
  });
});
