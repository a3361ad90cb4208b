/** T5 of seed 5, parts 4 to 6: the gates, the fallback, and a whole reflection. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduceTrajectory } from "../../../../src/analyses/snapshot/reduce-trajectory.ts";
import { itemsOf, LIST_FIELDS, snapshotTokens } from "../../../../src/analyses/snapshot/result.ts";
import { runs } from "../../../support/runs.ts";
import {
  anyInputs,
  inputsWith,
  NOW,
  reduced,
  reflected,
  tideInputs,
  tideReply,
} from "../../../support/snapshots.ts";

const INPUTS = tideInputs();

/** Diagnostics without what a reflection changes. */
function unreflected(diagnostics: object): object {
  return Object.fromEntries(
    Object.entries(diagnostics).filter(([key]) => !/^(reflection_|warnings)/.test(key)),
  );
}

describe("a reflection that passes every check", () => {
  it("gives the snapshot, and all of its diagnostics", async () => {
    const reply = tideReply();
    const { dropped, sources: _, ...content } = reply;
    const result = await reflected(INPUTS, {
      ok: true,
      text: JSON.stringify(reply),
      inputTokens: 1801,
      outputTokens: 402,
    });
    // What the model is not shown is put back.
    const questions = ["Should /tides answer in local time?", ...content.unresolved_questions];
    expect(result.snapshot).toMatchObject({ ...content, unresolved_questions: questions });
    expect(result.diagnostics).toEqual({
      schema_version: 1,
      generated_at: result.snapshot.generated_at,
      iteration: 3,
      active_snapshot_token_size: snapshotTokens(result.snapshot),
      retired_branch_count: result.retired.length,
      repeated_context_rate: 3 / 13,
      active_item_count: 13,
      repeated_item_count: 3,
      warnings: ["entries of iteration 3 or later, left out: 1"],
      reflection_used: true,
      reflection_input_tokens: 1801,
      reflection_output_tokens: 402,
      reflection_latency_ms: 40,
      reflection_skipped_reason: null,
      reflection_dropped: dropped,
    });
    const saved = snapshotTokens(result.deterministic) - snapshotTokens(result.snapshot);
    expect(saved).toBeGreaterThanOrEqual(100);
  });

  it("retires what it left out as well as what it worded otherwise", async () => {
    const { retired } = await reflected(INPUTS, tideReply());
    expect(retired.map(({ value }) => value)).toEqual([
      "working_set:cache - Hypothesis: the moon phase cache is keyed by UTC day, harbours east of Greenwich miss it",
      "working_set:token - Waiting for the token of the harbour office",
      "https://harbours.example/api/v2",
    ]);
  });

  it("estimates tokens that the provider does not count", async () => {
    const reply = tideReply();
    const { diagnostics, requests } = await reflected(INPUTS, reply);
    const [{ system = "", prompt = "" } = {}] = requests;
    expect(diagnostics).toMatchObject({
      reflection_input_tokens: Math.ceil((system.length + prompt.length) / 4),
      reflection_output_tokens: Math.ceil(JSON.stringify(reply).length / 4),
    });
  });

  it("keeps to the limits of a snapshot", async () => {
    const reply = tideReply();
    const link = "tool-output://call-41";
    const { required_evidence_links: links } = reply;
    reply.required_evidence_links = [...links, link.toUpperCase(), `${link}.`, ` ${link} `];
    const { snapshot, diagnostics } = await reflected(INPUTS, reply);
    expect(diagnostics.reflection_used).toBe(true);
    expect(snapshot.required_evidence_links).toEqual(links);
  });
});

