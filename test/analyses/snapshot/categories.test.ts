import { describe, expect, it } from "vitest";
import {
  categoriesOf,
  hasQuestionMark,
} from "../../../src/analyses/snapshot/categories/categories.ts";
import { KEYWORDS } from "../../../src/analyses/snapshot/categories/keywords.ts";

const SHORT = {
  open_hypotheses: "hypothesis",
  blockers: "blocker",
  next_actions: "action",
  unresolved_questions: "question",
};

function shortOf(text: string): string {
  return categoriesOf(text)
    .map((category) => SHORT[category])
    .join(" ");
}

describe("a text with a keyword", () => {
  it.each(
    Object.entries({
      open_hypotheses: "hypothesis assumption approach candidate option theory",
      blockers: "blocker blocked risk dependency waiting failure error stuck",
      next_actions: "next todo action follow-up implement verify test ship",
      unresolved_questions: "question unknown unclear clarify tbd",
    }).flatMap(([category, words]) => words.split(" ").map((word) => ({ category, word }))),
  )("$word is of $category", ({ category, word }) => {
    expect(categoriesOf(`About the ${word} there`)).toEqual([category]);
    expect(categoriesOf(word.toUpperCase())).toEqual([category]);
    expect(categoriesOf(`pre${word.replace("-", "")}post`)).toEqual([]);
  });

  it("lists each form in one category only", () => {
    const all = Object.values(KEYWORDS).flatMap(({ said, done }) => [...said, ...done]);
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
  });
});

describe("inflected forms", () => {
  it.each([
    ["tests failing", "blocker"],
    ["The build fails on arm64", "blocker"],
    ["two failed jobs", "blocker"],
    ["many errors in the log", "blocker"],
    ["risky migration", "blocker"],
    ["Dependencies missing", "blocker"],
    ["awaiting review", "blocker"],
    ["TypeError in parser.ts", "blocker"],
    ["Hypotheses: cache, lock", "hypothesis"],
    ["We assume UTC", "hypothesis"],
    ["other approaches", "hypothesis"],
    ["keep verifying the dates", "action"],
    ["implementing the parser", "action"],
    ["next_step", "action"],
    ["To do: the parser", "action"],
    ["following up with Ann", "action"],
    ["write tests for the parser", "action"],
    ["clarification of the format", "question"],
    ["unknowns", "question"],
    ["CI red; 3 tests failing", "blocker"],
    ["3 tests passing", ""],
    ["implemented the parser", ""],
    ["parser not implemented yet", "action"],
    ["the dates must be verified", "action"],
    ["optional column", ""],
    ["latest attestation", ""],
  ])("%s: %s", (text, expected) => expect(shortOf(text)).toBe(expected));
});

describe("negation", () => {
  it.each([
    ["no error found", ""],
    ["No known blockers", ""],
    ["no errors, warnings or failures", ""],
    ["0 failures, 12 passed", ""],
    ["not blocked", ""],
    ["no longer blocked by CI", ""],
    ["The parser isn't stuck", ""],
    ["it can’t fail", ""],
    ["did not find any errors", ""],
    ["Errors: none", ""],
    ["failures=0", ""],
    ["blocked: false", ""],
    ["CI is error-free", ""],
    ["free of risk", ""],
    ["None of the tests fail", ""],
    ["runs without failing", ""],
    ["non-blocking read", ""],
    ["nothing to do", ""],
    ["no follow-up needed", ""],
    ["no open questions", ""],
    ["There were no test failures", ""],
    ["zero failing jobs", ""],
    ["isn't a blocker any more", ""],
    ["Nothing blocks the release", ""],
    ["not waiting any longer", ""],
    ["the error no longer appears", ""],
    ["the error was not seen again", ""],
    ["Neither errors nor failures", ""],
    ["it won't fail", ""],
    ["do not ship it", ""],
    ["no error at first, but the tests fail", "blocker"],
    ["No luck. Error in parser", "blocker"],
    ["no fix for the error", "blocker"],
    ["no access is a blocker", "blocker"],
    ["no GPU so waiting", "blocker"],
    ["not sure whether the error is real", "question"],
    ["could not fix the failing job", "blocker"],
    ["unable to finish: error 42", "blocker"],
  ])("%s: %s", (text, expected) => expect(shortOf(text)).toBe(expected));
});

describe("what is over", () => {
  it.each([
    ["error fixed in 3f2a", ""],
    ["fixed the failing job", ""],
    ["The error has been resolved", ""],
    ["errors are gone", ""],
    ["hypothesis rejected", ""],
    ["question answered", ""],
    ["unblocked", ""],
    ["error not fixed yet", "blocker"],
    ["the error will be fixed", "blocker"],
    ["waiting until it is fixed", "blocker"],
    ["error in fixed-point parser", "blocker"],
    ["unresolved error", "blocker"],
    ["implement error handling", "action"],
  ])("%s: %s", (text, expected) => expect(shortOf(text)).toBe(expected));
});

it("comes to an end on a long text of one part", () => {
  for (const part of ["error ", "tests ", "fixed ", "not ", "a/", "+a/", "https://a/", ")", "?"])
    categoriesOf(part.repeat(200_000 / part.length));
});

describe("a question mark", () => {
  it.each([
    ["Why is it slow?", true],
    ["Is it (really)? I doubt it", true],
    ["なぜ？", true],
    ["see https://example.org/find?q=a", false],
    ["see https://example.org/find?", false],
    ["is it https://example.org/find?q=a or not?", true],
    ["order?.items ?? []", false],
    ["nothing", false],
  ])("in %j: %s", (text, expected) => {
    expect(hasQuestionMark(text)).toBe(expected);
    expect(categoriesOf(text).includes("unresolved_questions")).toBe(expected);
  });
});
