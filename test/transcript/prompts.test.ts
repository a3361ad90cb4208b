import { expect, it } from "vitest";
import { arrangeThreads } from "../../src/formats/arrange/arrange-threads.ts";
import { Findings } from "../../src/transcript/columns/found-messages.ts";

it("has prompts with the thread that they were found in, once", () => {
  const findings = new Findings();
  for (const thread of ["a", "b", "a"]) {
    findings.addMessage("user", 0, { thread });
    findings.addSide("prompt", 10, 0);
  }
  const both = (found: Parameters<typeof arrangeThreads>[0]) => [
    ...arrangeThreads(found),
    ...arrangeThreads(found),
  ];
  const sides = findings.transcripts(both).map(({ prompts }) => prompts.map(({ side }) => side));
  expect(sides).toEqual([[0, 2], [1], [], []]);
});
