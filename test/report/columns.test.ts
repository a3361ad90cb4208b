import { expect, it } from "vitest";
import { clipName } from "../../src/report/columns.ts";

it.each([
  ["a/session.jsonl", 15, "a/session.jsonl"],
  ["logs/today/session.jsonl", 16, "…y/session.jsonl"],
  ["logs/session.jsonl", 14, "…session.jsonl"],
  ["logs/session.jsonl", 13, "session.json…"],
  ["logs/raze.claude-session.jsonl:12", 16, "raze.claude-…:12"],
  ["raze.claude-session.jsonl", 10, "raze.clau…"],
  ["assistant", 5, "assi…"],
  ["assistant", 2, "a…"],
  ["a🐦🐦🐦.jsonl", 3, "a…"],
  ["🐦🐦/run.jsonl", 12, "…/run.jsonl"],
])("a name is cut so that it can be told from others: %s in %i chars", (name, width, expected) => {
  expect(clipName(name, width)).toBe(expected);
  expect(expected.length).toBeLessThanOrEqual(width);
});
