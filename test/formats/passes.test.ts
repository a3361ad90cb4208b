/** The rules that never bend, for each pass alone and all together, over every format. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { compact } from "../../src/api/compact.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/formats/index.ts";
import { busyConversations } from "../support/busy-sessions.ts";
import { changedStrings } from "../support/changes.ts";
import type { Conversation } from "../support/conversations.ts";
import { jsonWriter } from "../support/files.ts";
import { maskingOptions, passOptions } from "../support/policies.ts";
import { formatRuns, oneIn } from "../support/runs.ts";
import { WRITERS } from "../support/writers/index.ts";
import type { Writer } from "../support/writers/writer.ts";

const PASSES = {
  dedupe: { dedupe: true },
  "stale reads": { staleReads: true },
  "what stands elsewhere": { redundant: true },
  "collapsed failures": { collapseFailures: true },
  clamp: { clamp: 300 },
  "first sight": { firstSight: 400 },
} as const satisfies Record<string, CompactOptions>;

const together = Object.assign({}, ...Object.values(PASSES)) as CompactOptions;
const windows = fc.integer({ min: 0, max: 12 });

function bytesOf(format: FormatName, conversation: Conversation, ascii: boolean): Buffer {
  const writer: Writer = WRITERS[format];
  const json = jsonWriter({ ascii, spaced: false });
  const records = writer.write(conversation);
  return Buffer.from(records.map((record) => `${json(record)}\n`).join(""));
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const turn = FORMAT_NAMES.indexOf(format);
  const runs = formatRuns(15, turn);
  const single = oneIn(2, Object.entries<CompactOptions>(PASSES), turn);

  it.each([...single, ["all passes", together] as const])(
    "with %s changes in nothing but observations, which get shorter, and once only",
    (_name, passes) => {
      fc.assert(
        fc.property(busyConversations, fc.boolean(), windows, (conversation, ascii, window) => {
          const bytes = bytesOf(format, conversation, ascii);
          const options = { ...passes, format, preserveRecentRawTurns: window };
          const once = compact(bytes, options);
          const answers = conversation.turns.flatMap((t) => t.calls.map((c) => c.answer ?? ""));
          const changes = changedStrings(bytes.toString(), Buffer.from(once.bytes).toString());
          for (const { before, after } of changes) {
            expect(after.length).toBeLessThan(before.length);
            expect(answers.some((answer) => holds(before, answer))).toBe(true);
          }
          expect(changes).toHaveLength(once.transcripts[0]?.maskedCount ?? 0);
          expect(check(once.bytes, { format }).findings.length).toBeLessThanOrEqual(
            check(bytes, { format }).findings.length,
          );
          const twice = compact(once.bytes, options);
          expect(Buffer.from(twice.bytes).toString()).toBe(Buffer.from(once.bytes).toString());
          expect(twice.transcripts[0]?.beforeChars).toBe(once.transcripts[0]?.afterChars);
        }),
        runs,
      );
    },
  );

  it("with --shrink-inputs shortens strings, keeps the shape, and counts what is left", () => {
    fc.assert(
      fc.property(busyConversations, fc.boolean(), (conversation, ascii) => {
        const bytes = bytesOf(format, conversation, ascii);
        const options = { format, shrinkInputs: 60, preserveRecentRawTurns: 1 };
        const once = compact(bytes, { ...options, observationMasking: false });
        const changes = changedStrings(bytes.toString(), Buffer.from(once.bytes).toString());
        for (const { before, after } of changes) expect(after.length).toBeLessThan(before.length);
        expect(changes.length > 0).toBe(once.file.isChanged);
        if (ascii) expect(once.bytes.every((byte) => byte < 0x80)).toBe(true);
        const both = compact(bytes, options);
        const twice = compact(both.bytes, options);
        expect(Buffer.from(twice.bytes).toString()).toBe(Buffer.from(both.bytes).toString());
        expect(twice.transcripts[0]?.beforeChars).toBe(both.transcripts[0]?.afterChars);
      }),
      runs,
    );
  });

  it("is the same after a second run with any passes beside any policy", () => {
    fc.assert(
      fc.property(
        busyConversations,
        maskingOptions,
        passOptions,
        fc.option(fc.integer({ min: 0, max: 6000 }), { nil: undefined }),
        (conversation, masking, passes, budget) => {
          const bytes = bytesOf(format, conversation, true);
          const limit = budget === undefined ? {} : { maxInputChars: budget };
          const options = { ...masking, ...passes, ...limit, format };
          const once = compact(bytes, options);
          const twice = compact(once.bytes, options);
          expect(Buffer.from(twice.bytes).toString()).toBe(Buffer.from(once.bytes).toString());
        },
      ),
      runs,
    );
  });
});

/** Whether a text holds an answer, as it is or in JSON. */
function holds(text: string, answer: string): boolean {
  return text.includes(answer) || text.includes(JSON.stringify(answer).slice(1, -1));
}
