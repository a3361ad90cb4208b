/** What a view says of each window is what the program does with it, in every format. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ViewedTranscript } from "../../../src/analyses/view/result.ts";
import { viewRead } from "../../../src/analyses/view/view-read.ts";
import { compact } from "../../../src/api/compact.ts";
import { chosenFormats } from "../../../src/api/format-option.ts";
import { readTranscriptsIn } from "../../../src/engine/input/read-transcripts.ts";
import { FORMAT_NAMES, type FormatName } from "../../../src/formats/index.ts";
import { memoryStore } from "../../../src/io/store/store.ts";
import {
  createPolicy,
  looksForErrors,
  PROGRAM_DEFAULTS,
} from "../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { conversations } from "../../support/conversations.ts";
import { slowRuns } from "../../support/runs.ts";
import { sessionLines } from "../../support/sessions.ts";
import { WRITERS } from "../../support/writers/index.ts";

const RUNS = { numRuns: slowRuns(15) };

function viewOf(
  bytes: Uint8Array,
  {
    format,
    options = {},
    originalOf = () => undefined,
  }: {
    readonly format: FormatName;
    readonly options?: ReduceOptions;
    readonly originalOf?: (text: string) => string | undefined;
  },
): readonly ViewedTranscript[] {
  const policy = createPolicy(options, { ...PROGRAM_DEFAULTS, whenResumed: "keep" });
  const viewed: ViewedTranscript[] = [];
  readTranscriptsIn(
    bytes,
    {
      file: "input",
      formats: chosenFormats({ format }),
      findsErrors: looksForErrors(policy),
      findsModels: true,
      strict: true,
      onTranscript: (read) =>
        void viewed.push(viewRead(read, { file: "input", policy, originalOf })),
      onBadLine: () => {},
    },
    { store: memoryStore() },
  );
  return viewed;
}

/** The observations as a view has them under the window at a place, as `--explain` would list them. */
function explainedBy({ parts }: ViewedTranscript, place: number) {
  return parts
    .filter(({ kind }) => kind === "observation")
    .map(({ line, chars, spans = [] }) => {
      const span = spans.find(({ from, to, is }) => is !== "kept" && from <= place && place <= to);
      return { line, chars, afterChars: span?.size?.chars ?? chars, isMasked: span !== undefined };
    });
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  const inputs = conversations.map((conversation) => {
    const records = WRITERS[format].write(conversation);
    return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  });

  it("masks under each window what the program masks with it", () => {
    fc.assert(
      fc.property(
        inputs,
        fc.constantFrom({}, { keepFirst: 1 }, { dedupe: true }),
        (bytes, options) => {
          const viewed = viewOf(bytes, { format, options });
          for (const [k, view] of viewed.entries())
            for (const [place, window] of view.windows.entries()) {
              const argument = {
                format,
                ...options,
                preserveRecentRawTurns: window,
                explain: true,
              };
              const telemetry = compact(bytes, argument).transcripts[k];
              const rows = (telemetry?.observations ?? []).filter(({ kind }) => kind === undefined);
              expect(
                rows.map(({ line, chars, afterChars, isMasked }) => ({
                  line,
                  chars,
                  afterChars,
                  isMasked,
                })),
              ).toEqual(explainedBy(view, place));
              expect(view.outcomes[place]).toMatchObject({
                chars: telemetry?.afterChars,
                masked: (telemetry?.maskedCount ?? 0) + (telemetry?.deadMaskedCount ?? 0),
              });
              expect(view.before.chars).toBe(telemetry?.beforeChars);
            }
        },
      ),
      RUNS,
    );
  }, 240_000);
});

describe("a view", () => {
  it("has a position for each small window, few for large ones, and the one that was asked for", () => {
    const windowsOf = (turns: number, options: ReduceOptions = {}) =>
      viewOf(Buffer.from(sessionLines(turns)), { format: "openai-chat", options })[0]?.windows ??
      [];
    expect(windowsOf(3)).toEqual([0, 1, 2, 3, 10]);
    expect(windowsOf(3, { preserveRecentRawTurns: 2 })).toEqual([0, 1, 2, 3]);
    const many = windowsOf(1500);
    expect(many.slice(0, 23)).toEqual([...Array(21).keys(), 25, 32]);
    expect(many.at(-1)).toBe(1500);
    expect(many.length).toBeLessThan(45);
    expect(windowsOf(40, { windowUnit: "tokens", preserveRecentRawTurns: 300 })).toEqual([
      0, 300, 1000, 2000, 5000, 10_000, 16_252,
    ]);
  });

  it("says what is masked already, and has the original where it is known", () => {
    const text =
      '[{"role":"user","content":"x"},{"role":"tool","content":"[observation masked — 400 chars]"}]';
    const read = (originalOf?: (text: string) => string | undefined) =>
      viewOf(Buffer.from(text), { format: "openai-chat", ...(originalOf && { originalOf }) })[0];
    const alone = read()?.parts[1];
    expect(alone).toMatchObject({ kind: "observation", isMasked: true });
    expect(alone).not.toHaveProperty("original");
    const found = read((masked) => `original of ${masked}`);
    expect(found?.texts[found.parts[1]?.original ?? -1]).toBe(
      "original of [observation masked — 400 chars]",
    );
  });

  it("says which messages a budget drops, by the window, and what the summary would be", () => {
    const options = { maxInputChars: 1420, summaryMaxChars: 150, windowUnit: "turns" as const };
    const bytes = Buffer.from(sessionLines(12));
    const [view] = viewOf(bytes, { format: "openai-chat", options });
    const place = view?.windows.indexOf(3) ?? -1;
    const told = compact(bytes, { ...options, preserveRecentRawTurns: 3 }).transcripts[0];
    const outcome = view?.outcomes[place];
    expect(told?.droppedCount).toBeGreaterThan(0);
    expect(outcome).toMatchObject({
      dropped: told?.droppedCount,
      chars: told?.afterChars,
      tokens: Math.ceil((told?.afterChars ?? 0) / 4),
    });
    expect(view?.texts[outcome?.summary ?? -1]).toMatch(/^Conversation summary/);
    const gone = view?.messages.filter(({ dropped }) =>
      dropped?.some(([from, to]) => from <= place && place <= to),
    );
    expect(gone).toHaveLength(told?.droppedCount ?? -1);
  });
});
