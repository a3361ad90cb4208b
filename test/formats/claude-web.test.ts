import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact, compactWith } from "../../src/api/compact.ts";
import { detected } from "../support/detected.ts";

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/claude-web/${name}`, import.meta.url));
}

describe("claude-web", () => {
  const line = { type: "user", message: { role: "user", content: "go" } };

  it("is found by lines of a session under loglines", () => {
    expect(detected({ loglines: [{ type: "env_manager_log" }, line] })).toBe("claude-web");
    expect(detected({ loglines: ["12:00 started", "12:01 done"] })).toBeUndefined();
    expect(detected(line)).toBeUndefined();
  });

  it("is found by an array of a session's lines, which are read as in a session", () => {
    const session = readFileSync(
      new URL("../../fixtures/claude-code/session.jsonl", import.meta.url),
      "utf8",
    );
    const lines = session.trim().split("\n");
    const options = { preserveRecentRawTurns: 1, minGain: 1 };
    const inLines = compact(Buffer.from(session), options);
    for (const objects of [false, true]) {
      const inArray = compactWith(Buffer.from(`[${lines.join()}]`), { ...options, objects });
      expect(inArray.transcripts.map(({ format }) => format)).toContain("claude-web");
      const masked = Buffer.from(inLines.bytes).toString().trim().split("\n");
      const records = JSON.parse(Buffer.from(inArray.bytes).toString());
      expect(records).toEqual(masked.map((line) => JSON.parse(line)));
    }
  });

  it("follows the parents, so that a result of a branch left behind is dead", () => {
    const [transcript] = compact(fixture("linked.json"), { minGain: 1 }).transcripts;
    expect(transcript?.deadMaskedCount).toBe(1);
  });

  it.each(["linked.json", "bare.json"])("meets a budget with a boundary in %s", (name) => {
    const linesIn = (bytes: Uint8Array) =>
      JSON.parse(Buffer.from(bytes).toString()).loglines as Record<string, unknown>[];
    const within = (maxInputChars: number) => {
      const options = { preserveRecentRawTurns: 1, maxInputChars, summaryMaxChars: 40 };
      const once = compact(fixture(name), options);
      const twice = compact(once.bytes, options);
      expect(twice.bytes).toBe(once.bytes);
      expect(twice.transcripts[0]?.beforeChars).toBe(once.transcripts[0]?.afterChars);
      const lines = linesIn(once.bytes);
      expect(lines.filter(({ subtype }) => subtype === "compact_boundary")).toHaveLength(1);
      return {
        telemetry: once.transcripts[0],
        added: lines.length - linesIn(fixture(name)).length,
      };
    };
    const least = within(1);
    expect(least).toMatchObject({ telemetry: { reductionStage: "fallback" }, added: 1 });
    const summed = within((least.telemetry?.afterChars ?? 0) + 40);
    expect(summed).toMatchObject({ telemetry: { reductionStage: "summarization" }, added: 2 });
  });

  it("takes lines without ids in file order, none of them dead", () => {
    const [transcript] = compact(fixture("bare.json"), {
      preserveRecentRawTurns: 1,
      minGain: 1,
    }).transcripts;
    expect(transcript?.deadMaskedCount ?? 0).toBe(0);
    expect(transcript?.maskedCount).toBe(2);
  });
});
