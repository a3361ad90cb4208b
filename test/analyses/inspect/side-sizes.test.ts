import { expect, it } from "vitest";
import { sideSizesOf } from "../../../src/analyses/inspect/side-sizes.ts";
import { Findings } from "../../../src/transcript/columns/found-messages.ts";

function sidesOf(fill: (findings: Findings) => void) {
  const findings = new Findings();
  fill(findings);
  return findings
    .transcripts((found) => [{ messages: Array.from(found, ({ index }) => index) }])
    .map(sideSizesOf);
}

const answer = (callId: string) =>
  ({ kind: "observation", callId, isError: false, editable: true }) as const;

it("adds up the copies of observations, and prompts stored whole", () => {
  const sides = sidesOf((findings) => {
    findings.addMessage("tool", 0);
    findings.addPart(answer("a"), 10);
    findings.addSide(undefined, 100, 0);
    findings.addMessage("tool", 1);
    findings.addPart(answer("b"), 10);
    findings.addSide({ callId: "a" }, 20, 1);
    findings.addSide("prompt", 3, 1);
  });
  expect(sides).toEqual([{ sideCopies: 3, sideCopyBytes: 123 }]);
});

it("counts a copy once that an id gives to several observations", () => {
  const sides = sidesOf((findings) => {
    for (const record of [0, 1]) {
      findings.addMessage("tool", record);
      findings.addPart(answer("a"), 10);
    }
    findings.addSide({ callId: "a" }, 50, 2);
  });
  expect(sides).toEqual([{ sideCopies: 1, sideCopyBytes: 50 }]);
});
