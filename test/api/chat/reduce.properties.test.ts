import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { createPolicy, REDUCER_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { excerptKind } from "../../../src/reduce/placeholders/pass-notes.ts";
import { placeholdersOf } from "../../../src/reduce/placeholders/placeholder.ts";
import { asChatMessages, asOpenAi, conversations } from "../../support/conversations.ts";
import { chatOptions } from "../../support/policies.ts";
import { runs } from "../../support/runs.ts";

const RUNS = { numRuns: runs(1500) };

const shapes = {
  "chat-message": (c: Parameters<typeof asOpenAi>[0]) => asChatMessages(c),
  "openai-chat": (c: Parameters<typeof asOpenAi>[0]) => asOpenAi(c),
};

interface Any {
  readonly role: string;
  readonly content: string | null;
}

function chars(messages: readonly Any[]): number {
  return messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
}

describe.each(Object.entries(shapes))("reduce on %s", (_, shape) => {
  const inputs = conversations.map((conversation): readonly Any[] => shape(conversation));

  it("never gets larger, and its account is exact", () => {
    fc.assert(
      fc.property(inputs, chatOptions, (messages, options) => {
        const result = reduce(messages, options);
        expect(result.beforeChars).toBe(chars(messages));
        expect(result.afterChars).toBe(chars(result.messages));
        expect(result.afterChars).toBeLessThanOrEqual(result.beforeChars);
        expect(result.reduced).toBe(result.messages !== messages);
        expect(result.reductionStage !== undefined).toBe(result.reduced);
        if (result.reductionStage === "masking")
          expect(result.maskedChars).toBe(result.beforeChars - result.afterChars);
      }),
      RUNS,
    );
  });

  it("gives the same again on its own result", () => {
    fc.assert(
      fc.property(inputs, chatOptions, (messages, options) => {
        const once = reduce(messages, options);
        const twice = reduce(once.messages, options);
        expect(twice.messages).toEqual(once.messages);
      }),
      RUNS,
    );
  });

  it("meets the budget or says that it does not", () => {
    fc.assert(
      fc.property(inputs, chatOptions, (messages, options) => {
        const { fits, afterChars, invariantStatus } = reduce(messages, options);
        const isWithinChars = afterChars <= (options.maxInputChars ?? Number.POSITIVE_INFINITY);
        const tokens = Math.ceil(afterChars / 4);
        const isWithinTokens = tokens <= (options.maxInputTokens ?? Number.POSITIVE_INFINITY);
        expect(fits).toBe(isWithinChars && isWithinTokens);
        if (!fits) expect(invariantStatus).toBe("fallback");
      }),
      RUNS,
    );
  });

  it("edits observations only, keeps order, and drops only to meet a budget", () => {
    fc.assert(
      fc.property(inputs, chatOptions, (messages, options) => {
        const result = reduce(messages, options);
        const isBudgeted =
          options.maxInputChars !== undefined || options.maxInputTokens !== undefined;
        if (!isBudgeted) expect(result.messages).toHaveLength(messages.length);

        const withoutContent = (message: Any) => JSON.stringify({ ...message, content: "" });
        let at = 0;
        let summaries = 0;
        for (const message of result.messages) {
          const isSame = (original: Any) =>
            original === message ||
            (original.role === "tool" && withoutContent(original) === withoutContent(message));
          const found = messages.findIndex((original, index) => index >= at && isSame(original));
          if (found >= 0) at = found + 1;
          else summaries++;
        }
        expect(summaries).toBe(result.reductionStage === "summarization" ? 1 : 0);
        expect(result.droppedCount).toBe(messages.length - (result.messages.length - summaries));
      }),
      RUNS,
    );
  });

  it("parts no call from its observation", () => {
    fc.assert(
      fc.property(inputs, chatOptions, (messages, options) => {
        const before = readChat(messages).transcript.pairs.violations;
        const after = readChat(reduce(messages, options).messages).transcript.pairs.violations;
        expect(after).toBeLessThanOrEqual(before);
      }),
      RUNS,
    );
  });

  it("keeps exactly the newest N units raw where every observation can be masked", () => {
    const windows = fc.record({
      preserveRecentRawTurns: fc.integer({ min: 0, max: 5 }),
      windowUnit: fc.constantFrom("turns", "observations", "messages"),
    } as const);
    fc.assert(
      fc.property(inputs, windows, (messages, options) => {
        const long = messages.map((m) => (m.role === "tool" ? { ...m, content: LONG } : m));
        const { transcript } = readChat(long);
        const result = reduce(long, options).messages;
        const raw = new Set(
          [...transcript.parts].flatMap((part) => {
            return part.kind === "observation" ? [part.message] : [];
          }),
        );
        for (const index of raw) if (result[index]?.content !== LONG) raw.delete(index);
        const n = options.preserveRecentRawTurns;
        expect(raw).toEqual(insideByDefinition(long, options.windowUnit, n));
      }),
      RUNS,
    );
  });

  it("masks at every step what compacting the transcript up to it would mask, and for good", () => {
    const windows = fc.record({
      preserveRecentRawTurns: fc.integer({ min: 0, max: 4 }),
      windowUnit: fc.constantFrom("turns", "observations", "messages"),
    } as const);
    fc.assert(
      fc.property(inputs, windows, (messages, options) => {
        const { transcript } = readChat(messages);
        const policy = createPolicy(options, REDUCER_DEFAULTS);
        let latched = new Set<number>();
        for (let step = 0; step <= transcript.turns.count; step++) {
          const masked = new Set<number>();
          for (const edit of reduceTranscript(transcript, policy, { step }).replacements())
            masked.add(edit.part.message);
          const prefix = messages.slice(0, transcript.turns.messagesUpTo(step));
          const alone = reduce(prefix, options).messages;
          const maskedAlone = prefix.flatMap((m, index) => (alone[index] === m ? [] : [index]));
          expect([...masked]).toEqual(maskedAlone);
          expect([...latched].every((index) => masked.has(index))).toBe(true);
          latched = masked;
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

const LONG = "observation ".repeat(30);

/** The messages of the observations that a window keeps raw, straight from the design's words. */
function insideByDefinition(messages: readonly Any[], unit: string, n: number): Set<number> {
  const { transcript } = readChat(messages);
  const observations = [...transcript.parts].filter((part) => part.kind === "observation");
  if (n === 0) return new Set();
  if (unit === "observations") return new Set(observations.slice(-n).map((o) => o.message));
  if (unit === "messages") {
    const spoken = messages.flatMap((m, index) => (m.role === "system" ? [] : [index]));
    const inside = new Set(spoken.slice(-n));
    return new Set(observations.map((o) => o.message).filter((index) => inside.has(index)));
  }
  const turnOf = (message: number) => transcript.turns.of(message);
  const toolTurns = new Set(
    [...transcript.parts].filter((p) => p.kind === "call").map((p) => turnOf(p.message)),
  );
  const newest = [...toolTurns].sort((a, b) => a - b).slice(-n);
  const oldest = newest.length < n ? 0 : (newest[0] ?? 0);
  return new Set(
    observations
      .filter((observation) => {
        const mate = transcript.pairs.mate(observation.index);
        const call = mate === undefined ? observation : transcript.parts.at(mate);
        return turnOf(call?.message ?? 0) >= oldest;
      })
      .map((o) => o.message),
  );
}

it("recognises every placeholder that it writes, whatever the options", () => {
  fc.assert(
    fc.property(conversations.map(asOpenAi), chatOptions, (messages, options) => {
      const masking = { ...options, preserveRecentRawTurns: 0 };
      const result = reduce(messages, masking);
      if (result.reductionStage !== "masking") return;
      const { transcript } = readChat(result.messages);
      const policy = createPolicy(masking, REDUCER_DEFAULTS);
      const placeholders = placeholdersOf(transcript, policy);
      for (const part of transcript.parts) {
        if (part.kind !== "observation" || part.chars === 0) continue;
        const isEdited = result.messages[part.message] !== messages[part.message];
        // An excerpt of what is oversize is none.
        if (!isEdited || excerptKind(transcript.text(part)) !== undefined) continue;
        expect(placeholders.isMasked(part) || part.chars <= 3).toBe(true);
      }
    }),
    RUNS,
  );
});
