import { describe, expect, it } from "vitest";
import { droppedReasoning } from "../../../../src/analyses/compare/fit/dropped-reasoning.ts";
import { inChars, requestsOf } from "../../../../src/reduce/replay/requests.ts";
import { type PlainEvent, transcriptFrom } from "../../../support/plain-transcript.ts";

const START: PlainEvent[] = [
  { kind: "said", role: "user", text: "Go on." },
  { kind: "said", role: "assistant", text: "12345" },
];

/** A turn that reasons and acts, and is finished with a text unless it is cut short. */
function turn({ reasons = true, ends = true } = {}): PlainEvent[] {
  return [
    { kind: "said", role: "user", text: "And?" },
    ...(reasons ? [{ kind: "reasoned", text: "I think." } as const] : []),
    { kind: "call", id: "c", name: "look", args: "{}" },
    { kind: "observation", id: "c", text: "found" },
    ...(ends ? [{ kind: "said", role: "assistant", text: "Done." } as const] : []),
  ];
}

const NEXT: PlainEvent[] = [
  { kind: "said", role: "user", text: "Thanks." },
  { kind: "said", role: "assistant", text: "You are welcome." },
];

function droppedBefore(events: readonly PlainEvent[], model: string | undefined) {
  const requests = requestsOf(transcriptFrom(events), inChars);
  return droppedReasoning(requests, { step: requests.steps.at(-1) ?? 0, model });
}

describe("reasoning that is dropped", () => {
  it("is that of a finished turn, once the user goes on", () => {
    const before = "Go on.".length + "12345".length + "And?".length;
    expect(droppedBefore([...START, ...turn(), ...NEXT], "gpt-5.4")).toBe(before);
    expect(droppedBefore([...START, ...turn(), ...NEXT], "openai/gpt-5.4")).toBe(before);
  });

  it.each([
    ["of other models", turn(), "claude-sonnet-5"],
    ["where no model is on record", turn(), undefined],
    ["where there is none", turn({ reasons: false }), "gpt-5.4"],
    ["of a turn that was cut short", turn({ ends: false }), "gpt-5.4"],
  ])("is none %s", (_, events, model) => {
    expect(droppedBefore([...START, ...events, ...NEXT], model)).toBeUndefined();
  });

  it("is none in the middle of a turn", () => {
    expect(droppedBefore([...START, ...turn()], "gpt-5.4")).toBeUndefined();
  });
});
