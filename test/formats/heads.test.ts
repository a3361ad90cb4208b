/** What the first lines of a transcript tell of its format, and what a format makes of others. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { FORMAT_NAMES, FORMATS } from "../../src/formats/index.ts";
import { type Fixture, fixturesOf } from "../support/fixtures.ts";
import { onlyShorter } from "../support/only-shorter.ts";
import { treeOf } from "../support/parse-json.ts";
import { oneIn } from "../support/runs.ts";

const FIXTURES = FORMAT_NAMES.flatMap(fixturesOf);

/** Formats of bare messages, which what many others say in words alone is of as well. */
const CHAT: readonly string[] = FORMAT_NAMES.filter((name) => FORMATS[name].evidence === "chat");

/** Formats that lines are found to be of; none where they are refused. */
function formatsOf(lines: readonly string[]): Set<string> {
  try {
    const { transcripts } = compact(Buffer.from(lines.join("\n")));
    return new Set(transcripts.map(({ format }) => format));
  } catch (error) {
    if (error instanceof ElisionError) return new Set();
    throw error;
  }
}

/** Whether all that lines say are words of people and models, which chat messages are as well. */
function areWords(lines: readonly string[]): boolean {
  return lines.every((line) => {
    const { role, content } = JSON.parse(line) as { role?: unknown; content?: unknown };
    const isSpoken = role === "system" || role === "user" || role === "assistant";
    const blocks = Array.isArray(content) ? content : [{ type: "text", text: content }];
    return isSpoken && blocks.every((block) => block.type === "text" && "text" in block);
  });
}

/** Whether a line by itself is an item of reasoning, which Grok Build keeps as the Responses API has it. */
function isReasoningItem([line = "", ...more]: readonly string[]): boolean {
  return more.length === 0 && (JSON.parse(line) as { type?: unknown }).type === "reasoning";
}

/** Whether a line by itself is what someone said, in the envelope that Cursor's stream shares with Claude Code's. */
function isEnvelopedWord([line = "", ...more]: readonly string[]): boolean {
  const { type, session_id, message } = JSON.parse(line);
  const isAlike =
    (type === "user" || type === "assistant") && session_id !== undefined && message !== undefined;
  return more.length === 0 && isAlike && areWords([JSON.stringify(message)]);
}

function linesOf(bytes: Buffer): readonly string[] {
  return bytes
    .toString()
    .split("\n")
    .filter((line) => line.trim() !== "");
}

const IN_LINES = FIXTURES.filter(({ format, name }) => {
  return FORMATS[format].keys.length > 0 && name.endsWith(".jsonl");
});

describe.each(IN_LINES)("$name", ({ format, bytes }) => {
  const lines = linesOf(bytes);
  const heads = lines.map((_, index) => lines.slice(0, index + 1));
  const alone = lines.map((line) => [line]);
  const tried = [...heads.slice(0, 4), ...oneIn(16, heads.slice(4)), ...oneIn(12, alone)];

  it("is never taken for another format by its first lines, nor by one of them", () => {
    for (const some of tried) {
      // Of formats known by keys of some lines, the others can be anyone's messages.
      const isBare = some.length === 1 && FORMATS[format].evidence === "keys";
      const right = isBare || areWords(some) ? [format, ...CHAT] : [format];
      if (isReasoningItem(some)) right.push("openai-responses");
      if (isEnvelopedWord(some)) right.push("claude-stream-json");
      for (const found of formatsOf(some)) expect(right, some.at(-1)).toContain(found);
    }
  });
});

describe.each(FORMAT_NAMES)("%s, asked for on files of other formats", (format) => {
  const others = FIXTURES.filter((fixture) => fixture.format !== format);

  it.each([0, 1_000_000])("refuses them, or leaves them whole, with window %i", (window) => {
    const turn = FORMAT_NAMES.indexOf(format) + Math.min(window, 3);
    for (const { name, bytes } of oneIn(24, others, turn)) {
      let result: ReturnType<typeof compact>;
      try {
        const options = { format, preserveRecentRawTurns: window, sideCopies: "mask" } as const;
        result = compact(bytes, options);
      } catch (error) {
        expect(error, name).toBeInstanceOf(ElisionError);
        expect((error as ElisionError).message).toContain(`${format}, the format that you named`);
        expect(["unknown-format", "unread-results"]).toContain((error as ElisionError).code);
        continue;
      }
      const isDead = result.transcripts.some(({ deadMaskedCount = 0 }) => deadMaskedCount > 0);
      if (window > 0 && !isDead) expect(result.bytes, name).toBe(bytes);
      onlyShorter(bytes, Buffer.from(result.bytes));
    }
  });
});

describe("lines of two formats in one file", () => {
  const ENVELOPED = IN_LINES.filter(({ format }) => FORMATS[format].evidence === "envelope");
  const pairs = ENVELOPED.flatMap((own) =>
    ENVELOPED.filter(({ format }) => format !== own.format).map((other) => [own, other] as const),
  );

  const known = new Map<Fixture, ReturnType<typeof compact>>();
  const aloneOf = (own: Fixture) => {
    const options = { format: own.format, preserveRecentRawTurns: 1_000_000 };
    const alone = known.get(own) ?? compact(own.bytes, options);
    known.set(own, alone);
    return alone;
  };

  it("count as no messages of the one that was asked for, are read as such or refused", () => {
    for (const [own, other] of oneIn(64, pairs)) {
      const options = { format: own.format, preserveRecentRawTurns: 1_000_000 };
      let result: ReturnType<typeof compact>;
      try {
        result = compact(Buffer.concat([own.bytes, other.bytes]), options);
      } catch (error) {
        // There are more tool results in the other's lines than in its own.
        expect(error).toMatchObject({ code: "unread-results" });
        continue;
      }
      const alone = aloneOf(own);
      expect(alone.file.otherRecords, own.name).toBe(0);
      const isRead = chars(result) !== chars(alone);
      expect(isRead || result.file.otherRecords > 0, `${other.name} in ${own.name}`).toBe(true);
      expect(result.file.otherRecords).toBeLessThanOrEqual(linesOf(other.bytes).length);
    }
  });

  it("are refused as a whole where nothing is of the one that was asked for", () => {
    const bytes = fixturesOf("claude-code")[0]?.bytes ?? Buffer.alloc(0);
    const others = FORMAT_NAMES.filter((name) => {
      const { evidence, layouts } = FORMATS[name];
      return evidence === "envelope" && layouts.join() === "lines" && name !== "claude-code";
    });
    expect(others.length).toBeGreaterThan(3);
    for (const format of others)
      expect(() => compact(bytes, { format })).toThrow(`${format}, the format that you named`);
  });

  it("are not looked for where kinds of lines are new", () => {
    const line = '{"type":"new_kind_of_line","uuid":"x","payload":{"kind":"unknown"}}\n';
    for (const { format, name, bytes } of ENVELOPED) {
      const result = compact(Buffer.concat([bytes, Buffer.from(line)]), { format });
      const isTaken = FORMATS[format].kindOf(treeOf(line), 0) === "message";
      if (isTaken) expect(result.file.otherRecords, name).toBe(0);
    }
  });
});

function chars({ transcripts }: ReturnType<typeof compact>): number {
  return transcripts.reduce((sum, { beforeChars }) => sum + beforeChars, 0);
}
