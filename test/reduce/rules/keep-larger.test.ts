/** Observations that stay raw for their size. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { compact } from "../../../src/api/compact.ts";
import { createPolicy, REDUCER_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { asOpenAi, conversations } from "../../support/conversations.ts";
import { fateOf } from "../../support/masked-by.ts";
import { used } from "../../support/plain-transcript.ts";
import { passOptions, reduceOptions } from "../../support/policies.ts";
import { runs } from "../../support/runs.ts";

const session = [199, 200, 201, 5000].flatMap((chars) => used("read", "o".repeat(chars)));

describe("observations larger than keepLarger", () => {
  it("stay raw, and those of this size or less do not", () => {
    expect(fateOf(session, { keepLarger: 200 })).toEqual(["masked", "masked", "larger", "larger"]);
    expect(fateOf(session, { keepLarger: 5000 })).toEqual(Array(4).fill("masked"));
    expect(fateOf(session, { keepLarger: 0 })).toEqual(Array(4).fill("larger"));
    expect(fateOf(session, {})).toEqual(Array(4).fill("masked"));
  });

  it("become no excerpt either", () => {
    const fate = fateOf(session, { keepLarger: 300, clamp: 250 });
    expect(fate).toEqual(["masked", "masked", "masked", "larger"]);
  });

  const anyOptions = fc.oneof(
    { weight: 3, arbitrary: passOptions },
    { arbitrary: reduceOptions, weight: 1 },
  );

  it("are raw at every step, inside the window and outside, whatever else is asked for", () => {
    let kept = 0;
    fc.assert(
      fc.property(conversations, anyOptions, fc.nat(60), (conversation, given, keepLarger) => {
        const window = { preserveRecentRawTurns: 1, windowUnit: "turns", every: 1 } as const;
        const policy = createPolicy({ ...given, ...window, keepLarger }, REDUCER_DEFAULTS);
        const { transcript } = readChat(asOpenAi(conversation));
        for (const step of [Math.ceil(transcript.turns.count / 2), transcript.turns.count])
          for (const verdict of reduceTranscript(transcript, policy, { step }).verdicts()) {
            if (verdict.part.chars <= keepLarger) expect(verdict.by).not.toBe("larger");
            else expect(verdict.isMasked).toBe(false);
            if (verdict.by === "larger") kept++;
          }
      }),
      { numRuns: runs(400) },
    );
    expect(kept).toBeGreaterThan(5);
  });

  it("are counted under that reason where a file is compacted", () => {
    const rows = ["o".repeat(300), "p".repeat(900)].flatMap((content, k) => [
      { role: "assistant", tool_calls: [{ id: `${k}`, function: { name: "ls", arguments: "" } }] },
      { role: "tool", tool_call_id: `${k}`, content },
    ]);
    const line = `${JSON.stringify({ messages: [{ role: "user", content: "go" }, ...rows] })}\n`;
    const options = { preserveRecentRawTurns: 0, keepLarger: 500 };
    const { transcripts, bytes } = compact(Buffer.from(line), options);
    expect(transcripts[0]?.byRule).toMatchObject({
      window: { masked: 1 },
      larger: { kept: 1, keptChars: 900 },
    });
    expect(Buffer.from(bytes).toString()).toContain("p".repeat(900));
    expect(compact(bytes, options).bytes).toEqual(bytes);
  });

  it.each([-1, 1.5, Number.NaN])("cannot be larger than %d", (keepLarger) => {
    expect(() => createPolicy({ keepLarger }, REDUCER_DEFAULTS)).toThrow(
      `keepLarger: expected a whole number, 0 or more (got ${keepLarger})`,
    );
  });
});
