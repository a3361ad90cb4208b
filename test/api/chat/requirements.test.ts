/**
 * The acceptance criteria of seed 2 (`history-reducer-requirements`), each under its number, and the
 * points of seed 1's testing strategy.
 */
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../../src/api/chat/chat-types.ts";
import {
  HistoryReducer,
  type HistoryReducerOptions,
} from "../../../src/api/chat/history-reducer.ts";
import {
  maskDispatchObservation,
  maskObservations,
} from "../../../src/api/chat/mask-observations.ts";
import { clipText } from "../../../src/reduce/texts/clip.ts";

function system(content: string): ChatMessage {
  return { role: "system", content };
}
function user(content: string, tags: string[] = []): ChatMessage {
  return { role: "user", content, tags };
}
function thought(content: string): ChatMessage {
  return { role: "assistant", content };
}
function called(id: string, content = "run it"): ChatMessage {
  return { role: "assistant", content, pairId: id, pairRole: "call" };
}
function answered(id: string, content: string): ChatMessage {
  const pair = { pairId: id, pairRole: "result", toolCallId: `tc-${id}` } as const;
  return { role: "tool", content, name: "bash", ...pair };
}

/** A session: system, task, `pairs` calls with an answer of `chars` each, two thoughts. */
function session(pairs: number, chars: number): ChatMessage[] {
  const steps = Array.from({ length: pairs }, (_, k) => [
    called(`p${k}`, `call ${k} `.padEnd(200, "c")),
    answered(`p${k}`, `${k}`.padEnd(chars, "o")),
  ]);
  return [system("You help."), user("Fix the bug."), ...steps.flat(), thought("a"), thought("b")];
}

function total(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

function run(messages: readonly ChatMessage[], options: Partial<HistoryReducerOptions>) {
  const { maxInputChars = 0, ...rest } = options;
  return new HistoryReducer().reduce(messages, { enabled: true, maxInputChars, ...rest });
}

const TEN = session(10, 1000); // 10,000 chars of observations and a few more
const MASKED = /^\[observation masked — \d+ chars\]$/;

describe("requirement 1: observation-only masking", () => {
  it("1.1 masks results outside the window before any action message is dropped", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    expect(result.reductionStage).toBe("masking");
    expect(result.messages).toHaveLength(TEN.length);
    expect(result.messages.filter((m) => MASKED.test(m.content))).toHaveLength(9);
  });

  it("1.2 replaces the content with a placeholder and keeps the envelope", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    expect(result.messages[3]).toEqual({
      ...TEN[3],
      content: "[observation masked — 1000 chars]",
    });
  });

  it("1.3 keeps every call in full, wherever it stands", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    const calls = (list: readonly ChatMessage[]) => list.filter((m) => m.pairRole === "call");
    expect(calls(result.messages)).toEqual(calls(TEN));
  });

  it("1.4 keeps every assistant message in full, wherever it stands", () => {
    const messages = [thought("x".repeat(500)), ...TEN];
    const result = run(messages, { maxInputChars: 5000 });
    const said = (list: readonly ChatMessage[]) => list.filter((m) => m.role === "assistant");
    expect(said(result.messages)).toEqual(said(messages));
  });

  it("1.5 drops and summarizes nothing when masking is enough", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    expect(result).toMatchObject({ droppedCount: 0, invariantStatus: "ok", fits: true });
    expect(result.messages.some((m) => m.content.startsWith("Conversation summary"))).toBe(false);
  });
});

describe("requirement 2: the graduated pipeline", () => {
  it("2.1 tries masking, then summarization, then fallback", () => {
    const stages = [5000, 3000, 50].map((max) => run(TEN, { maxInputChars: max }).reductionStage);
    expect(stages).toEqual(["masking", "summarization", "fallback"]);
  });

  it("2.2 does not summarize when masking is enough", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    expect(result.messages.map((m) => m.role)).toEqual(TEN.map((m) => m.role));
  });

  it("2.3 summarizes what is neither recent nor system when masking is not enough", () => {
    const result = run(TEN, { maxInputChars: 3000 });
    expect(result.messages.map((m) => m.content.split("\n")[0])).toEqual([
      "You help.",
      "Conversation summary (contract):",
      `call 9 `.padEnd(200, "c"),
      "9".padEnd(1000, "o"),
      "a",
      "b",
    ]);
    expect(result.messages[1]?.role).toBe("system");
    expect(result.droppedCount).toBe(TEN.length - 5);
  });

  it("2.4 falls back to the kept messages, and says so, when nothing else is enough", () => {
    const result = run(TEN, { maxInputChars: 50 });
    expect(result.invariantStatus).toBe("fallback");
    expect(result.messages).toEqual([TEN[0], ...TEN.slice(-4)]);
    expect(result.fits).toBe(false);
  });
});

