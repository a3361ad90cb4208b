/** The rules that never bend, over generated files of every chat format, layout and style. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { compact, compactStream } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { files, messagesIn, type PlainMessage } from "../../support/files.ts";
import { reduceOptions } from "../../support/policies.ts";
import { slowRuns } from "../../support/runs.ts";

const RUNS = { numRuns: slowRuns(1000) };

/** Options that drop nothing. */
const maskingOptions = reduceOptions.map(
  ({ maxInputChars: _chars, maxInputTokens: _tokens, ...rest }) => rest,
);

function contentsOf(transcripts: readonly (readonly PlainMessage[])[]) {
  return transcripts.map((messages) => messages.map(({ content }) => content));
}

describe("bytes (rule 1)", () => {
  it("come out the same, not even copied, when the window holds everything", () => {
    fc.assert(
      fc.property(files, ({ bytes, transcripts }) => {
        const result = compact(bytes, { preserveRecentRawTurns: 1000 });
        expect(result.bytes).toBe(bytes);
        expect(result.transcripts).toHaveLength(transcripts.length);
        expect(result.file.isChanged).toBe(false);
      }),
      RUNS,
    );
  });

  it("are those of the input but for the masked observations", () => {
    fc.assert(
      fc.property(files, maskingOptions, (file, options) => {
        const result = compact(file.bytes, options);
        const after = contentsOf(messagesIn(result.bytes, file.style));
        const before = contentsOf(file.transcripts);
        const changes = after.map((contents, t) =>
          contents.map((content, m) => (content === before[t]?.[m] ? undefined : content)),
        );
        const expected = file.withContents(changes);
        // What a writer puts in follows its record: a line in `lines`, else the whole.
        expect(normalised(result.bytes)).toEqual(normalised(expected));
        if (file.style.ascii) expect(isAscii(result.bytes, file.style.mark)).toBe(true);
        changes.forEach((contents, t) => {
          contents.forEach((content, m) => {
            if (content === undefined) return;
            expect(file.transcripts[t]?.[m]?.role).toBe("tool");
            expect(content?.length).toBeLessThan(before[t]?.[m]?.length ?? 0);
          });
        });
      }),
      RUNS,
    );
  });
});

/** Placeholders hold one character beyond ASCII, raw or escaped as the record has it. */
function normalised(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString().replaceAll("\\u2014", "—");
}

function isAscii(bytes: Uint8Array, mark: boolean): boolean {
  return bytes.subarray(mark ? 3 : 0).every((byte) => byte < 0x80);
}

describe("a second run (rule 4)", () => {
  it("gives the same bytes, whatever the options", () => {
    fc.assert(
      fc.property(files, reduceOptions, ({ bytes }, options) => {
        const once = compact(bytes, options).bytes;
        expect(compact(once, options).bytes).toBe(once);
      }),
      RUNS,
    );
  });
});

describe("budgets (rules 5, 6, 8)", () => {
  it("drop whole messages only, keep the rest in order, and part no pair", () => {
    fc.assert(
      fc.property(files, reduceOptions, (file, options) => {
        const result = compact(file.bytes, options);
        const after = messagesIn(result.bytes, file.style);
        expect(after).toHaveLength(file.transcripts.length);
        after.forEach((messages, t) => {
          const before = file.transcripts[t] ?? [];
          const telemetry = result.transcripts[t];
          const isSummarized = telemetry?.reductionStage === "summarization";
          expect(before.length - messages.length).toBe(
            (telemetry?.droppedCount ?? 0) - (isSummarized ? 1 : 0),
          );
          expect(countOthers(messages, before)).toBe(isSummarized ? 1 : 0);
          expect(readChat(messages).transcript.pairs.violations).toBeLessThanOrEqual(
            readChat(before).transcript.pairs.violations,
          );
          const task = before.find(({ role }) => role === "user");
          expect(messages.some((m) => m.role === "user" && m.content === task?.content)).toBe(true);
        });
      }),
      RUNS,
    );
  });

  it("are met, or said not to be", () => {
    fc.assert(
      fc.property(files, reduceOptions, ({ bytes }, options) => {
        for (const telemetry of compact(bytes, options).transcripts) {
          const chars = telemetry.afterChars <= (options.maxInputChars ?? telemetry.afterChars);
          const tokens = Math.ceil(telemetry.afterChars / 4);
          expect(telemetry.fits).toBe(chars && tokens <= (options.maxInputTokens ?? tokens));
          expect(telemetry.afterChars).toBeLessThanOrEqual(telemetry.beforeChars);
          expect(telemetry.savedChars).toBe(telemetry.beforeChars - telemetry.afterChars);
        }
      }),
      RUNS,
    );
  });
});

/** How many messages of a result are none of the input's, in its order: a summary. */
function countOthers(result: readonly PlainMessage[], input: readonly PlainMessage[]): number {
  const keys = input.map(keyOf);
  let at = 0;
  let others = 0;
  for (const message of result) {
    const found = keys.indexOf(keyOf(message), at);
    if (found < 0) others++;
    else at = found + 1;
  }
  return others;
}

function keyOf(message: PlainMessage): string {
  return JSON.stringify(message.role === "tool" ? { ...message, content: "" } : message);
}

describe("streams", () => {
  it("give the same bytes and account as the whole at once, wherever the chunks end", async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        reduceOptions,
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 }),
        async (file, options, sizes) => {
          const whole = compact(file.bytes, options);
          const { bytes, transcripts } = await throughStream(file.bytes, { options, sizes });
          expect(bytes).toEqual(Buffer.from(whole.bytes));
          expect(transcripts).toEqual(whole.transcripts);
        },
      ),
      { numRuns: slowRuns(300) },
    );
  });
});

async function throughStream(
  bytes: Buffer,
  { options, sizes }: { options: CompactOptions; sizes: readonly number[] },
) {
  const transcripts: unknown[] = [];
  const stream = compactStream({ ...options, onTranscript: (t) => transcripts.push(t) });
  const output: Buffer[] = [];
  stream.on("data", (piece: Buffer) => output.push(piece));
  const done = new Promise((resolve, reject) => stream.on("end", resolve).on("error", reject));
  for (let at = 0, k = 0; at < bytes.length; k++) {
    const size = sizes[k % sizes.length] ?? 1;
    stream.write(bytes.subarray(at, at + size));
    at += size;
  }
  stream.end();
  await done;
  return { bytes: Buffer.concat(output), transcripts };
}
