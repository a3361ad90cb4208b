/**
 * Fixtures as they may lie on a disk: with records of a kind that came later, a mark at the start, on one line or on
 * many, cut off, or twice over. Each is read as it was, or what was not read is said: never less in silence.
 */
import { describe, expect, it } from "vitest";
import { type CompactResult, compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/formats/index.ts";
import { type Fixture, fixturesOf } from "../support/fixtures.ts";

/** All results are masked: none is inside a window, an error or too short. */
const ALL = { preserveRecentRawTurns: 0, minGain: 1, keepErrors: "none" } as const;

const UNKNOWN = { type: "kind_of_the_future", what_it_holds: { x: 1 } };

function masked({ transcripts }: CompactResult): number {
  return transcripts.reduce(
    (sum, { maskedCount, deadMaskedCount = 0 }) => sum + maskedCount + deadMaskedCount,
    0,
  );
}

function isSaid({ badLines, file }: CompactResult): boolean {
  return (
    badLines.length > 0 || file.unreadResults > 0 || Object.keys(file.unreadRecords).length > 0
  );
}

/** What is found in a text; undefined where it is refused by name. */
function found(text: string, format: FormatName): CompactResult | undefined {
  const named = format === ("plain" as string) ? { format } : {};
  try {
    return compact(Buffer.from(text), { ...ALL, ...named });
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}

/** The value of a document; undefined for lines. */
function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same records, laid out otherwise: read as they were. */
function alike(text: string): readonly string[] {
  const value = documentIn(text);
  if (value === undefined)
    return [text.replaceAll("\n", "\n\n"), text.replaceAll(/\r?\n/g, "\r\n")];
  return [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, "\t")];
}

/** With something that no version knew. */
function newer(text: string): readonly string[] {
  const value = documentIn(text);
  const unknown = JSON.stringify(UNKNOWN);
  if (value === undefined) {
    const lines = text.split("\n");
    const middle = lines.length >> 1;
    return [[...lines.slice(0, middle), unknown, ...lines.slice(middle)].join("\n")];
  }
  if (Array.isArray(value)) return [JSON.stringify([...value, UNKNOWN])];
  return [JSON.stringify({ key_of_the_future: [UNKNOWN], ...(value as object) })];
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const fixtures = fixturesOf(format);
  const known = new Map<Fixture, CompactResult | undefined>();
  /** What is found in a fixture as it is, which each test asks. */
  const ownOf = (fixture: Fixture) => {
    if (!known.has(fixture)) known.set(fixture, found(fixture.bytes.toString(), format));
    return known.get(fixture);
  };

  it.each(fixtures)("$name is the same on one line, on many, and after a mark", (fixture) => {
    const own = ownOf(fixture);
    const text = fixture.bytes.toString();
    for (const other of [...alike(text), `\ufeff${text}`]) {
      const result = found(other, format);
      expect(result?.transcripts.map((each) => each.format)).toEqual(
        own?.transcripts.map((each) => each.format),
      );
      expect(result && masked(result)).toBe(own && masked(own));
    }
  });

  it.each(fixtures)("$name with a record of a later kind loses nothing in silence", (fixture) => {
    const own = ownOf(fixture);
    for (const text of newer(fixture.bytes.toString())) {
      const result = found(text, format);
      if (result === undefined || isSaid(result)) continue;
      expect(masked(result)).toBe(own && masked(own));
    }
  });

  it.each(fixtures)(
    "$name cut off or twice over is read or refused, not passed over",
    (fixture) => {
      const text = fixture.bytes.toString();
      const isDocument = documentIn(text) !== undefined;
      const cut = found(text.slice(0, text.length / 2), format);
      if (isDocument) expect(cut).toBeUndefined();
      else if (cut !== undefined) expect(isSaid(cut) || cut.transcripts.length > 0).toBe(true);
      const twice = found(text + text, format);
      if (isDocument && text.trimEnd().includes("\n")) expect(twice).toBeUndefined();
      else if (twice !== undefined && !isSaid(twice)) {
        const own = ownOf(fixture);
        expect(masked(twice)).toBeGreaterThanOrEqual(own ? masked(own) : 0);
      }
    },
  );
});
