/** What was rewritten is compacted again, with the replies of the first run at hand. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { digestOf } from "../../../src/base/digest.ts";
import { type Answers, keyOf } from "../../../src/reduce/asking/ask.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { runs } from "../../support/runs.ts";

interface Said {
  readonly role: string;
  readonly content: string;
}

const results = fc.constantFrom(
  "heron_1 sits here\n".repeat(200),
  "stork_2 sits there\n".repeat(150),
  "stork_2 sits there\n".repeat(149),
  "crane_3 flies\n".repeat(300),
  `error: ${"owl_4 sleeps\n".repeat(200)}`,
  "none",
);
const turns = fc.array(
  fc.record({
    says: fc.constantFrom("", "on we go", "we look on ".repeat(120)),
    results: fc.array(results, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 3, maxLength: 8 },
);
const options: fc.Arbitrary<ReduceOptions> = fc.record(
  {
    reflectGate: fc.constantFrom("published" as const, "artifact" as const),
    preserveRecentRawTurns: fc.integer({ min: 1, max: 8 }),
    keepErrors: fc.constantFrom("none" as const, "all" as const),
    keepFirst: fc.nat({ max: 2 }),
    clamp: fc.integer({ min: 300, max: 4000 }),
    dedupe: fc.boolean(),
    redundant: fc.boolean(),
  },
  { requiredKeys: [] },
);

function session(about: readonly { says: string; results: readonly string[] }[]): Said[] {
  const messages: object[] = [{ role: "user", content: "count" }];
  for (const [turn, { says, results }] of about.entries()) {
    const ids = results.map((_, k) => `${turn}_${k}`);
    const tool_calls = ids.map((id) => ({
      id,
      type: "function",
      function: { name: "ls", arguments: `{"path":"nest_${id}"}` },
    }));
    messages.push({ role: "assistant", content: says, tool_calls });
    for (const [k, content] of results.entries())
      messages.push({ role: "tool", tool_call_id: ids[k], content });
  }
  return messages as Said[];
}

/** Takes some steps, refuses others, and of some shortens the last result alone. */
function reply(prompt: string): string {
  const chance = Number.parseInt(digestOf(prompt).slice(0, 2), 16) % 3;
  const found = [...prompt.matchAll(/<result id="(\d+)">\n(.{1,12})/g)];
  const shortened = chance === 1 ? found.slice(-1) : found;
  if (chance === 0) return "I would rather not";
  return shortened.map(([, id, text]) => `<result id="${id}">\n${text}\n</result>`).join("\n");
}

it("asks nothing and changes nothing, whatever was refused", () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(turns, options, (about, given) => {
      const policy = createPolicy({ reflect: true, ...given }, PROGRAM_DEFAULTS);
      const kept = new Map<string, string>();
      const first = compacted(session(about), policy, (ask) => {
        const text = reply(ask.prompt);
        kept.set(keyOf(ask), text);
        if (!kept.has(ask.subject ?? "")) kept.set(ask.subject ?? "", text);
        return { ok: true, text };
      });
      for (const outcome of first.outcomes) seen[outcome === "accepted" ? "accepted" : "refused"]++;
      const second = compacted(first.messages, policy, (ask) => {
        const text = kept.get(keyOf(ask)) ?? kept.get(ask.subject ?? "");
        expect(text, ask.prompt).toBeDefined();
        return { ok: true, text: text ?? "" };
      });
      expect(second.messages).toEqual(first.messages);
    }),
    { numRuns: runs(5000) },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(12);
});

function compacted(
  messages: readonly Said[],
  policy: ReturnType<typeof createPolicy>,
  answers: Answers,
): { readonly messages: readonly Said[]; readonly outcomes: readonly unknown[] } {
  const { transcript } = readChat(messages, { findsErrors: true });
  const reduction = reduceTranscript(transcript, policy, { answers });
  const texts = new Map(
    [...reduction.replacements()].map(({ part, text }) => [part.message, text]),
  );
  return {
    messages: messages.map((message, index) => {
      const content = texts.get(index);
      return content === undefined ? message : { ...message, content };
    }),
    outcomes: reduction.asks.map(({ outcome }) => outcome),
  };
}
