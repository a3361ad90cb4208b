import fc from "fast-check";
import type { RequestFormat } from "../../src/api/live/request-format.ts";
import { bodyOf, type LiveStep, type LiveWire } from "./live-agent.ts";

/** The format of each wire. */
export const FORMATS: Readonly<Record<LiveWire, RequestFormat>> = {
  anthropic: "anthropic",
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  gemini: "gemini-contents",
};

/** Any of them. */
export const wire = fc.constantFrom(...(Object.keys(FORMATS) as LiveWire[]));

/** Large and small texts, of which some are the same. */
const text = fc
  .record({ size: fc.constantFrom(0, 20, 200, 3000), word: fc.constantFrom("one", "twö", '\\"') })
  .map(({ size, word }) => `${word}\n`.repeat(Math.ceil(size / 4)).slice(0, size));

/** A reply of the model with calls, and their results. */
export const step: fc.Arbitrary<LiveStep> = fc.array(text, { minLength: 1, maxLength: 3 });

/** What agents do next: they go on in one of two conversations, or go back in it. */
export const deeds = fc.array(
  fc.record({
    task: fc.constantFrom("One.", "Two."),
    back: fc.constantFrom(0, 0, 0, 0, 1, 3),
    step,
  }),
  { minLength: 2, maxLength: 14 },
);

type Deed = typeof deeds extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

/** The bodies that these deeds lead to, one after another. */
export function bodiesOf(of: LiveWire, all: readonly Deed[], model?: string): string[] {
  const sessions = new Map<string, LiveStep[]>();
  return all.map(({ task, back, step: next }) => {
    const steps = sessions.get(task) ?? [];
    sessions.set(task, steps);
    steps.splice(Math.max(0, steps.length - back), back, next);
    return bodyOf(of, steps, { task, model });
  });
}
