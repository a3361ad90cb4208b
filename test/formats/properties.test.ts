/** The rules that never bend, over generated transcripts of every format. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { changedStrings } from "../support/changes.ts";
import { type Conversation, conversations } from "../support/conversations.ts";
import { jsonWriter } from "../support/files.ts";
import { formatRuns } from "../support/runs.ts";
import { WRITERS } from "../support/writers/index.ts";
import type { Writer } from "../support/writers/writer.ts";

const styles = fc.record({ ascii: fc.boolean(), spaced: fc.boolean() });
const budgets = fc.integer({ min: 0, max: 2000 });
const windows = fc.integer({ min: 0, max: 4 });

function bytesOf(
  { write }: Writer,
  conversation: Conversation,
  style: { readonly ascii: boolean; readonly spaced: boolean },
): Buffer {
  const json = jsonWriter(style);
  return Buffer.from(
    write(conversation)
      .map((record) => `${json(record)}\n`)
      .join(""),
  );
}

/** The texts that may be masked. */
function answersIn({ turns, orphan = "" }: Conversation): readonly string[] {
  return [orphan, ...turns.flatMap(({ calls }) => calls.map(({ answer = "" }) => answer))];
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const writer: Writer = WRITERS[format];
  const someRuns = formatRuns(60, FORMAT_NAMES.indexOf(format));

  it("comes out the same when the window holds everything", () => {
    fc.assert(
      fc.property(conversations, styles, (conversation, style) => {
        const bytes = bytesOf(writer, conversation, style);
        const result = compact(bytes, { format, preserveRecentRawTurns: 1000 });
        expect(result.bytes).toBe(bytes);
        expect(result.transcripts).toHaveLength(1);
      }),
      someRuns,
    );
  });

  it("changes in nothing but observations, which get shorter", () => {
    fc.assert(
      fc.property(conversations, styles, windows, (conversation, style, window) => {
        const bytes = bytesOf(writer, conversation, style);
        const result = compact(bytes, { format, preserveRecentRawTurns: window });
        const answers = answersIn(conversation);
        const changes = changedStrings(bytes.toString(), Buffer.from(result.bytes).toString());
        for (const { before, after } of changes) {
          expect(after.length).toBeLessThan(before.length);
          expect(answers.some((answer) => holds(before, answer))).toBe(true);
        }
        expect(changes).toHaveLength(result.transcripts[0]?.maskedCount ?? 0);
        if (style.ascii) expect(result.bytes.every((byte) => byte < 0x80)).toBe(true);
      }),
      someRuns,
    );
  });

  it("is the same after a second run", () => {
    fc.assert(
      fc.property(conversations, styles, windows, (conversation, style, window) => {
        const bytes = bytesOf(writer, conversation, style);
        const options = { format, preserveRecentRawTurns: window };
        const once = compact(bytes, options);
        const twice = compact(once.bytes, options);
        expect(twice.bytes).toBe(once.bytes);
        expect(twice.transcripts[0]?.beforeChars).toBe(once.transcripts[0]?.afterChars);
      }),
      someRuns,
    );
  });

  it("meets a budget or says that it does not, and a second run finds nothing to do", () => {
    fc.assert(
      fc.property(
        conversations,
        styles,
        windows,
        budgets,
        (conversation, style, window, budget) => {
          const bytes = bytesOf(writer, conversation, style);
          const options = { format, preserveRecentRawTurns: window, maxInputChars: budget };
          const once = compact(bytes, options);
          const twice = compact(once.bytes, options);
          expect(Buffer.from(twice.bytes).toString()).toBe(Buffer.from(once.bytes).toString());
          const [first] = once.transcripts;
          expect(first?.fits).toBe((first?.afterChars ?? 0) <= budget);
          expect(first?.afterChars).toBeLessThanOrEqual(first?.beforeChars ?? 0);
          if (twice.transcripts.length > 0)
            expect(twice.transcripts[0]?.beforeChars).toBe(first?.afterChars);
        },
      ),
      someRuns,
    );
  });

  it("saves no less with a smaller window", () => {
    fc.assert(
      fc.property(conversations, styles, (conversation, style) => {
        const bytes = bytesOf(writer, conversation, style);
        let count = 0;
        let chars = 0;
        for (const window of [6, 3, 2, 1, 0]) {
          const options = { format, preserveRecentRawTurns: window };
          const [telemetry] = compact(bytes, options).transcripts;
          expect(telemetry?.maskedCount).toBeGreaterThanOrEqual(count);
          expect(telemetry?.maskedChars).toBeGreaterThanOrEqual(chars);
          count = telemetry?.maskedCount ?? 0;
          chars = telemetry?.maskedChars ?? 0;
        }
      }),
      someRuns,
    );
  });

  it("masks all that is worth it when nothing stays raw", () => {
    fc.assert(
      fc.property(conversations, styles, (conversation, style) => {
        const bytes = bytesOf(writer, conversation, style);
        const options = { format, preserveRecentRawTurns: 0, keepErrors: "none" } as const;
        const { transcripts } = compact(bytes, { ...options, keepExempt: false, minGain: 1 });
        const long = answersIn(conversation).filter(isWorthMasking);
        if (writer.mayLeaveOut !== true)
          expect(transcripts[0]?.maskedCount).toBeGreaterThanOrEqual(long.length);
      }),
      someRuns,
    );
  });
});

/** Whether a text holds an answer, as it is or in JSON. */
function holds(text: string, answer: string): boolean {
  return text.includes(answer) || text.includes(JSON.stringify(answer).slice(1, -1));
}

/** Longer than any placeholder, and no placeholder itself, nor a dispatch result. */
function isWorthMasking(answer: string): boolean {
  const isOther =
    answer.startsWith("[") || answer.startsWith("Old ") || answer.includes("DISPATCH");
  return answer.length > 60 && !isOther;
}
