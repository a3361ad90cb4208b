/** Every default text that elision ever wrote is known as one in every later run, whatever that run writes. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import {
  DEFAULT_PLACEHOLDER,
  DEFAULT_WITH_CALL,
  DEFAULT_WITH_REF,
} from "../../src/reduce/placeholders/template.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { oneIn } from "../support/runs.ts";

const WORDINGS = [DEFAULT_PLACEHOLDER, DEFAULT_WITH_REF, DEFAULT_WITH_CALL];
const LATER = [undefined, DEFAULT_WITH_CALL, "(gone are {lines} lines)"];
const MASK_ALL = { keepErrors: "none", minGain: 1 } as const;

/** The default texts in a file, by their lengths and refs. */
const DEFAULT_TEXT =
  /\[(?:observation masked (?:—|\\u2014) \d+ chars(?:, ref [0-9a-f]{12})?|old tool result: [^\n]*?; elision show [0-9a-f]{12})\]/g;

const textsIn = (bytes: Uint8Array) => Buffer.from(bytes).toString().match(DEFAULT_TEXT) ?? [];

const CASES = FORMAT_NAMES.filter((name) => name !== "plain").flatMap((format) =>
  fixturesOf(format).map(({ name, bytes }) => ({ format, name, bytes })),
);

describe.each(WORDINGS)("the default text %s", (placeholder) => {
  const cases = oneIn(2, [...CASES.entries()], WORDINGS.indexOf(placeholder));

  it("stays as it is in a second run of any other text, and in a third with another window", () => {
    let seen = 0;
    for (const [turn, { format, name, bytes }] of cases) {
      const archive = memoryArchive();
      const first = { ...MASK_ALL, archive, placeholder, preserveRecentRawTurns: 1 };
      const { bytes: once, file } = compact(bytes, first);
      const texts = textsIn(once);
      seen += texts.length;
      for (const later of oneIn(LATER.length, LATER, turn)) {
        const options = { ...MASK_ALL, ...(later === undefined ? {} : { placeholder: later }) };
        const second = compact(once, { ...options, preserveRecentRawTurns: 1 });
        expect(second.file.observations, `${format} ${name}`).toBe(file.observations);
        const twice = second.bytes;
        const thrice = compact(twice, { ...options, preserveRecentRawTurns: 0 }).bytes;
        for (const bytesLater of [twice, thrice])
          expect(textsIn(bytesLater), `${format} ${name}`).toEqual(expect.arrayContaining(texts));
      }
    }
    expect(seen).toBeGreaterThan(100);
  });
});

/** Formats whose results are messages of the user. */
const IN_TEXTS: readonly string[] = ["mini-swe-agent", "swe-smith", "openhands-llm-logs"];

/** What presets of other systems write. */
const OTHERS = ["[Old tool result content cleared]", "<MASKED>"];

it.each([...WORDINGS, ...OTHERS])(
  "in text protocols, %s still counts as a result",
  (placeholder) => {
    let seen = 0;
    for (const format of FORMAT_NAMES.filter((name) => IN_TEXTS.includes(name)))
      for (const { name, bytes } of fixturesOf(format)) {
        const options = { ...MASK_ALL, placeholder, preserveRecentRawTurns: 1 };
        const once = compact(bytes, { ...options, archive: memoryArchive() });
        const twice = compact(once.bytes, { ...options, archive: memoryArchive() });
        expect(twice.file.observations, name).toBe(once.file.observations);
        seen += once.transcripts.reduce((sum, { maskedCount }) => sum + maskedCount, 0);
      }
    expect(seen).toBeGreaterThan(10);
  },
);
