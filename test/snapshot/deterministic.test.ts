/** Seed 5's snapshot by keywords: what stands where no model is asked. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryItem, taskItem } from "../../src/analyses/snapshot/entry-text.ts";
import { linksIn } from "../../src/analyses/snapshot/evidence-links.ts";
import { comparableKey, itemText } from "../../src/analyses/snapshot/item-text.ts";
import { itemsOf, LIST_FIELDS } from "../../src/analyses/snapshot/result.ts";
import type { SnapshotInputs } from "../../src/analyses/snapshot/snapshot-inputs.ts";
import { runs } from "../support/runs.ts";
import { anyInputs, inputsWith, NOW, reduced, tideInputs } from "../support/snapshots.ts";

describe("the snapshot of three iterations", () => {
  it("sorts memory, tasks and progress", async () => {
    const { snapshot } = await reduced(tideInputs());
    expect(snapshot).toEqual({
      schema_version: 1,
      generated_at: NOW,
      iteration: 3,
      current_objective: "Serve tide tables for every harbour",
      open_hypotheses: [
        "decisions:rounding - approach: round phases half to even; because: the almanac of 1987 does; status: candidate",
        "decisions:rounding-alternative - Another candidate approach: keep phases as fractions of 256 and round when they are shown",
        "working_set:cache - Hypothesis: the moon phase cache is keyed by UTC day, harbours east of Greenwich miss it",
      ],
      blockers: [
        "Task T2 (Compute moon phases) is failed",
        "session:ci - CI is red since the moon phases were merged",
        "session:ci-tests - 3 tests failing in test/moon/phase.test.ts",
        "session:ci-suite - Test suite broken: error in phase rounding, see https://ci.tides.example/runs/812?tab=errors",
        "session:red-again - CI still failing with 3 test failures in phase rounding, nothing else can be merged before that",
        "working_set:risk - Risk: the harbour list has no time zones, harbours east of Greenwich may be a day off",
        "working_set:risk-again - The harbour list still has no time zones: dependency on the harbour office, a risk for harbours east of Greenwich",
      ],
      next_actions: [
        "Task T3 (Serve /tides) is pending",
        "session:next - Next: fix phase rounding, then verify the harbours east of Greenwich",
        "session:next-again - TODO verify harbours east of Greenwich after the phase rounding is in",
      ],
      unresolved_questions: [
        "session:units-again - Are heights before 1970 in feet?",
        "session:units - Unclear whether heights are in feet or in metres before 1970",
        "Should /tides answer in local time?",
      ],
      required_evidence_links: [
        "test/moon/phase.test.ts",
        "https://ci.tides.example/runs/812?tab=errors",
        "tool-output://call-41",
      ],
    });
  });

  it("retires what the snapshot before had, and nothing of the one before that", async () => {
    const { retired } = await reduced(tideInputs());
    expect(retired.map(({ field, value }) => [field, value])).toEqual([
      ["blockers", "working_set:token - Waiting for the token of the harbour office"],
      ["required_evidence_links", "https://harbours.example/api/v2"],
    ]);
    expect(retired[0]).toEqual({
      schema_version: 1,
      retired_at: NOW,
      iteration: 3,
      previous_iteration: 2,
      field: "blockers",
      value: "working_set:token - Waiting for the token of the harbour office",
      reason: "no_longer_active",
    });
  });

  it("is accounted for in every field of the diagnostics", async () => {
    const { diagnostics, snapshot } = await reduced(tideInputs());
    expect(diagnostics).toEqual({
      schema_version: 1,
      generated_at: NOW,
      iteration: 3,
      active_snapshot_token_size: Math.ceil(JSON.stringify(snapshot).length / 4),
      retired_branch_count: 2,
      repeated_context_rate: 4 / 20,
      active_item_count: 20,
      repeated_item_count: 4,
      warnings: ["entries of iteration 3 or later, left out: 1"],
      reflection_used: false,
      reflection_input_tokens: null,
      reflection_output_tokens: null,
      reflection_latency_ms: null,
      reflection_skipped_reason: "no_model",
      reflection_dropped: null,
    });
  });
});

describe("the objective", () => {
  const before = { ...inputsWith({ iteration: 2 }), objective: " Ship\n  it " };

  it("is the issue's on one line", async () => {
    expect((await reduced(before)).snapshot.current_objective).toBe("Ship it");
  });

  it("is that of the snapshot before where the issue has none, and retires when it changes", async () => {
    const { snapshot: old } = await reduced({ ...before, iteration: 1 });
    const same = await reduced(inputsWith({ iteration: 2, previous: [old] }));
    expect(same.snapshot.current_objective).toBe("Ship it");
    expect(same.retired).toEqual([]);
    const next = await reduced(inputsWith({ iteration: 2, previous: [old], objective: "Rest" }));
    expect(next.retired.map(({ field, value }) => [field, value])).toEqual([
      ["current_objective", "Ship it"],
    ]);
  });
});

describe("earlier snapshots", () => {
  const at = async (iteration: number, blocker: string) => {
    const entries = [{ scope: "s", key: "k", value: `Error ${blocker}` }];
    return (await reduced(inputsWith({ iteration, entries }))).snapshot;
  };

  it("count from the newest before this iteration on, never those of this one", async () => {
    const previous = [await at(3, "c"), await at(1, "a"), await at(2, "b"), await at(2, "d")];
    const { retired } = await reduced(inputsWith({ iteration: 3, previous }));
    expect(retired.map(({ value }) => value)).toEqual(["s:k - Error b"]);
    const { retired: none } = await reduced(inputsWith({ iteration: 1, previous }));
    expect(none).toEqual([]);
  });
});

/** What may stand in each field. */
function sources({ entries, tasks, progress = "", objective = "" }: SnapshotInputs) {
  const notes = entries.map(entryItem);
  const lines = progress.split("\n").map(itemText);
  const links = entries.flatMap(({ value }) => linksIn(JSON.stringify(value))).map(itemText);
  return {
    current_objective: itemText(objective),
    open_hypotheses: notes,
    blockers: [...notes, ...tasks.map(taskItem)],
    next_actions: [...notes, ...tasks.map(taskItem)],
    unresolved_questions: [...notes, ...lines],
    required_evidence_links: links,
  };
}

