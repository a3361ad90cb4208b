import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../../src/api/chat/chat-types.ts";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { digestOf } from "../../../src/base/digest.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { removedRef } from "../../../src/reduce/placeholders/removed.ts";
import { contractSummary } from "../../../src/reduce/summaries/contract-summary.ts";
import { clipText } from "../../../src/reduce/texts/clip.ts";
import type { Part } from "../../../src/transcript/model/message.ts";
import { MessageSet } from "../../../src/transcript/model/message-set.ts";
import type { Transcript } from "../../../src/transcript/model/transcript.ts";

function summaryOf(messages: readonly ChatMessage[], maxChars = 1400): string {
  const { transcript } = readChat(messages);
  return contractSummary(transcript, allOf(transcript), { maxChars });
}

function allOf({ messages }: Transcript): MessageSet {
  return new MessageSet(
    messages,
    Array.from(messages, ({ index }) => index),
  );
}

function answer(content: string): ChatMessage {
  return { role: "tool", content, pairRole: "result", pairId: content };
}

describe("the contract summary", () => {
  it("has a line for each heading, and words for what is missing", () => {
    expect(summaryOf([{ role: "assistant", content: "hm", pairId: "x" }])).toBe(
      [
        "Conversation summary (contract):",
        "- Objective: Not specified.",
        "- Unresolved tasks: None captured.",
        "- Key tool outcomes: No tool outcomes captured.",
        "- Current constraints: No constraints captured.",
      ].join("\n"),
    );
  });

  it("ends with the ref of what it stands for, whatever is clipped", () => {
    const { transcript } = readChat([
      { role: "user", content: "make it so" } as ChatMessage,
      answer("out"),
    ]);
    const messages = allOf(transcript);
    const ref = removedRef(transcript, messages);
    expect(ref).toBe(digestOf("make it so\n\nout").slice(0, 12));
    for (const maxChars of [1400, 100, 40]) {
      const summary = contractSummary(transcript, messages, { maxChars, ref });
      expect(summary.endsWith(`\n- Original: ref ${ref}`)).toBe(true);
      expect(summary.length).toBeLessThanOrEqual(maxChars);
    }
    expect(contractSummary(transcript, messages, { maxChars: 9, ref })).toBe("Conver...");
  });

  it("collapses white space, drops repetitions, and clips items", () => {
    const summary = summaryOf([
      { role: "user", content: `  make\n\n it ${"w".repeat(300)}` },
      { role: "user", content: "tests\nfail", tags: ["unresolved"] },
      { role: "user", content: "tests fail", tags: ["unresolved"] },
      { role: "user", content: "no new files", tags: ["constraint"] },
      answer("out  one"),
      answer("y".repeat(200)),
      answer(`${"y".repeat(200)}, and another end`),
    ]);
    expect(summary.split("\n")).toEqual([
      "Conversation summary (contract):",
      `- Objective: make it ${"w".repeat(209)}...`,
      "- Unresolved tasks: tests fail",
      `- Key tool outcomes: out one; ${"y".repeat(117)}...`,
      "- Current constraints: no new files",
    ]);
  });

  it("names at most six outcomes and eight constraints", () => {
    const outcomes = Array.from({ length: 9 }, (_, k) => answer(`outcome ${k}`));
    const constraints = Array.from(
      { length: 9 },
      (_, k): ChatMessage => ({ role: "user", content: `rule ${k}`, tags: ["constraint"] }),
    );
    const summary = summaryOf([{ role: "user", content: "go" }, ...outcomes, ...constraints]);
    expect(summary.match(/outcome \d/g)).toHaveLength(6);
    expect(summary.match(/rule \d(?=;|$)/gm)).toHaveLength(8);
  });

  it("is clipped to its limit", () => {
    expect(summaryOf([{ role: "user", content: "x" }], 40)).toBe(
      "Conversation summary (contract):\n- Ob...",
    );
  });

  it("is the same whatever of a long text is white space", () => {
    const piece = fc.constantFrom(
      "word",
      "🙂",
      " ",
      "\n",
      " ".repeat(300),
      "x".repeat(90),
      "\ud83d",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        const line = clipText(text.replace(/\s+/g, " ").trim(), 120);
        const outcome = line === "" ? "No tool outcomes captured." : line;
        const summary = summaryOf([answer(text)], 5000);
        expect(summary.split("\n")).toContain(`- Key tool outcomes: ${outcome}`);
      }),
    );
  });

  it("is built from the texts as they were before masking", () => {
    const steps = Array.from({ length: 6 }, (_, k): ChatMessage[] => [
      { role: "assistant", content: "thinking ".repeat(40), pairId: `${k}`, pairRole: "call" },
      { role: "tool", content: `secret ${k} `.repeat(20), pairId: `${k}`, pairRole: "result" },
    ]).flat();
    const { messages, reductionStage } = reduce(steps, { maxInputChars: 2500 });
    expect(reductionStage).toBe("summarization");
    expect(messages[0]?.content).toContain("secret 0 secret 0");
    expect(messages[0]?.content).not.toContain("observation masked");
  });

  it("is made only where one could fit: else no text of what is dropped is read", () => {
    const { transcript } = readChat([
      { role: "user", content: "make it so" },
      { role: "assistant", content: "I begin. ".repeat(99) },
      ...["one", "two"].flatMap((pairId): ChatMessage[] => [
        { role: "assistant", content: "", pairId, pairRole: "call", name: "bash" },
        { role: "tool", content: `${pairId} `.repeat(99), pairId, pairRole: "result" },
      ]),
      { role: "assistant", content: "I am done. ".repeat(50) },
    ]);
    const textsRead = (maxInputChars: number) => {
      let count = 0;
      const seen = (part: Part) => {
        count++;
        return transcript.text(part);
      };
      const policy = createPolicy(
        { maxInputChars, window: 1, summaryMaxChars: 200 },
        PROGRAM_DEFAULTS,
      );
      const { stage } = reduceTranscript({ ...transcript, text: seen, excerpt: seen }, policy);
      return { stage, isRead: count > 0 };
    };
    expect(textsRead(1200)).toEqual({ stage: "summarization", isRead: true });
    expect(textsRead(300)).toEqual({ stage: "fallback", isRead: false });
  });
});
