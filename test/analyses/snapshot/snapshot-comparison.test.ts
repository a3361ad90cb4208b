/** Seed 5's evaluation plan: both snapshots, their differences, and the metrics that need no human. */
import { describe, expect, it } from "vitest";
import { snapshotTokens } from "../../../src/analyses/snapshot/result.ts";
import { compareSnapshots } from "../../../src/analyses/snapshot/snapshot-comparison.ts";
import { comparisonText } from "../../../src/report/snapshot/snapshot-comparison-text.ts";
import { inputsWith, reduced, reflected, tideInputs, tideReply } from "../../support/snapshots.ts";

const INPUTS = tideInputs();

describe("a comparison", () => {
  it("has all differences, and what became of what", async () => {
    const { differences } = compareSnapshots(await reflected(INPUTS, tideReply()));
    const brief = differences.map((each) => [
      each.kind,
      each.field,
      each.text.split(" - ")[0],
      ...("as" in each ? [each.to, each.as] : []),
    ]);
    const ci = ["blockers", "CI red: 3 tests failing, error in phase rounding"];
    const rounding = ["open_hypotheses", "round phases half to even, or keep fractions of 256"];
    const next = ["next_actions", "Fix phase rounding, then verify harbours east of Greenwich"];
    const zones = ["blockers", "the harbour list has no time zones"];
    expect(brief).toEqual([
      ["reworded", "open_hypotheses", "decisions:rounding", ...rounding],
      ["reworded", "open_hypotheses", "decisions:rounding-alternative", ...rounding],
      [
        "reworded",
        "open_hypotheses",
        "working_set:cache",
        "open_hypotheses",
        "moon phase cache is keyed by UTC day",
      ],
      ["reworded", "blockers", "session:ci", ...ci],
      ["reworded", "blockers", "session:ci-tests", ...ci],
      ["reworded", "blockers", "session:ci-suite", ...ci],
      ["reworded", "blockers", "session:red-again", ...ci],
      ["reworded", "blockers", "working_set:risk", ...zones],
      ["reworded", "blockers", "working_set:risk-again", ...zones],
      ["reworded", "next_actions", "session:next", ...next],
      ["reworded", "next_actions", "session:next-again", ...next],
      [
        "reworded",
        "unresolved_questions",
        "session:units-again",
        "unresolved_questions",
        "Are heights before 1970 in feet?",
      ],
      [
        "reworded",
        "unresolved_questions",
        "session:units",
        "unresolved_questions",
        "Are heights before 1970 in feet?",
      ],
    ]);
  });

  it("tells what moved from what keywords had in several lists", async () => {
    const inputs = inputsWith({
      entries: Array.from({ length: 12 }, (_, k) => ({
        scope: "s",
        key: `k${k}`,
        value:
          k === 0
            ? "verify the dates; risk of rain"
            : `stuck ${"at the very same place ".repeat(8)}${k}`,
      })),
    });
    const { snapshot } = await reduced(inputs);
    const [first = "", second = "", ...others] = snapshot.blockers;
    expect(snapshot.next_actions).toEqual([first]);
    const reply = { ...snapshot, blockers: others.slice(6), next_actions: [first, second] };
    const { differences, metrics } = compareSnapshots(await reflected(inputs, reply));
    expect(differences.filter(({ kind }) => kind === "moved")).toEqual([
      { kind: "moved", field: "blockers", text: second, to: "next_actions" },
    ]);
    expect(metrics).toMatchObject({ moved_items: 1, left_out_items: 6, reworded_items: 0 });
  });

  it("measures what needs no human", async () => {
    const result = await reflected(INPUTS, tideReply());
    const { metrics, deterministic, reflected: by } = compareSnapshots(result);
    expect([deterministic.items, by?.items]).toEqual([19, 12]);
    expect(metrics).toEqual({
      // Four sources became one item, and four times two.
      consolidation_rate: 7 / 19,
      net_token_delta: snapshotTokens(result.deterministic) - snapshotTokens(result.snapshot),
      reflection_latency_ms: 40,
      reflection_latency_p95_ms: 40,
      fallback_rate: 0,
      iterations_on_record: 1,
      reworded_items: 13,
      left_out_items: 0,
      moved_items: 0,
    });
  });

  it("takes the iterations before into account", async () => {
    const past = Array.from({ length: 19 }, (_, k) => ({
      iteration: -k,
      used: k % 2 === 0,
      latencyMs: 1000 + k,
    }));
    const { metrics } = compareSnapshots(await reflected(INPUTS, "no JSON"), past);
    expect(metrics).toMatchObject({
      consolidation_rate: null,
      net_token_delta: null,
      reflection_latency_p95_ms: 1017,
      fallback_rate: 10 / 20,
      iterations_on_record: 20,
    });
  });

  it("shows a snapshot that was not taken, too", async () => {
    const reply = tideReply();
    reply.blockers.push("The moon is down");
    const comparison = compareSnapshots(await reflected(INPUTS, reply));
    expect(comparison.skipped_reason).toBe("untraced_items");
    const text = comparisonText(comparison);
    expect(text).toMatch(/^The model's snapshot was not taken: untraced_items\.$/m);
    expect(text).toMatch(/^\+ blockers: The moon is down$/m);
    expect(text).toMatch(/^blockers +7 +4$/m);
    expect(text).toMatch(/^dropped {2}token - .* \(resolved\)$/m);
    expect(text).toMatch(/^fallback rate +100\.0% {2}under 20%; of 1 on record$/m);
  });

  it("says where there is nothing to compare", async () => {
    const text = comparisonText(compareSnapshots(await reduced(INPUTS)));
    expect(text).toBe("No snapshot of a model to compare: no_model.\n");
  });

  it("lets no control character through", async () => {
    const inputs = inputsWith({
      entries: Array.from({ length: 9 }, (_, k) => ({
        scope: "s",
        key: `k${k}`,
        value: `stuck \u001b[31m ${"x".repeat(200)}`,
      })),
    });
    const { snapshot } = await reduced(inputs);
    const reply = { ...snapshot, blockers: snapshot.blockers.slice(0, 2) };
    const text = comparisonText(compareSnapshots(await reflected(inputs, reply)));
    expect(text).toContain("\\x1b[31m");
    expect(text).not.toContain("\u001b");
  });
});
