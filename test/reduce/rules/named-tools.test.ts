import { describe, expect, it } from "vitest";
import { EXEMPT_TOOLS, isExempt } from "../../../src/reduce/rules/exempt-tools.ts";
import { fateOf, LONG } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

const unknown: PlainEvent = { kind: "observation", id: "nobody", text: LONG };
const session = [...used("Read", LONG), ...used("mcp__git__log", LONG), unknown];

describe("tools that are named", () => {
  it("stay raw", () => {
    expect(fateOf(session, { keepTools: ["read", "x"] })).toEqual([
      "keep-tool",
      "masked",
      "masked",
    ]);
    expect(fateOf(session, { keepTools: ["mcp__*"] })).toEqual(["masked", "keep-tool", "masked"]);
  });

  it("are the only ones to be masked, so that what comes from an unknown tool stays", () => {
    const fate = ["only-tool", "masked", "only-tool"];
    expect(fateOf(session, { onlyTools: ["mcp__*"] })).toEqual(fate);
  });

  it("stay raw also if they are among the only ones to be masked", () => {
    const options = { onlyTools: ["*"], keepTools: ["read"] };
    expect(fateOf(session, options)).toEqual(["keep-tool", "masked", "only-tool"]);
  });
});

describe("tools that keep something for the agent", () => {
  it.each(Object.values(EXEMPT_TOOLS).flat())("%s stays raw, and can be masked", (name) => {
    const kept = used(name, LONG);
    expect(fateOf(kept, { keepExempt: true })).toEqual(["exempt"]);
    expect(fateOf(kept, { keepExempt: false })).toEqual(["masked"]);
  });

  it.each(["todowrite", "TODO_WRITE", "ask-user", "updatePlan"])("are known as %s too", (name) => {
    expect(isExempt(name)).toBe(true);
  });

  it.each(["Read", "bash", "memory_usage", "plan_trip", ""])("%j is none of them", (name) => {
    expect(isExempt(name)).toBe(false);
  });
});
