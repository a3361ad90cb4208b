/** What an inspection says of generated transcripts of every format agrees with what compacting does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectRead } from "../../../src/analyses/inspect/inspect-read.ts";
import type { InspectedTranscript } from "../../../src/analyses/inspect/inspected.ts";
import { charsOf } from "../../../src/analyses/inspect/kind-sizes.ts";
import { compact } from "../../../src/api/compact.ts";
import { chosenFormats } from "../../../src/api/format-option.ts";
import { readTranscriptsIn } from "../../../src/engine/input/read-transcripts.ts";
import { FORMAT_NAMES, type FormatName } from "../../../src/formats/index.ts";
import { memoryStore } from "../../../src/io/store/store.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { conversations } from "../../support/conversations.ts";
import { formatRuns } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import type { Writer } from "../../support/writers/writer.ts";

function inspect(bytes: Uint8Array, format: FormatName): readonly InspectedTranscript[] {
  const policy = createPolicy({}, PROGRAM_DEFAULTS);
  const file = "input";
  const inspected: InspectedTranscript[] = [];
  readTranscriptsIn(
    bytes,
    {
      file,
      formats: chosenFormats({ format }),
      strict: true,
      onTranscript: (read) => void inspected.push(inspectRead(read, { file, policy })),
      onBadLine: () => {},
    },
    { store: memoryStore() },
  );
  return inspected;
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const writer: Writer = WRITERS[format];
  const someRuns = formatRuns(60, FORMAT_NAMES.indexOf(format));
  const inputs = conversations.map((conversation) => {
    const records = writer.write(conversation);
    return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  });

  it("has the same chars by kind, by role, by window and as compacted", () => {
    fc.assert(
      fc.property(inputs, (bytes) => {
        const { transcripts } = compact(bytes, { format });
        const inspected = inspect(bytes, format);
        expect(inspected).toHaveLength(transcripts.length);
        inspected.forEach((inspection, k) => {
          const { chars, byRole, windows, deadChars } = inspection;
          const telemetry = transcripts[k];
          expect(telemetry).toMatchObject({
            line: inspection.line,
            messages: inspection.messages,
            beforeChars: chars,
          });
          expect(telemetry?.deadChars ?? 0).toBe(deadChars);
          expect(charsOf(inspection)).toBe(chars);
          const roles = Object.values(byRole).reduce((sum, kinds) => sum + charsOf(kinds), 0);
          expect(roles).toBe(chars);
          for (const { insideChars, outsideChars } of windows)
            expect(insideChars + outsideChars).toBe(chars);
        });
      }),
      someRuns,
    );
  });

  it("has as many chars of tools as of calls and observations", () => {
    fc.assert(
      fc.property(inputs, (bytes) => {
        for (const { tools, callChars, observationChars } of inspect(bytes, format)) {
          expect(tools.reduce((sum, tool) => sum + tool.callChars, 0)).toBe(callChars);
          expect(tools.reduce((sum, tool) => sum + tool.observationChars, 0)).toBe(
            observationChars,
          );
        }
      }),
      someRuns,
    );
  });

  it("finds no less outside a window than compacting with it masks", () => {
    fc.assert(
      fc.property(inputs, (bytes) => {
        for (const [k, inspection] of inspect(bytes, format).entries()) {
          for (const share of inspection.windows) {
            const options = { format, preserveRecentRawTurns: share.window };
            const telemetry = compact(bytes, options).transcripts[k];
            expect(share.outsideObservations).toBeGreaterThanOrEqual(telemetry?.maskedCount ?? 0);
            expect(share.outsideObservationChars).toBeGreaterThanOrEqual(
              telemetry?.maskedChars ?? 0,
            );
          }
        }
      }),
      someRuns,
    );
  });

  it("counts as masked already what compacting left as placeholders", () => {
    fc.assert(
      fc.property(inputs, (bytes) => {
        const result = compact(bytes, { format, preserveRecentRawTurns: 1 });
        inspect(result.bytes, format).forEach(({ maskedObservations }, k) => {
          expect(maskedObservations).toBe(result.transcripts[k]?.maskedRemaining);
        });
      }),
      someRuns,
    );
  });
});
