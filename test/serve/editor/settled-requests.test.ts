import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRequestEditor } from "../../../src/api/live/request-editor.ts";
import { memoryMemo } from "../../../src/api/live/sent-memo.ts";
import type { EditingOptions } from "../../../src/serve/editor/editing.ts";
import { replyMarks } from "../../../src/serve/editor/reply-marks.ts";
import { SentEdits } from "../../../src/serve/editor/sent-edits.ts";
import { bodyOf, type LiveStep, type LiveWire } from "../../support/live-agent.ts";
import { bodiesOf, deeds, FORMATS, wire } from "../../support/live-deeds.ts";
import { slowRuns } from "../../support/runs.ts";

type Policy = Pick<EditingOptions, "firstSight" | "window">;

/** Which of these bodies are settled without being read; each is what it would be if it were. */
function settledOf(of: LiveWire, bodies: readonly string[], policy: Policy): boolean[] {
  const editor = createRequestEditor({ ...policy, memo: memoryMemo() });
  const sent = new SentEdits();
  const format = FORMATS[of];
  return bodies.map((text) => {
    const body = Buffer.from(text);
    const known = sent.settled(body, format, policy);
    const { conversation, task, splices, settled } = editor.edit(body, format);
    if (known !== undefined) expect(known).toEqual({ conversation, splices });
    sent.add({ conversation, task, format, body, splices, settled });
    return known !== undefined;
  });
}

const SMALL: LiveStep = ["done"];
const LARGE: LiveStep = ["a large result\n".repeat(200)];
/** What comes after all messages, as tools do in requests of agents. */
const TAIL = `,"tools":[${JSON.stringify("a tool ".repeat(5000))}]}`;

describe("a request in which nothing is left to decide", () => {
  it.each([
    ["shortening", { firstSight: 1000 }],
    ["masking in steps", { window: { size: 2, every: 3 } }],
    ["both", { firstSight: 1000, window: { size: 1, every: 4 } }],
  ] satisfies [string, Policy][])("is edited as if it were read: %s", (_, policy) => {
    fc.assert(
      fc.property(wire, deeds, (of, all) => {
        settledOf(of, bodiesOf(of, all, "some-model"), policy);
      }),
      { numRuns: slowRuns(600) },
    );
  });

  it.each([
    ["openai-chat", ""],
    ["openai-chat", TAIL],
    ["openai-responses", TAIL],
    ["gemini", TAIL],
    ["anthropic", TAIL],
  ] as const)("is known by its start, and what comes after its messages: %s%#", (of, tail) => {
    const steps = [SMALL, SMALL, LARGE, SMALL, SMALL, LARGE, SMALL];
    const bodies = steps.map((_, at) =>
      bodyOf(of, steps.slice(0, at + 1)).replace(/\}\s*$/, tail === "" ? "}" : tail),
    );
    // The first is not known, the large ones have to be read; where marks of caches move, so has the next.
    const settled = settledOf(of, bodies, { firstSight: 1000 });
    expect(settled).toEqual([false, true, false, true, true, false, true]);
  });

  it("is none where a window may act", () => {
    const steps = Array.from({ length: 9 }, () => SMALL);
    const bodies = steps.map((_, at) => bodyOf("openai-chat", steps.slice(0, at + 1)));
    const settled = settledOf("openai-chat", bodies, { window: { size: 1, every: 4 } });
    expect(settled).toEqual([false, true, true, false, true, true, true, false, true]);
  });

  it("is none where a conversation goes another way", () => {
    const bodies = [[SMALL], [SMALL, SMALL], [LARGE], [SMALL]].map((steps) =>
      bodyOf("openai-chat", steps),
    );
    expect(settledOf("openai-chat", bodies, { firstSight: 1000 })).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it.each([
    ["anthropic", 3],
    ["openai-chat", 3],
    ["openai-responses", 3],
    ["gemini", 3],
  ] as const)("counts the replies of %s", (of, count) => {
    const body = Buffer.from(
      bodyOf(
        of,
        Array.from({ length: count }, () => SMALL),
      ),
    );
    expect(replyMarks(body)).toBeGreaterThanOrEqual(count);
    expect(replyMarks(body)).toBeLessThanOrEqual(count + 1);
  });
});
