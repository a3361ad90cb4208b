/** Results whose text is in JSON in a string, as rollouts of Codex of 2025 have them, next to the same by objects. */
import { afterEach, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { encodeEntry } from "../../../src/archive/entry.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { ReadColumns } from "../../../src/engine/plain/lines/read-columns.ts";
import { DEFAULT_WITH_CALL } from "../../../src/reduce/placeholders/template.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { agree } from "./paths-agree.ts";

const LONG = "a line of an output\n".repeat(12);

/** Texts whose characters are escaped twice, or that say how a command ended. */
const TEXTS = [
  LONG,
  `tab\t "quoted" back\\slash \u001b[31mred\u001b[0m\r\n`.repeat(9),
  "naïve — 日本 🙂 \u2028 \u0085 ".repeat(9),
  `half of a character \ud83d ${LONG}`,
  `Traceback (most recent call last):\n  File "x"\nValueError: no\n${LONG}`,
  `Exit code: 3\nOutput:\n${LONG}`,
  "short",
  "",
  "[observation masked — 1873 chars]",
];

/** What holds such a text: as Codex wrote it, and other JSON that tools return. */
const AROUND: readonly ((output: string) => string)[] = [
  (output) => JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0.1 } }),
  (output) => JSON.stringify({ metadata: { exit_code: -1, duration_seconds: 2 }, output }),
  (output) => JSON.stringify({ output, metadata: { exit_code: 0 } }, null, 1),
  (output) => `{"output":${inAscii(JSON.stringify(output))},"metadata":{"exit_code":0.0}}`,
  (output) => `{"output":"first","output":${JSON.stringify(output)}}`,
  (output) => JSON.stringify({ content: [{ text: output }], isError: false }),
  (output) => JSON.stringify({ output: { text: output }, metadata: { exit_code: 2 } }),
  (output) => `{${output}`,
  (output) => JSON.stringify({ output }).slice(0, -1),
];

function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** A rollout with a call for each output, whose arguments a placeholder names; before version 0.36 lines are items. */
function rollout(outputs: readonly string[], isOld = false): string {
  const item = (payload: object) =>
    JSON.stringify(isOld ? payload : { timestamp: "t", type: "response_item", payload });
  const start = isOld
    ? [JSON.stringify({ id: "t1", timestamp: "t", instructions: "Be good." })]
    : [];
  const content = [{ type: "input_text", text: "Go." }];
  const calls = outputs.flatMap((output, k) => [
    item({
      ...{ type: "function_call", name: "shell", call_id: `c${k}` },
      arguments: JSON.stringify({ command: k % 3 === 0 ? `cat "${k}".ts` : "cat é" }),
    }),
    item({ type: "function_call_output", call_id: `c${k}`, output }),
  ]);
  return `${[...start, item({ type: "message", role: "user", content }), ...calls].join("\n")}\n`;
}

/** All forms, and those whose text the kernel opens, each as it is, in ASCII, and in lines of an old version. */
const WRITTEN = [AROUND, AROUND.slice(0, 3)].flatMap((forms) => {
  const outputs = forms.flatMap((around) => TEXTS.map(around));
  const texts = [rollout(outputs), inAscii(rollout(outputs)), rollout(outputs, true)];
  return texts.map((text) => Buffer.from(text));
});

const POLICIES: readonly Partial<CompactOptions>[] = [
  {},
  { minGain: 1, keepErrors: "none" },
  { placeholder: DEFAULT_WITH_CALL },
  { placeholder: '"{call}" — {exit}, {lines} of {originalLength} \\ masked', minGain: 1 },
  { keepLarger: 250, errorSigns: "words" },
  { maxInputChars: 9000 },
];

const read = vi.spyOn(ReadColumns.prototype, "read");
afterEach(() => read.mockClear());

it.each(POLICIES)("are read like objects under %j", (policy) => {
  for (const bytes of WRITTEN)
    for (const preserveRecentRawTurns of [0, 3])
      agree(bytes, { ...policy, preserveRecentRawTurns });
});

it.each(POLICIES)("are archived as objects are under %j", (policy) => {
  for (const bytes of WRITTEN) {
    const [columns, objects] = [false, true].map((areObjects) => {
      const archive = memoryArchive();
      const more = { ...policy, refs: true, preserveRecentRawTurns: 2, archive };
      const { bytes: output } = compactWith(bytes, { ...more, objects: areObjects });
      const kept = archive.entries().map((entry) => encodeEntry(entry).toString());
      return { output: Buffer.from(output).toString(), kept: kept.sort() };
    });
    expect(columns).toEqual(objects);
  }
});

it.each([
  ["the length", {}],
  ["the call", { placeholder: DEFAULT_WITH_CALL }],
])("are not left to the format's reader where placeholders say %s", (_, policy) => {
  const outputs = Array.from({ length: 60 }, (_, k) => AROUND[k % 2]?.(`${k}${LONG}`) ?? "");
  const [bytes] = [true, false].map((isOld) => {
    const lines = Buffer.from(rollout(outputs, isOld));
    return compactWith(lines, { ...policy, keepErrors: "none" }).bytes;
  });
  expect(read.mock.calls.length).toBeLessThan(6);
  const masked =
    Buffer.from(bytes ?? "")
      .toString()
      .split("\n")[3] ?? "";
  const { output } = JSON.parse(masked);
  expect(JSON.parse(output)).toMatchObject({ metadata: { exit_code: 0 } });
  expect(JSON.parse(output).output).toMatch(/^\[.*241 chars/);
});

it("are masked once", () => {
  for (const bytes of WRITTEN) {
    const { bytes: once } = compactWith(bytes, { preserveRecentRawTurns: 0, keepErrors: "none" });
    const again = compactWith(once, { preserveRecentRawTurns: 0, keepErrors: "none" });
    expect(Buffer.from(again.bytes).equals(Buffer.from(once))).toBe(true);
    expect(again.transcripts[0]?.maskedCount).toBe(0);
  }
});
