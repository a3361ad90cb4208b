import { describe, expect, it } from "vitest";
import { RecentRequests } from "../../../src/api/live/recent-requests.ts";
import { bodyOf, LIVE_PATHS, type LiveStep, type LiveWire } from "../../support/live-agent.ts";
import { FORMATS } from "../../support/live-deeds.ts";

const WIRES = Object.keys(LIVE_PATHS) as LiveWire[];
const STEPS: LiveStep[] = [["one"], ["two"], ["three"]];

/** Requests of which one is known, with a first reply that begins at 10 and a last message that ends where it says. */
function knowing(of: LiveWire, body: string, end: number): RecentRequests {
  const recent = new RecentRequests();
  const mark = { results: 0, toolTurns: 0, handled: 0 };
  recent.add({
    ...{ conversation: "c", task: "Do it.", model: undefined, format: FORMATS[of] },
    ...{ body: Buffer.from(body), ends: [end], decidedTurns: 0, handled: [] },
    replies: [
      { ...mark, start: 10 },
      { ...mark, start: end, isNext: true },
    ],
  });
  return recent;
}

describe("the start of a request that is known", () => {
  it.each(WIRES)("ends where its next reply of the model begins: %s", (of) => {
    const [before, after] = [STEPS.slice(0, 2), STEPS].map((steps) => bodyOf(of, steps));
    // In one wire the mark of a cache moves on: what it is on changes.
    const [body = "", next = ""] = [before, after].map((each) =>
      each?.replaceAll(/,"cache_control":\{[^}]*\}/g, ""),
    );
    let end = 0;
    while (body[end] === next[end]) end++;
    expect(body.slice(end)).toMatch(/^[\s\]]/);
    const known = knowing(of, body, end).startOf(Buffer.from(next), FORMATS[of]);
    expect(known?.reply).toBe(1);
    expect(next.slice(end, known?.start)).toMatch(/^\s*,\s*$/);
    expect(next.slice(known?.start)).toMatch(/^\{/);
  });

  it.each([
    ["a message of the user", ',{"role":"user","content":"Go on."}]}'],
    ["nothing", "]}"],
    ["no message", ",7]}"],
  ])("ends at an earlier one where %s comes next", (_, rest) => {
    const body = '{"messages":[{"role":"user","content":"Do it."}';
    const known = knowing("openai-chat", `${body}]}`, body.length).startOf(
      Buffer.from(body + rest),
      "openai-chat",
    );
    expect(known).toMatchObject({ reply: 0, start: 10 });
  });
});
