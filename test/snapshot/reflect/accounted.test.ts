/** A model may consolidate and drop, but not forget: what it says nothing of is not lost. */
import { describe, expect, it } from "vitest";
import { LIST_FIELDS } from "../../../src/analyses/snapshot/result.ts";
import { compareSnapshots } from "../../../src/analyses/snapshot/snapshot-comparison.ts";
import { reduced, reflected, tideInputs, tideReply } from "../../support/snapshots.ts";

const INPUTS = tideInputs();
const NOTHING = Object.fromEntries(LIST_FIELDS.map((field) => [field, [] as string[]]));

async function judged(reply: object) {
  const { snapshot, diagnostics } = await reflected(INPUTS, reply);
  return { snapshot, reason: diagnostics.reflection_skipped_reason, said: diagnostics.warnings[0] };
}

describe("a reply that erases", () => {
  const objective = { current_objective: "Serve tide tables for every harbour" };

  it.each<[string, object]>([
    ["all with one invented drop", { dropped: [{ value: "moonshine", reason: "stale" }] }],
    ["all with a word of each", { dropped: [{ value: "the", reason: "stale" }] }],
    [
      "all but an item that cites what it has nothing of",
      {
        blockers: ["Task T2 (Compute moon phases) is failed"],
        sources: {
          "Task T2 (Compute moon phases) is failed": INPUTS.entries.map(
            ({ scope, key }) => `${scope}:${key}`,
          ),
        },
      },
    ],
    [
      "all by citing it for an item that is not there",
      {
        sources: { gone: INPUTS.entries.map(({ scope, key }) => `${scope}:${key}`) },
        dropped: [{ value: "x", reason: "y" }],
      },
    ],
  ])("%s is rejected, and says what it forgot", async (_, reply) => {
    const { snapshot, reason, said } = await judged({ ...objective, ...NOTHING, ...reply });
    expect(reason).toBe("unaccounted_sources");
    expect(said).toMatch(
      /^reflection: unaccounted_sources: of \d+ entries and tasks it says nothing/,
    );
    expect(said).toContain('"');
    expect(snapshot).toEqual((await reduced(INPUTS)).snapshot);
  });

  it("one entry or one open task is rejected", async () => {
    const withoutEntry = tideReply();
    withoutEntry.dropped.shift();
    expect((await judged(withoutEntry)).said).toContain(
      'of 1 entries and tasks it says nothing, not that they are dropped: "working_set:token"',
    );
    const withoutTask = tideReply();
    withoutTask.next_actions.pop();
    expect((await judged(withoutTask)).said).toContain('"task:T3"');
  });

  it.each(["working_set:token", "Working_Set:Token ", "The token of the harbour office arrived"])(
    "nothing that it drops by its name or its text is taken: %s",
    async (value) => {
      const reply = tideReply();
      reply.dropped.shift();
      reply.dropped.push({ value, reason: "resolved" });
      expect((await judged(reply)).reason).toBeNull();
    },
  );
});

describe("what a snapshot must not be without", () => {
  it("is put back: failed tasks, links and open questions, also those that were dropped", async () => {
    const reply = tideReply();
    reply.blockers = reply.blockers.filter((item) => !item.startsWith("Task T2"));
    reply.required_evidence_links = [];
    reply.unresolved_questions = [];
    for (const value of ["task:T2", "session:units", "session:units-again", "session:dump"])
      reply.dropped.push({ value, reason: "stale" });
    const { snapshot, reason } = await judged(reply);
    const { snapshot: before } = await reduced(INPUTS);
    expect(reason).toBeNull();
    expect(snapshot.blockers[0]).toBe("Task T2 (Compute moon phases) is failed");
    expect(snapshot.unresolved_questions).toEqual(before.unresolved_questions);
    expect(snapshot.required_evidence_links).toEqual(before.required_evidence_links);
  });

  it("stays within the limits of a list, before what the model has", async () => {
    const tasks = Array.from({ length: 30 }, (_, k) => ({
      id: `F${k}`,
      title: `Row ${k} of the harbour list that has many rows`,
      status: "failed",
    }));
    const reply = tideReply();
    for (const { id } of tasks) reply.dropped.push({ value: `task:${id}`, reason: "stale" });
    const { snapshot } = await reflected({ ...INPUTS, tasks: [...INPUTS.tasks, ...tasks] }, reply);
    expect(snapshot.blockers).toHaveLength(25);
    for (const item of snapshot.blockers) expect(item).toMatch(/^Task \w+ .* is failed$/);
  });
});

it("counts as consolidated only what is cited together, not what is dropped", async () => {
  const reply = tideReply();
  reply.sources = {
    ...reply.sources,
    "Fix phase rounding, then verify harbours east of Greenwich": [
      "session:next",
      "session:next-again",
      "session:next",
      "no:such",
      "session:ci-lint",
    ],
  };
  const { metrics } = compareSnapshots(await reflected(INPUTS, reply));
  expect(metrics.consolidation_rate).toBeCloseTo(7 / 19);
  const dropped = tideReply();
  dropped.next_actions.shift();
  for (const value of ["session:next", "session:next-again"])
    dropped.dropped.push({ value, reason: "stale" });
  const { metrics: others } = compareSnapshots(await reflected(INPUTS, dropped));
  expect(others.consolidation_rate).toBeCloseTo(6 / 19);
});