describe("requirement 3: configuration", () => {
  it("3.1 masks when observationMasking is true or unset", () => {
    const options = { maxInputChars: 5000 };
    expect(run(TEN, { ...options, observationMasking: true })).toEqual(run(TEN, options));
    expect(run(TEN, options).maskedCount).toBe(9);
  });

  it("3.2 goes straight to summarization when observationMasking is false", () => {
    const result = run(TEN, { maxInputChars: 5000, observationMasking: false });
    expect(result.reductionStage).toBe("summarization");
    expect(result).toMatchObject({ maskedCount: 0, maskedChars: 0, maskedRemaining: 0 });
  });

  it("3.3 keeps the head of an observation when maxObservationChars is set", () => {
    const result = run(TEN, { maxInputChars: 5000, maxObservationChars: 100 });
    const content = result.messages[3]?.content ?? "";
    expect(content).toHaveLength(100);
    expect(content).toBe(`${"0".padEnd(66, "o")}\n[observation masked — 1000 chars]`);
  });

  it("3.4 uses a placeholder of at most 80 characters when it is not set", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    const masked = result.messages.filter((m) => MASKED.test(m.content));
    expect(masked).toHaveLength(9);
    for (const { content } of masked) expect(content.length).toBeLessThanOrEqual(80);
    const huge = maskDispatchObservation("x".repeat(1000));
    expect(huge.masked.length).toBeLessThanOrEqual(80);
  });

  it("3.5 keeps observations inside the window raw", () => {
    const result = run(TEN, { maxInputChars: 9000, preserveRecentRawTurns: 6 });
    expect(result.messages.slice(-6)).toEqual(TEN.slice(-6));
    expect(result.maskedCount).toBe(8);
  });
});

describe("requirement 4: pairs", () => {
  const result = run(TEN, { maxInputChars: 5000 });

  it("4.1 keeps the call of every masked result, unmodified", () => {
    for (const masked of result.messages.filter((m) => MASKED.test(m.content))) {
      const call = TEN.find((m) => m.pairId === masked.pairId && m.pairRole === "call");
      expect(result.messages).toContain(call);
    }
  });

  it("4.2 makes no orphans", () => {
    for (const max of [5000, 3000, 50]) {
      const { messages } = run(TEN, { maxInputChars: max });
      for (const { pairId } of messages.filter((m) => m.pairId !== undefined))
        expect(messages.filter((m) => m.pairId === pairId)).toHaveLength(2);
    }
  });

  it("4.3 leaves orphans that were there alone, and keeps them from forcing the fallback", () => {
    const messages = [...TEN.slice(0, 2), answered("gone", "y".repeat(500)), ...TEN.slice(2)];
    const reduced = run([...messages, called("open")], { maxInputChars: 5000 });
    expect(reduced).toMatchObject({ reductionStage: "masking", invariantStatus: "ok" });
    expect(reduced.messages).toHaveLength(messages.length + 1);
  });

  it("4.4 keeps pairId, pairRole, role and toolCallId of a masked message", () => {
    const { pairId, pairRole, role, toolCallId } = result.messages[3] ?? {};
    expect({ pairId, pairRole, role, toolCallId }).toEqual({
      pairId: "p0",
      pairRole: "result",
      role: "tool",
      toolCallId: "tc-p0",
    });
  });
});

