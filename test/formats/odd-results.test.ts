/**
 * Fixtures whose results hold something else: read or refused by name, restored byte for byte, the same a second time.
 */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { restore } from "../../src/api/restore.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/formats/index.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { oneIn } from "../support/runs.ts";

/** Keys under which formats keep what tools answered, or a part of it. */
const RESULT_KEYS: ReadonlySet<string> = new Set([
  ...["output", "content", "result", "observation", "text", "response", "observations"],
  ...["aggregated_output", "data", "value"],
]);

const SHORTEST = 30;

const VALUES: Readonly<Record<string, string>> = {
  "an empty text": '""',
  null: "null",
  "an empty array": "[]",
  "a number of many digits": "12345678901234567890123",
  "an object": JSON.stringify({ a: "b ".repeat(40) }),
  "a text with signs of all kinds": JSON.stringify(
    "\u{1f600}é\u2028\u0000\ud800 line\r\n".repeat(30),
  ),
  "a transcript in a string": JSON.stringify(
    JSON.stringify({
      messages: [{ role: "tool", tool_call_id: "z", content: 'deep " quote'.repeat(9) }],
    }),
  ),
  "the result of a dispatch": JSON.stringify(
    `${"before ".repeat(20)}BEGIN_DISPATCH_RESULT\nkept\nEND_DISPATCH_RESULT${" after".repeat(20)}`,
  ),
  "a placeholder among other words": JSON.stringify(
    "see [observation masked — 12 chars] here ".repeat(4),
  ),
};

/** The places of texts in a record that may be results. */
function* placesIn(value: unknown, path: readonly string[] = []): Iterable<readonly string[]> {
  if (typeof value === "string") {
    if (value.length > SHORTEST && RESULT_KEYS.has(path.at(-1) ?? "")) yield path;
  } else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) yield* placesIn(item, [...path, key]);
}

function changed(record: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(record)
    ? [...record]
    : { ...(record as object) };
  (copy as Record<string, unknown>)[key] = changed((copy as never)[key], rest, value);
  return copy;
}

function recordsIn(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  }
}

/** A fixture with a value in the place of one of its results, at most. */
function withValue(text: string, value: string, turn: number): string | undefined {
  const records = recordsIn(text);
  const places = records.flatMap((record, k) =>
    [...placesIn(record, [])].map((path) => ({ k, path })),
  );
  const place = places[turn % places.length];
  if (place === undefined) return undefined;
  const mark = "a value that is put here";
  const lines = records.map((record, k) =>
    JSON.stringify(k === place.k ? changed(record, place.path, mark) : record),
  );
  return `${lines.join("\n").replace(JSON.stringify(mark), () => value)}\n`;
}

/** Masks, and gives what became of it back; undefined for what is refused. */
function throughArchive(bytes: Buffer, format: FormatName) {
  const archive = memoryArchive();
  const named = format === ("plain" as string) ? { format } : {};
  const options = { preserveRecentRawTurns: 0, minGain: 1, keepErrors: "none", ...named } as const;
  try {
    const { bytes: once } = compact(bytes, { ...options, archive });
    const { bytes: twice } = compact(once, { ...options, archive });
    return { once, twice, back: restore(once, { archive, ...named }).bytes };
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const cases = fixturesOf(format).flatMap(({ name, bytes }) =>
    Object.entries(VALUES).map(([what, value]) => ({ name, what, value, bytes })),
  );
  it.each(oneIn(10, cases, FORMAT_NAMES.indexOf(format)))(
    "$name with $what as a result",
    ({ bytes, value, name }) => {
      for (const turn of [0, name.length, 7]) {
        const text = withValue(bytes.toString(), value, turn);
        if (text === undefined) return;
        const input = Buffer.from(text);
        const done = throughArchive(input, format);
        if (done === undefined) continue;
        expect(done.once.length).toBeLessThanOrEqual(input.length);
        expect(Buffer.from(done.twice).equals(done.once)).toBe(true);
        expect(Buffer.from(done.back).toString()).toBe(text);
      }
    },
  );
});
