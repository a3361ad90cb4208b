import { describe, expect, it } from "vitest";
import type { RequestLine } from "../../../src/serve/metrics/request-line.ts";
import { requestLog } from "../../../src/serve/metrics/request-log.ts";

/** The n-th line of a log: as long as every other. */
const lineOf = (n: number): RequestLine => ({
  ...{ method: "POST", path: `/${String(n).padStart(5, "0")}`, heldMs: 0, ms: 1 },
});
const LENGTH = JSON.stringify(lineOf(0)).length + 1;

/** A reader that takes what is written only when it is told to. */
function slowReader() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    taken,
    write: (bytes: Buffer) =>
      new Promise<void>((resolve) => {
        taken.push(bytes.toString());
        waiting.push(resolve);
      }),
    async goOn() {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("the log of requests", () => {
  it("drops lines while its reader stalls, and says between the others how many", async () => {
    const reader = slowReader();
    let dropped = 0;
    const log = requestLog(reader.write, { onDropped: () => dropped++, most: 10 * LENGTH });
    for (let n = 0; n < 10_000; n++) log(lineOf(n));
    expect(dropped).toBe(10_000 - 11);
    await reader.goOn();
    log(lineOf(10_000));
    await reader.goOn();
    await reader.goOn();
    // The first line was written at once, and the reader stalled with it.
    const lines = reader.taken.join("").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      ...Array.from({ length: 11 }, (_, n) => lineOf(n)),
      { droppedLines: 10_000 - 11 },
      lineOf(10_000),
    ]);
    for (const text of reader.taken) expect(text.length).toBeLessThan(11 * LENGTH);
  });

  it("writes nothing more to a reader that has left", async () => {
    let written = 0;
    const write = async () => {
      written++;
      throw new Error("EPIPE");
    };
    const log = requestLog(write, { onDropped() {} });
    log(lineOf(0));
    await new Promise((resolve) => setImmediate(resolve));
    log(lineOf(1));
    expect(written).toBe(1);
  });
});