describe("a reflection that is not taken", () => {
  const invented = tideReply();
  invented.next_actions.push("Rewrite the harbours in Rust");
  const large = tideReply();
  large.next_actions = INPUTS.entries
    .filter(({ value, sourceIteration = 0 }) => typeof value === "string" && sourceIteration < 3)
    .map(({ scope, key, value }) => `${scope}:${key} - ${value}`);
  const uncited = tideReply();
  uncited.sources = {};

  it.each([
    ["api_error", { ok: false, reason: "timed out after 30 s" }, null],
    ["empty_reply", "", null],
    ["malformed_json", "Sure! Here is your snapshot", null],
    ["malformed_json", JSON.stringify(tideReply()).slice(0, 300), null],
    ["invalid_reply", { blockers: [] }, null],
    ["untraced_items", invented, invented.dropped],
    ["untraced_items", uncited, uncited.dropped],
    ["insufficient_savings", large, large.dropped],
  ])("leaves the snapshot by keywords as it is: %s", async (reason, reply, dropped) => {
    const result = await reflected(INPUTS, reply);
    const without = await reduced(INPUTS);
    expect(result.snapshot).toEqual(without.snapshot);
    expect(result.retired).toEqual(without.retired);
    expect(unreflected(result.diagnostics)).toEqual(unreflected(without.diagnostics));
    expect(result.diagnostics).toMatchObject({
      reflection_used: false,
      reflection_skipped_reason: reason,
      reflection_input_tokens: expect.any(Number),
      reflection_latency_ms: 40,
      reflection_dropped: dropped,
    });
    expect(result.diagnostics.warnings[0]).toMatch(new RegExp(`^reflection: ${reason}: .`));
  });

  it("is said with the reason that the model gave, or the first item from nowhere", async () => {
    const failed = await reflected(INPUTS, { ok: false, reason: "timed out after 30 s" });
    expect(failed.diagnostics.warnings[0]).toContain("timed out after 30 s");
    expect(failed.diagnostics.reflection_output_tokens).toBeNull();
    const { diagnostics } = await reflected(INPUTS, invented);
    expect(diagnostics.warnings[0]).toContain('next_actions "Rewrite the harbours in Rust"');
  });
});

it("leaves the snapshot by keywords when asking throws", async () => {
  const ask = async () => {
    throw new Error("no network");
  };
  const asking = { ask, clock: () => 0 };
  const { snapshot, diagnostics } = await reduceTrajectory(INPUTS, { now: NOW, asking });
  expect(snapshot).toEqual((await reduced(INPUTS)).snapshot);
  expect(diagnostics.warnings[0]).toBe("reflection: api_error: no network");
});

describe("the gates", () => {
  /** Inputs whose snapshot by keywords has so many tokens: words of one letter in eight items. */
  async function withTokens(tokens: number) {
    const inputs = (words: number) =>
      inputsWith({
        entries: Array.from({ length: 8 }, (_, k) => ({
          scope: "s",
          key: `k${k}`,
          value: `stuck${" x".repeat(Math.floor((words + k) / 8))}`,
        })),
      });
    const empty = snapshotTokens((await reduced(inputs(0))).snapshot);
    const made = inputs(2 * (tokens - empty));
    expect(snapshotTokens((await reduced(made)).snapshot)).toBe(tokens);
    return made;
  }

  it("ask no model under 400 tokens", async () => {
    const { requests, diagnostics } = await reflected(await withTokens(399), tideReply());
    expect(requests).toEqual([]);
    expect(diagnostics).toMatchObject({
      reflection_used: false,
      reflection_skipped_reason: "below_threshold",
      reflection_input_tokens: null,
      reflection_output_tokens: null,
      reflection_latency_ms: null,
      reflection_dropped: null,
    });
    expect((await reflected(await withTokens(400), "")).requests).toHaveLength(1);
  });

  it.each([
    [99, "insufficient_savings"],
    [100, null],
  ])("take what saves %i tokens: %s", async (savings, reason) => {
    const inputs = await withTokens(500);
    const { snapshot } = await reduced(inputs);
    let rest = 4 * savings;
    const blockers = snapshot.blockers.map((item) => {
      const cut = Math.min(rest, 100);
      rest -= cut;
      return item.slice(0, item.length - cut);
    });
    const { diagnostics } = await reflected(inputs, { ...snapshot, blockers });
    expect(diagnostics.reflection_skipped_reason).toBe(reason);
  });
});

describe("any reply", () => {
  it("leaves a valid snapshot, with nothing in it from nowhere", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyInputs,
        fc.array(fc.string(), { maxLength: 5 }),
        fc.nat(4),
        async (inputs, texts, at) => {
          const { snapshot: before } = await reduced(inputs);
          const { schema_version: _, generated_at: __, iteration: ___, ...content } = before;
          const field = LIST_FIELDS[at] ?? "blockers";
          const reply = { ...content, [field]: [...content[field].slice(0, 2), ...texts] };
          const { snapshot, diagnostics } = await reflected(inputs, reply);
          expect(Object.keys(snapshot)).toEqual(Object.keys(before));
          expect(diagnostics.reflection_used).toBe(diagnostics.reflection_skipped_reason === null);
          const known = JSON.stringify([inputs, before]).toLowerCase();
          for (const { text } of itemsOf(snapshot))
            for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
              expect(known).toContain(word);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
