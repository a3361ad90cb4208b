import { expect, it } from "vitest";
import { readTranscriptsIn } from "../../../src/engine/input/read-transcripts.ts";
import { recordedTime } from "../../../src/engine/input/transcripts/recorded-time.ts";
import { memoryStore } from "../../../src/io/store/store.ts";

/** When the messages of lines were recorded, and the lines that were opened for it. */
function timesOf(lines: readonly object[], findsUsage: boolean) {
  const times: (number | undefined)[] = [];
  const opened: number[] = [];
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const reading = {
    file: "run.jsonl",
    strict: false,
    findsUsage,
    onTranscript(read: Parameters<typeof recordedTime>[0]) {
      const open = (record: number) => {
        opened.push(record);
        return read.open(record);
      };
      for (let index = 0; index < read.transcript.messages.length; index++)
        times.push(recordedTime({ ...read, open }, index));
    },
    onBadLine() {},
  };
  readTranscriptsIn(bytes, reading, { store: memoryStore() });
  return { times, opened };
}

const LINES = [
  { role: "user", content: "go", timestamp: "2026-01-02T03:04:05.678Z" },
  { role: "assistant", content: "a", timestamp: "2026-01-02T03:04:59.999Z" },
  { role: "assistant", content: "b", ts: 1767323100.1234 },
  { role: "assistant", content: "c", created: 59_999 },
  { role: "assistant", content: "d", timestamp: "no time" },
];

it("notes the times of replies as lines are read, and opens no line for them", () => {
  const { times, opened } = timesOf(LINES, true);
  expect(times).toEqual(timesOf(LINES, false).times);
  expect(times[1]).toBe(Date.parse("2026-01-02T03:04:59.999Z"));
  expect(opened).not.toContain(1);
  expect(timesOf(LINES, false).opened).toContain(1);
});