describe("requirement 5: dispatch results", () => {
  const block = 'BEGIN_DISPATCH_RESULT\n{"status":"done"}\nEND_DISPATCH_RESULT';
  const output = `${"log line\n".repeat(100)}${block}\ntrailing words`;

  it("5.1 knows a dispatch result by its delimiters", () => {
    const plain = output.replaceAll("END_DISPATCH_RESULT", "END");
    expect(maskDispatchObservation(output).masked).toContain(block);
    expect(maskDispatchObservation(plain).masked).toBe(
      `[observation masked — ${plain.length} chars]`,
    );
  });

  it("5.2 keeps the structured block", () => {
    const messages = TEN.with(3, answered("p0", output));
    const result = run(messages, { maxInputChars: 5000 });
    expect(result.messages[3]?.content.endsWith(`\n${block}`)).toBe(true);
  });

  it("5.3 replaces all outside the delimiters by a line that gives its length", () => {
    const outside = output.length - block.length;
    expect(maskDispatchObservation(output)).toEqual({
      masked: `[dispatch output masked — ${outside} chars]\n${block}`,
      maskedChars: output.length - `[dispatch output masked — ${outside} chars]\n${block}`.length,
    });
  });

  it("5.4 masks a result without delimiters as any other", () => {
    expect(maskDispatchObservation("z".repeat(4200)).masked).toBe(
      "[observation masked — 4200 chars]",
    );
  });
});

describe("requirement 6: telemetry", () => {
  it("6.1 counts the observations that were masked", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    expect(result.maskedCount).toBe(9);
    expect(result.maskedRemaining).toBe(9);
  });

  it("6.2 sums the characters that masking took out", () => {
    const result = run(TEN, { maxInputChars: 5000 });
    expect(result.maskedChars).toBe(total(TEN) - total(result.messages));
    expect(result).toMatchObject({ beforeChars: total(TEN), afterChars: total(result.messages) });
  });

  it("6.3 names the stage that was reached, and none when nothing was reduced", () => {
    expect(run(TEN, { maxInputChars: 3000 }).reductionStage).toBe("summarization");
    expect("reductionStage" in run(TEN, { maxInputChars: 1_000_000 })).toBe(false);
  });

  it("6.1, 6.2 report masking also when a later stage dropped the masked messages", () => {
    const result = run(TEN, { maxInputChars: 50 });
    expect(result).toMatchObject({ maskedCount: 9, maskedRemaining: 0, droppedCount: 19 });
    expect(result.maskedChars).toBe(9 * (1000 - "[observation masked — 1000 chars]".length));
  });
});

describe("non-functional requirements", () => {
  it("NF backward compatibility: off unless enabled, masking on by default when it is", () => {
    const off = new HistoryReducer().reduce(TEN, { maxInputChars: 10 });
    expect(off).toMatchObject({ reduced: false, maskedCount: 0, droppedCount: 0, fits: false });
    expect(off.messages).toBe(TEN);
    expect(run(TEN, { maxInputChars: 5000 }).reductionStage).toBe("masking");
  });

  it("NF backward compatibility: does nothing and measures while it is off, whatever the options", () => {
    const reducer = new HistoryReducer();
    const maxInputChars = total(TEN);
    const rules = { firstSight: 400, dedupe: true, clamp: 300, summarizeAfter: 1 };
    const off = reducer.reduce(TEN, { maxInputChars, ...rules, windowUnit: "turns" });
    expect(off).toMatchObject({ reduced: false, maskedCount: 0, fits: true });
    expect(off.messages).toBe(TEN);
    expect(reducer.reduce(TEN, { maxInputChars, maxInputTokens: 10 }).fits).toBe(false);
    expect(reducer.reduce(TEN, { maxInputChars, maxInputTokens: 1e6 }).fits).toBe(true);
    const countTokens = (text: string) => text.length;
    const counted = { maxInputChars, maxInputTokens: maxInputChars - 1, countTokens };
    expect(reducer.reduce(TEN, counted).fits).toBe(false);
  });

  it.each([{ enabled: true }, {}, { window: -1, maxInputChars: 5 }, { maxInputChars: Number.NaN }])(
    "NF backward compatibility: %j is named, on or off",
    (options) => {
      expect(() => new HistoryReducer().reduce(TEN, options as never)).toThrow(
        /^(?:maxInputChars|window): expected a whole number, 0 or more/,
      );
    },
  );

  it("NF pure functions: the input is not changed, and comes back itself when nothing is done", () => {
    const frozen = TEN.map((message) => Object.freeze({ ...message }));
    Object.freeze(frozen);
    run(frozen, { maxInputChars: 50 });
    expect(frozen).toEqual(TEN);
    expect(run(frozen, { maxInputChars: total(TEN) }).messages).toBe(frozen);
    expect(maskObservations(frozen, new Set(frozen.keys())).messages).toBe(frozen);
  });

  it("NF performance: asks for no more work per message when there are many", () => {
    // Counted, not timed: every content is read a bounded number of times.
    const reads = (pairs: number) => {
      let count = 0;
      const messages = session(pairs, 100).map((message) => {
        const { content } = message;
        return Object.defineProperty({ ...message }, "content", {
          enumerable: true,
          get: () => {
            count++;
            return content;
          },
        });
      });
      run(messages, { maxInputChars: 50 });
      return count / messages.length;
    };
    expect(reads(2000)).toBeLessThanOrEqual(reads(200) * 1.1);
  });

  it("NF reliability: masking never increases the size", () => {
    const short = session(8, 10);
    const result = run(short, { maxInputChars: 1 });
    expect(result).toMatchObject({ maskedCount: 0, maskedChars: 0 });
    expect(result.afterChars).toBeLessThanOrEqual(result.beforeChars);
  });

  it("NF testability: each stage stands alone", () => {
    const { messages, maskedCount } = maskObservations(TEN, new Set([3]));
    expect(maskedCount).toBe(9);
    expect(messages[3]).toBe(TEN[3]);
    expect(messages[5]?.content).toBe("[observation masked — 1000 chars]");
    expect(maskObservations(TEN, new Set(), { maxObservationChars: 20 }).messages[5]?.content).toBe(
      "[observation mask...",
    );
  });
});