describe("any snapshot by keywords", () => {
  it("keeps to 25 items and 260 chars, has none twice, and each comes from a source", async () => {
    await fc.assert(
      fc.asyncProperty(anyInputs, async (inputs) => {
        const { snapshot, diagnostics } = await reduced(inputs);
        for (const field of LIST_FIELDS) {
          expect(snapshot[field].length).toBeLessThanOrEqual(25);
          expect(new Set(snapshot[field].map(comparableKey)).size).toBe(snapshot[field].length);
        }
        for (const { field, text } of itemsOf(snapshot)) {
          expect(text.length).toBeLessThanOrEqual(260);
          expect(sources(inputs)[field]).toContain(text);
        }
        expect(diagnostics.active_item_count).toBeLessThanOrEqual(126);
      }),
      { numRuns: runs(60) },
    );
  });

  it("is the same each time, and nothing retires when nothing changed", async () => {
    await fc.assert(
      fc.asyncProperty(anyInputs, async (inputs) => {
        const first = await reduced(inputs);
        expect(JSON.stringify(await reduced(inputs))).toBe(JSON.stringify(first));
        const next = { ...inputs, iteration: 5, previous: [first.snapshot] };
        const entries = inputs.entries.filter(({ sourceIteration = 0 }) => sourceIteration < 4);
        const { retired, diagnostics } = await reduced({ ...next, entries });
        expect(retired).toEqual([]);
        expect(diagnostics.repeated_context_rate).toBe(1);
      }),
      { numRuns: runs(60) },
    );
  });

  it("says how many items its limits took out", async () => {
    const entries = Array.from({ length: 30 }, (_, k) => ({
      scope: "s",
      key: `k${k}`,
      value: "stuck",
    }));
    const { snapshot, diagnostics } = await reduced(inputsWith({ entries }));
    expect(snapshot.blockers).toHaveLength(25);
    expect(diagnostics.warnings).toContain("blockers: items past the limit of 25: 5");
  });

  it("keeps tasks and the newest entries where there are too many", async () => {
    const entries = Array.from({ length: 30 }, (_, k) => ({
      scope: "s",
      key: `k${k}`,
      value: "stuck",
      sourceIteration: k,
    }));
    const tasks = [{ id: "T", title: "t", status: "failed" }];
    const { blockers } = (await reduced(inputsWith({ iteration: 30, entries, tasks }))).snapshot;
    expect([blockers[0], blockers[1], blockers.at(-1)]).toEqual([
      "Task T (t) is failed",
      "s:k29 - stuck",
      "s:k6 - stuck",
    ]);
  });

  it("clips what is longer than 260 chars, and never half a character", async () => {
    const entries = [{ scope: "s", key: "k", value: `stuck ${"🌊".repeat(300)}` }];
    const [item = ""] = (await reduced(inputsWith({ entries }))).snapshot.blockers;
    expect(item).toMatch(/^s:k - stuck (🌊)+\.\.\.$/u);
    expect(item.length).toBeLessThanOrEqual(260);
  });
});
