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

describe("replay of messages with all steps of an answer", () => {
  const step = (k: number) => [
    { type: "step-start" },
    { type: "text", text: `Step ${k}.` },
    {
      type: "tool-read",
      toolCallId: `c${k}`,
      state: "output-available",
      input: { k },
      output: `${k} `.repeat(200),
    },
  ];
  const user = { id: "u", role: "user", parts: [{ type: "text", text: "Go." }] };
  const answer = { id: "a", role: "assistant", parts: [1, 2, 3].flatMap(step) };
  const last = { id: "b", role: "assistant", parts: [{ type: "text", text: "Done." }] };
  const messages: readonly { role: string; parts: readonly object[] }[] = [user, answer, last];

  it("sends the steps so far, and gives the next one as the turn", () => {
    const sent = [...replay(messages, { window: 0, windowUnit: "turns", keepErrors: "none" })];
    const partsIn = (all: readonly { parts: readonly object[] }[]) =>
      all.slice(1).flatMap(({ parts }) => parts);
    expect(sent.map(({ messages: prompt }) => prompt.length)).toEqual([1, 2, 2, 2]);
    expect(sent.map(({ messages: prompt }) => partsIn(prompt).length)).toEqual([0, 4, 7, 9]);
    expect(sent.map(({ turn }) => turn.flatMap(({ parts }) => parts))).toEqual([
      answer.parts.slice(0, 4),
      answer.parts.slice(4, 7),
      answer.parts.slice(7),
      last.parts,
    ]);
    expect(JSON.stringify(sent[2]?.messages).match(/observation masked/g)).toHaveLength(2);
    expect(messages).toEqual([user, answer, last]);
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