describe("numbers and indices that make no sense", () => {
  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "are refused, and mask nothing: %s",
    (number) => {
      const bad = /expected a whole number, 0 or more/;
      expect(() => maskDispatchObservation("x".repeat(900), number)).toThrow(bad);
      const options = { maxObservationChars: number };
      expect(() => maskObservations(TEN, new Set(), options)).toThrow(bad);
      expect(() => run(TEN, { maxInputChars: 50, ...options })).toThrow(bad);
      expect(() => clipText("text", Number.NaN)).toThrow("max: expected a number (got NaN)");
    },
  );

  it("are named with the least that an option takes", () => {
    for (const number of [0, -1, 1.5])
      expect(() => run(TEN, { maxInputChars: 50, every: number })).toThrow(
        "every: expected a whole number, 1 or more",
      );
  });

  it("are named where a set holds texts, which would keep nothing", () => {
    expect(() => maskObservations(TEN, new Set(Object.keys(TEN)) as never)).toThrow(
      "keepIndices: expected a Set of indices",
    );
  });
});

describe("seed 1, testing strategy", () => {
  it("masks only results of role tool: other roles that carry pairRole stay", () => {
    const odd = {
      role: "user",
      content: "u".repeat(900),
      pairRole: "result",
      pairId: "q",
    } as const;
    const result = run([odd, ...TEN], { maxInputChars: 6000 });
    expect(result.messages[0]).toBe(odd);
    expect(result.maskedCount).toBe(9);
  });

  it("end to end: halves a realistic conversation or better", () => {
    const result = run(session(40, 3000), { maxInputChars: 60_000 });
    expect(result.afterChars / result.beforeChars).toBeLessThan(0.5);
  });

  it("exact budget: fits at its size, and masks at one char less", () => {
    const size = total(TEN);
    expect(run(TEN, { maxInputChars: size }).reduced).toBe(false);
    expect(run(TEN, { maxInputChars: size - 1 }).reductionStage).toBe("masking");
  });

  it("exact budget: masking just enough, and just not", () => {
    const masked = run(TEN, { maxInputChars: total(TEN) - 1 }).afterChars;
    expect(run(TEN, { maxInputChars: masked }).reductionStage).toBe("masking");
    expect(run(TEN, { maxInputChars: masked - 1 }).reductionStage).not.toBe("masking");
  });

  it("parity: without masking, summarization makes the same of the same messages", () => {
    const options = { maxInputChars: 3000 };
    const withMasking = run(TEN, options);
    const without = run(TEN, { ...options, observationMasking: false });
    expect(without.messages).toEqual(withMasking.messages);
    expect(without.droppedCount).toBe(withMasking.droppedCount);
  });
});
