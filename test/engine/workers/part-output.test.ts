/** Threads that divide a file take each line once, and write in its order. */
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { PartOutput } from "../../../src/engine/workers/part-output.ts";
import { createShared, type FilePart, PartTurns } from "../../../src/engine/workers/part-turns.ts";
import { makeFolder } from "../../support/folder.ts";

const LINES = `${"a".repeat(7)}\n${"b".repeat(90_000)}\n\n${"c\n".repeat(40)}${"d".repeat(200_000)}`;
const folder = makeFolder({ lines: LINES });
const file = openSync(join(folder, "lines"), "r");
afterAll(() => {
  closeSync(file);
  rmSync(folder, { recursive: true });
});

/** Threads of one file, and what they have written. */
function threads(count: number, partBytes: number) {
  const shared = createShared();
  const written: string[] = [];
  const all = Array.from({ length: count }, () => {
    const turns = new PartTurns(file, { size: LINES.length, partBytes, shared });
    const output = new PartOutput(turns, async (pieces) => {
      written.push(...pieces.map(String));
    });
    return { turns, output };
  });
  return { all, written };
}

it.each([1, 10, 64, 65_536, 1_000_000])(
  "cuts at line ends, into parts of %i bytes or one line",
  (partBytes) => {
    const { all } = threads(2, partBytes);
    const parts: FilePart[] = [];
    for (let k = 0; ; k++) {
      const part = all[k % 2]?.turns.take();
      if (part === undefined) break;
      parts.push(part);
    }
    const texts = parts.map(({ start, end }) => LINES.slice(start, end));
    expect(texts.join("")).toBe(LINES);
    for (const text of texts) {
      expect(text.endsWith("\n") || text === texts.at(-1)).toBe(true);
      expect(text.length <= partBytes || text.trimEnd().split("\n").length === 1).toBe(true);
    }
  },
);

it("holds the output of a part until those before it are written", async () => {
  const { all, written } = threads(2, 10);
  const [one, two] = all;
  const first = one?.turns.take();
  const second = two?.turns.take();
  const third = two?.turns.take();
  if (one === undefined || two === undefined || !first || !second || !third) throw new Error();
  await two.output.begin(second);
  await two.output.write([Buffer.from("second "), Buffer.from("part ")]);
  await two.output.begin(third);
  await two.output.write([Buffer.from("third ")]);
  await one.output.begin(first);
  await one.output.write([Buffer.from("first ")]);
  expect(written).toEqual(["first "]);
  await one.output.end();
  await two.output.write([Buffer.from("now ")]);
  await two.output.end();
  expect(written.join("")).toBe("first second part third now ");
});

it("neither waits nor takes parts once a thread has failed", async () => {
  const { all, written } = threads(2, 10);
  const [one, two] = all;
  one?.turns.take();
  const second = two?.turns.take();
  if (second === undefined) throw new Error();
  await two?.output.begin(second);
  one?.turns.stop();
  await expect(two?.output.end()).rejects.toThrow("another thread failed");
  expect(two?.turns.take()).toBeUndefined();
  expect(written).toEqual([]);
});
