/** Lines and sessions with a trigger, a least saving or a target: as many results are masked as objects would. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { encodeEntry } from "../../../src/archive/entry.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { CountedMessages } from "../../../src/engine/plain/lines/counted-messages.ts";
import { MessagesToArrange } from "../../../src/engine/plain/lines/messages-to-arrange.ts";
import { PlainLines } from "../../../src/engine/plain/lines/plain-lines.ts";
import { NoteTable } from "../../../src/engine/plain/results/note-table.ts";
import { PlainSession } from "../../../src/engine/plain/sessions/plain-session.ts";
import { FORMAT_NAMES, type FormatName } from "../../../src/formats/index.ts";
import { DEFAULT_WITH_CALL } from "../../../src/reduce/placeholders/template.ts";
import { conversations } from "../../support/conversations.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { formatRuns, runs } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import { LIKE_LINES } from "./like-rows.ts";
import { oddEnvelopes, oddItems } from "./odd-envelopes.ts";
import { oddLinesOf } from "./odd-lines.ts";
import { oddRollouts } from "./odd-rollouts.ts";
import { oddLines } from "./odd-rows.ts";
import { oddSessions } from "./odd-sessions.ts";
import { agree } from "./paths-agree.ts";
import { pressures } from "./pressures.ts";

const IN_LINES = Object.entries(WRITERS)
  .filter(([, { layout }]) => layout === "lines")
  .map(([name]) => name as keyof typeof WRITERS & FormatName);

/** Placeholders of a fixed text and of the call; and such with which the kernel reads no lines together. */
const placeholders = fc.constantFrom<CompactOptions>(
  { placeholder: "omitted!" },
  { placeholder: DEFAULT_WITH_CALL },
  { placeholder: "omitted: {toolName} {callId} {exit} {lines}" },
  { placeholder: "omitted: {turn} {args}" },
  { placeholder: "omitted: {args}" },
  { maxObservationChars: 90 },
);

const linesOf = (records: readonly unknown[]) =>
  Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join(""));

/** Ten turns, each with a result of 400 chars. */
const TALK = {
  task: "Go.",
  turns: Array.from({ length: 10 }, (_, k) => ({
    said: "So.",
    calls: [{ id: `c${k}`, name: "ls", args: "{}", answer: `${k}`.repeat(400) }],
  })),
};

const TOKENS = { windowUnit: "tokens", preserveRecentRawTurns: 200 } as const;
/** With parts of results in placeholders the kernel reads no lines together. */
const SHORT = { maxObservationChars: 90 };
const ARGS = { placeholder: "omitted: {args}" };

/** The ways in which lines are read in columns, with a format whose lines are. */
const WAYS = [
  { of: "messages", format: "openai-chat", columns: PlainLines, more: {} },
  { of: "messages, one by one", format: "openai-chat", columns: PlainLines, more: SHORT },
  { of: "Codex", format: "codex", columns: PlainSession, more: {} },
  { of: "Claude Code", format: "claude-code", columns: PlainSession, more: {} },
  { of: "pi", format: "pi", columns: PlainSession, more: {} },
  { of: "calls of Codex", format: "codex", columns: CountedMessages, more: ARGS },
  { of: "calls of Claude Code", format: "claude-code", columns: MessagesToArrange, more: ARGS },
] as const;

/** How many of ten results are masked in columns. */
function maskedIn({ format, columns, more }: (typeof WAYS)[number], options: CompactOptions) {
  const [first, ...others] = WRITERS[format].write(TALK);
  const { messages = [first, ...others] } = first as { messages?: readonly unknown[] };
  const bytes = linesOf(messages);
  const all = { keepErrors: "none" as const, preserveRecentRawTurns: 2, ...options, ...more };
  const inColumns = vi.spyOn(columns.prototype, "finish");
  const { transcripts } = compactWith(bytes, all);
  expect(inColumns.mock.results.map(({ value }) => Boolean(value))).toEqual([true]);
  inColumns.mockRestore();
  agree(bytes, all);
  return transcripts[0]?.maskedCount;
}

