/** T5 of seed 5, part 3: items that come from no source. */
import { describe, expect, it } from "vitest";
import { isBad, parseReply } from "../../../src/analyses/snapshot/reflect/reflection-reply.ts";
import { untracedItems } from "../../../src/analyses/snapshot/reflect/trace.ts";
import { contentStems } from "../../../src/analyses/snapshot/reflect/word-stem.ts";
import { withinReach } from "../../../src/analyses/snapshot/snapshot-inputs.ts";
import { inputsWith } from "../../support/snapshots.ts";

const INPUTS = inputsWith({
  objective: "Serve tide tables",
  entries: [
    { scope: "s", key: "ci", value: "CI is red" },
    { scope: "s", key: "tests", value: "3 tests failing, see https://ci.example/8?a=b" },
    { scope: "s", key: "suite", value: { state: "Test suite broken", at: "2026" } },
    { scope: "s", key: "lint", value: "No error found by the linter" },
    { scope: "s", key: "start", value: "restart the “moon” server" },
    { scope: "s", key: "old", value: "written now", sourceIteration: 1 },
  ],
  tasks: [{ id: "T1", title: "Compute phases", status: "failed" }],
});

/** Whether an item is let pass, with the sources that it cites. */
function isTraced(item: string, { cites = [], field = "next_actions" }: Cited = {}): boolean {
  const lists = {
    open_hypotheses: [],
    blockers: [],
    next_actions: [],
    unresolved_questions: [],
    required_evidence_links: [],
    dropped: [{ value: "a", reason: "b" }],
  };
  const reply = parseReply(
    JSON.stringify({
      current_objective: "Serve tide tables",
      ...lists,
      [field]: field === "current_objective" ? item : [item],
      sources: { [item]: cites },
    }),
  );
  if (isBad(reply)) throw new Error(reply.detail);
  return untracedItems(reply, withinReach(INPUTS)).length === 0;
}

interface Cited {
  readonly cites?: readonly string[];
  readonly field?: "blockers" | "next_actions" | "required_evidence_links" | "current_objective";
}

describe("an item that stands in a source", () => {
  it.each([
    "3 tests failing",
    "3  TESTS\nfailing.",
    "s:ci - CI is red",
    "state: Test suite broken",
    'the "moon" server',
    "Task T1 (Compute phases) is failed",
    "compute phases",
    "No error found",
    "3 tests failing, see…",
  ])("is traced: %j", (item) => expect(isTraced(item)).toBe(true));

  it.each([
    "4 tests failing",
    "error found by the linter",
    "start the “moon” server",
    "is",
    "...",
    "CI is red because of the moon",
    "written now",
  ])("is not traced when it does not: %j", (item) => expect(isTraced(item)).toBe(false));
});

describe("an item made of several sources", () => {
  const cites = ["s:ci", "s:tests", "s:suite"];

  it("is traced when all of its words stand in those it cites, in any form", () => {
    expect(isTraced("CI failing: 3 test failures", { cites, field: "blockers" })).toBe(true);
    expect(isTraced("The test suite is broken, and CI red", { cites })).toBe(true);
  });

  it("is not traced with a word, a number or a denial of its own", () => {
    expect(isTraced("CI failing: 3 flaky tests", { cites })).toBe(false);
    expect(isTraced("CI failing: 4 tests", { cites })).toBe(false);
    expect(isTraced("CI not failing", { cites })).toBe(false);
  });

  it("is not traced without citing, or citing others or what there is not", () => {
    expect(isTraced("CI failing: 3 tests")).toBe(false);
    expect(isTraced("CI failing: 3 tests", { cites: ["s:ci", "task:T1"] })).toBe(false);
    expect(isTraced("CI failing: 3 tests", { cites: ["s:none", "s:more"] })).toBe(false);
  });

  it("is no blocker where the sources deny it", () => {
    expect(isTraced("linter found error", { cites: ["s:lint"], field: "blockers" })).toBe(false);
  });
});

describe("a link", () => {
  const field = "required_evidence_links";

  it("is traced only as it stands", () => {
    expect(isTraced("https://ci.example/8?a=b", { field })).toBe(true);
    expect(isTraced("https://ci.example/8?a=3", { field, cites: ["s:tests"] })).toBe(false);
    expect(isTraced("https://ci.example/3/tests", { field, cites: ["s:tests"] })).toBe(false);
  });
});

describe("the objective", () => {
  const field = "current_objective";

  it("is the issue's, or made of sources", () => {
    expect(isTraced("tide tables", { field })).toBe(true);
    expect(isTraced("Serve phases", { field, cites: ["objective", "task:T1"] })).toBe(true);
    expect(isTraced("Serve phases", { field })).toBe(false);
    expect(isTraced("Rewrite it in Rust", { field, cites: ["objective"] })).toBe(false);
  });
});

describe("words", () => {
  it.each([
    ["fail", "failing failed fails failures failure"],
    ["test", "tests testing tested"],
    ["ship", "shipping shipped ships"],
    ["dependency", "dependencies"],
    ["cache", "caches cached caching"],
  ])("have the stem of %s: %s", (word, forms) => {
    expect(new Set(contentStems(`${word} ${forms}`)).size).toBe(1);
  });

  it.each(["not", "no", "never", "without"])("that deny are no empty words: %s", (word) => {
    expect(contentStems(`the ${word}`)).toHaveLength(1);
  });
});
