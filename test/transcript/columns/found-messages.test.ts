import { describe, expect, it } from "vitest";
import { Findings } from "../../../src/transcript/columns/found-messages.ts";

/** Two copies of a message, in records 0 and 1, each with two answers to one call, a side copy beside each. */
function copies(): Findings {
  const findings = new Findings();
  for (const record of [0, 1]) {
    findings.addMessage("tool", record);
    for (const chars of [10, 20]) {
      findings.addPart({ kind: "observation", callId: "a", isError: false, editable: true }, chars);
      findings.addSide(undefined, 5, record);
    }
  }
  return findings;
}

describe("copies of a message", () => {
  const [placed] = copies().transcripts(() => [{ messages: [1], again: new Map([[1, [0]]]) }]);
  const parts = [...(placed?.outline.parts ?? [])];

  it("have each observation in its place where a call has several", () => {
    expect(parts.map((part) => placed?.again(part))).toEqual([
      [{ record: 0, slot: 0, chars: 10 }],
      [{ record: 0, slot: 1, chars: 20 }],
    ]);
  });

  it("have side copies, too", () => {
    const sides = parts.map((part) =>
      placed?.sides(part).map(({ record, side }) => [record, side]),
    );
    expect(sides).toEqual([
      [
        [1, 0],
        [0, 0],
      ],
      [
        [1, 1],
        [0, 1],
      ],
    ]);
  });
});