describe("lines with a trigger", () => {
  it.each(IN_LINES)("are masked as by objects: %s", (format) => {
    fc.assert(
      fc.property(conversations, pressures, placeholders, (conversation, options, placeholder) => {
        const bytes = linesOf(WRITERS[format].write(conversation));
        agree(bytes, { ...options, format });
        agree(bytes, { ...options, ...placeholder, format });
      }),
      formatRuns(600, FORMAT_NAMES.indexOf(format)),
    );
    fc.assert(
      fc.property(oddLinesOf(format), pressures, (bytes, options) => {
        agree(bytes, { ...options, format });
      }),
      formatRuns(200, FORMAT_NAMES.indexOf(format)),
    );
  });

  it.each(LIKE_LINES)("are masked as by objects: lines of $of", ({ lines }) => {
    const together = vi.spyOn(NoteTable.prototype, "keepWaiting");
    fc.assert(
      fc.property(lines, pressures, placeholders, (bytes, options, placeholder) => {
        agree(bytes, { ...options, trigger: options.trigger ?? 500 });
        agree(bytes, { ...options, ...placeholder, keepTools: ["ba*"] });
      }),
      { numRuns: runs(2000) },
    );
    expect(together.mock.calls.length).toBeGreaterThan(runs(2000) / 2);
    together.mockRestore();
  });

  it.each([
    { of: "messages", lines: oddLines, columns: PlainLines },
    { of: "sessions with rewinds and sidechains", lines: oddSessions, columns: PlainSession },
    { of: "rollouts with compactions", lines: oddRollouts, columns: PlainSession },
    { of: "sessions with odd keys", lines: oddEnvelopes, columns: PlainSession },
    { of: "rollouts with odd keys", lines: oddItems, columns: PlainSession },
  ])("are masked as by objects: odd $of", ({ lines, columns }) => {
    const inColumns = vi.spyOn(columns.prototype, "finish");
    fc.assert(
      fc.property(lines, pressures, placeholders, fc.boolean(), (bytes, options, ...more) => {
        const [placeholder, keepDead] = more;
        agree(bytes, options);
        agree(bytes, { ...options, ...placeholder, keepDead, trigger: options.trigger ?? 300 });
      }),
      { numRuns: runs(1500) },
    );
    expect(inColumns.mock.calls.length).toBeGreaterThan(runs(1500) / 4);
    inColumns.mockRestore();
  });

  it.each(WAYS)("are masked in columns: $of", (way) => {
    const some = maskedIn(way, { trigger: 3000 });
    expect(maskedIn(way, {})).toBe(8);
    expect(maskedIn(way, { trigger: 9000 })).toBe(0);
    // The last ones that are outside the window would leave it smaller than it has to be.
    expect([5, 6, 7]).toContain(some);
    expect([5, 6, 7]).toContain(maskedIn(way, { minSavings: 2000 }));
    expect([5, 6, 7]).toContain(maskedIn(way, { trigger: 3000, ...TOKENS }));
    expect([3, 4, 5, 6]).toContain(maskedIn(way, { trigger: 3000, target: 2500 }));
    expect([3, 4, 5, 6]).toContain(
      maskedIn(way, { trigger: 750, target: 625, sizeUnit: "tokens" }),
    );
    // A result is seen first at the step of its turn.
    for (const windowUnit of ["turns", "call-messages", "messages", "observations"] as const)
      for (let window = 0; window < 5; window++)
        maskedIn(way, { trigger: 3000, windowUnit, preserveRecentRawTurns: window });
    // A target that is missed is in the report.
    expect(maskedIn(way, { trigger: 3000, target: 0 })).toBe(some);
  });

  it("do not reach it with what a compaction left out", () => {
    const lines = WRITERS["claude-code"].write(TALK);
    const boundary = { type: "system", subtype: "compact_boundary", uuid: "b", parentUuid: null };
    const all = linesOf([...lines.slice(0, -6), { ...boundary, sessionId: "s1" }]);
    const live = linesOf(lines.slice(-6))
      .toString()
      .replace(/"parentUuid":"[^"]*"/, '"parentUuid":"b"');
    const bytes = Buffer.concat([all, Buffer.from(live)]);
    for (const more of [{}, ARGS]) {
      const options = { preserveRecentRawTurns: 1, keepErrors: "none" as const, ...more };
      const maskedOf = (trigger: number) => {
        agree(bytes, { ...options, trigger });
        const [told] = compactWith(bytes, { ...options, trigger }).transcripts;
        return [told?.maskedCount, (told?.deadMaskedCount ?? 0) > 3];
      };
      expect(maskedOf(0)).toEqual([1, true]);
      expect(maskedOf(2000)).toEqual([0, true]);
    }
  });

  it("name the call of a result's own branch in what it would save", () => {
    const line = (uuid: string, parentUuid: string | null, role: string, content: unknown) => ({
      ...{ type: role, uuid, parentUuid, sessionId: "s" },
      message: { role, content },
    });
    const call = (name: string) => [{ type: "tool_use", id: "c", name, input: {} }];
    const answer = [{ type: "tool_result", tool_use_id: "c", content: "long ".repeat(90) }];
    const bytes = linesOf([
      line("task", null, "user", "Go."),
      line("a", "task", "assistant", call("Own")),
      line("b", "task", "assistant", call("Other".repeat(9))),
      line("r", "a", "user", answer),
      line("end", "r", "assistant", [{ type: "text", text: "Done." }]),
    ]);
    for (let minSavings = 300; minSavings < 450; minSavings++)
      agree(bytes, { placeholder: DEFAULT_WITH_CALL, preserveRecentRawTurns: 0, minSavings });
  });

  it.each(WAYS)("are archived as by objects: $of", ({ format }) => {
    const [columns, objects] = [false, true].map((byObjects) => {
      const archive = memoryArchive();
      const options = { preserveRecentRawTurns: 2, trigger: 3000, refs: true, archive };
      compactWith(linesOf(WRITERS[format].write(TALK)), { ...options, objects: byObjects });
      const entries = archive.entries().map((entry) => encodeEntry(entry).toString());
      return entries.sort();
    });
    expect(columns?.length).toBeGreaterThan(4);
    expect(columns).toEqual(objects);
  });

  const fixtures = FORMAT_NAMES.flatMap(fixturesOf);

  it.each(fixtures)("are masked as by objects: $name", (fixture) => {
    const { bytes, format } = fixture;
    fc.assert(
      fc.property(pressures, placeholders, (options, placeholder) => {
        agree(bytes, { ...options, format });
        agree(bytes, { ...options, ...placeholder });
        agree(Buffer.concat([bytes, bytes]), options);
      }),
      formatRuns(300, fixtures.indexOf(fixture)),
    );
  });
});
