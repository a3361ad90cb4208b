import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recall } from "../../../src/api/chat/recall-chat.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { replay } from "../../../src/api/chat/replay-chat.ts";
import { runs } from "../../support/runs.ts";
import { sessionMessages } from "../../support/sessions.ts";

type Messages = readonly { readonly role: string; readonly content: string | null }[];

describe("replay", () => {
  it("sends at every step what reducing the conversation so far leaves", () => {
    const options = fc.record(
      {
        preserveRecentRawTurns: fc.integer({ min: 0, max: 5 }),
        windowUnit: fc.constantFrom("turns" as const, "messages" as const),
        every: fc.integer({ min: 1, max: 3 }),
        maxInputChars: fc.integer({ min: 200, max: 4000 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), options, (turns, given) => {
        const messages = sessionMessages(turns) as Messages;
        const sent = [...replay(messages, given)];
        expect(sent.map(({ step }) => step)).toEqual(Array.from({ length: turns }, (_, k) => k));
        for (const { step, messages: prompt, turn } of sent) {
          const sofar = messages.slice(0, 1 + 2 * step);
          expect(prompt).toEqual(reduce(sofar, given).messages);
          expect(turn).toEqual(messages.slice(1 + 2 * step, 3 + 2 * step));
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("changes nothing in place", () => {
    const messages = sessionMessages(8) as Messages;
    const before = structuredClone(messages);
    for (const _ of replay(messages, { preserveRecentRawTurns: 1 }));
    expect(messages).toEqual(before);
  });
});

describe("recall", () => {
  it("says for every window how much of what was used was in view", () => {
    const messages = sessionMessages(6) as { role: string; content: string | null }[];
    messages[2] = { ...messages[2], role: "tool", content: `find_me_again ${"x".repeat(300)}` };
    messages.push({ role: "assistant", content: "find_me_again it is." });
    const [small, large] = recall(messages, [5, 6]);
    expect(small).toMatchObject({ window: 5, references: 1, missed: 1, share: 0 });
    expect(large).toMatchObject({ window: 6, references: 1, missed: 0, share: 1 });
  });
});
