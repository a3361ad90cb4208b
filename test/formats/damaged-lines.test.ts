/** Lines that are lost or torn make nothing dead: text is dead only where its own reader leaves it out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import type { FormatName } from "../../src/formats/index.ts";
import { conversations } from "../support/conversations.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { linesOf } from "../support/lines.ts";
import { oneIn, slowRuns } from "../support/runs.ts";
import { WRITERS } from "../support/writers/index.ts";

/** Formats of lines where one line can leave out others: by naming a parent, or by a rewind. */
const JOINED = [
  "pi",
  "claude-code",
  "openhands-sdk",
  "gemini-cli",
  "qwen-code",
  "kimi-code",
] as const satisfies FormatName[];

function deadChars(bytes: Uint8Array, format: FormatName): number {
  const { transcripts } = compact(bytes, { format });
  return transcripts.reduce((sum, each) => sum + (each.deadChars ?? 0), 0);
}

/** Lines without one of them, or with half of it. */
function damaged(lines: readonly string[], at: number, how: "lost" | "torn"): Buffer {
  const line = lines[at] ?? "";
  const left = how === "lost" ? [] : [line.slice(0, line.length / 2)];
  return Buffer.from([...lines.slice(0, at), ...left, ...lines.slice(at + 1)].join("\n"));
}

describe.each(JOINED)("%s", (format) => {
  it.each(["lost", "torn"] as const)("has nothing dead where a line is %s", (how) => {
    fc.assert(
      fc.property(conversations, fc.nat(), (conversation, from) => {
        const lines = linesOf(WRITERS[format].write(conversation)).toString().trim().split("\n");
        if (lines.length < 4) return;
        const before = deadChars(Buffer.from(lines.join("\n")), format);
        // The first lines tell the format; that the last is lost, and what it was, nobody can know.
        const at = 2 + (from % (lines.length - (how === "lost" ? 3 : 2)));
        expect(deadChars(damaged(lines, at, how), format)).toBeLessThanOrEqual(before);
      }),
      { numRuns: slowRuns(300) },
    );
  });

  const fixtures = fixturesOf(format).filter(({ name }) => name.endsWith(".jsonl"));
  it.each(fixtures)("has no more dead text where any line of $name is torn", ({ bytes }) => {
    const lines = bytes.toString().trim().split("\n");
    const before = deadChars(bytes, format);
    for (const at of oneIn(6, [...lines.keys()].slice(1)))
      expect(deadChars(damaged(lines, at, "torn"), format), lines[at]).toBeLessThanOrEqual(before);
  });

  // Compactions of version 1 of pi count lines, and what Kimi Code takes back counts prompts: one that is lost
  // leaves no gap, and they see none.
  const counts = ["version-1.jsonl", "taken-back.jsonl"];
  const named = fixtures.filter(({ name }) => counts.every((each) => !name.endsWith(each)));
  it.each(named)(
    "has no more dead text where any line but the last of $name is lost",
    ({ bytes }) => {
      const lines = bytes.toString().trim().split("\n");
      const before = deadChars(bytes, format);
      for (const at of oneIn(6, [...lines.keys()].slice(1, -1), 1))
        expect(deadChars(damaged(lines, at, "lost"), format), lines[at]).toBeLessThanOrEqual(
          before,
        );
    },
  );
});

it.each(fixturesOf("opencode"))("has no more dead text where $name lost a message", ({ bytes }) => {
  const session = JSON.parse(bytes.toString()) as { messages: unknown[] };
  const before = deadChars(bytes, "opencode");
  for (let at = 0; at < session.messages.length - 1; at++) {
    const messages = session.messages.toSpliced(at, 1);
    const lost = Buffer.from(JSON.stringify({ ...session, messages }));
    expect(deadChars(lost, "opencode"), `message ${at}`).toBeLessThanOrEqual(before);
  }
});

it("takes a branch that a torn last line may have gone on with for live", () => {
  const line = (type: "user" | "assistant", uuid: string, parentUuid: string | null) =>
    JSON.stringify({
      ...{ type, uuid, parentUuid, sessionId: "s" },
      message: { role: type, content: `says ${uuid}` },
    });
  const lines = [
    ...[line("user", "a", null), line("assistant", "b", "a"), line("user", "c", "b")],
    line("user", "d", "b"),
  ];
  expect(deadChars(Buffer.from(lines.join("\n")), "claude-code")).toBe("says c".length);
  const torn = [...lines, line("assistant", "e", "c").slice(0, 30)];
  expect(deadChars(Buffer.from(torn.join("\n")), "claude-code")).toBe(0);
});

describe("a parent that is not in the file", () => {
  const line = (uuid: string, parentUuid: string | null) =>
    JSON.stringify({
      ...{ type: "user", uuid, parentUuid, sessionId: "s" },
      message: { role: "user", content: `says ${uuid}` },
    });
  const bytes = Buffer.from([line("a", null), line("b", "a"), line("d", "c")].join("\n"));

  it("is counted and named", () => {
    const { file, badLines } = compact(bytes, { format: "claude-code" });
    expect(file.missingParents).toBe(1);
    expect(badLines).toEqual([
      {
        ...{ line: 3, column: 1, isParentless: true },
        message: 'expected a message with id "c", its parent, in the file',
      },
    ]);
  });

  it.each(["claude-code", "pi", "openhands-sdk", "gemini-cli", "opencode", "qwen-code"] as const)(
    "is none in whole fixtures of %s",
    (format) => {
      for (const fixture of fixturesOf(format))
        expect(compact(fixture.bytes, { format }).file.missingParents, fixture.name).toBe(0);
    },
  );
});
