/** A second run with the same options gives the same bytes and the same counts, whatever its placeholders say. */
import { describe, expect, it } from "vitest";
import { type CompactResult, compactWith } from "../../src/api/compact.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { oneIn } from "../support/runs.ts";

type Options = NonNullable<Parameters<typeof compactWith>[1]>;

/** Templates of one's own: none begins as a result of a text protocol does, and some end in a field. */
const TEMPLATES = [
  "some text {originalLength}",
  "{toolName} was run with {args}: {exit}",
  "of {lines} lines in turn {turn} none is left",
  "{args} was run as {callId}",
  "<removed to save room>",
  "[{call} {exit}: {chars} chars, elision show {ref}]",
  "{ref} has the text",
];

/** With a step, the windows depend on every result that is counted, masked or not. */
const POLICIES: readonly Options[] = [
  { preserveRecentRawTurns: 0 },
  { preserveRecentRawTurns: 1, every: 2 },
  { preserveRecentRawTurns: 0, windowUnit: "observations", every: 3 },
  { preserveRecentRawTurns: 0, maxInputChars: 300 },
  { preserveRecentRawTurns: 1, maxObservationChars: 0, every: 2 },
  { preserveRecentRawTurns: 0, maxObservationChars: 0, keepErrors: "none" },
  { preserveRecentRawTurns: 0, maxObservationChars: 5 },
  { preserveRecentRawTurns: 1, maxObservationChars: 14, keepErrors: { last: 1 } },
  { preserveRecentRawTurns: 0, maxObservationChars: 50, keepErrors: { last: 1 } },
  { preserveRecentRawTurns: 1, maxObservationChars: 120 },
];

/** What a run found, and whether it did what was asked. */
function found({ transcripts, file }: CompactResult) {
  const { observations, calls } = file;
  return {
    observations,
    calls,
    transcripts: transcripts.map(({ format, fits }) => [format, fits]),
  };
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const named = format === ("plain" as string) ? { format } : {};
  const turn = FORMAT_NAMES.indexOf(format);
  const cases = POLICIES.flatMap((policy) =>
    [undefined, ...TEMPLATES].map((placeholder) => ({ policy, placeholder })),
  );

  it.each([
    ["in columns", false],
    ["as objects", true],
  ])("%s", (_name, objects) => {
    for (const { name, bytes } of fixturesOf(format))
      for (const { policy, placeholder } of oneIn(5, cases, turn + (objects ? 1 : 0))) {
        const hasRef = placeholder?.includes("{ref}") === true;
        const run = (input: Uint8Array) =>
          compactWith(input, {
            ...{ ...policy, ...named, objects, minGain: 1 },
            ...(placeholder !== undefined && { placeholder }),
            ...(hasRef && { archive: memoryArchive() }),
          });
        const once = run(bytes);
        const twice = run(once.bytes);
        const about = `${name} ${placeholder} ${JSON.stringify(policy)}`;
        expect(Buffer.from(twice.bytes).toString(), about).toBe(Buffer.from(once.bytes).toString());
        // Messages may be dropped, and of some formats a result without a text is none.
        if (policy.maxInputChars === undefined && policy.maxObservationChars !== 0)
          expect(found(twice), about).toEqual(found(once));
      }
  });
});
