import { expect, test } from "vitest";
import type { Archive } from "../../../src/archive/archive.ts";
import { archivedFirst } from "../../../src/cli/archives/archived-first.ts";
import { memoryArchive } from "../../support/memory-archive.ts";

/** An archive whose flushes end when the test says so, and an output, with what happens in order. */
function setUp() {
  const events: string[] = [];
  const ends: (() => void)[] = [];
  const archive: Archive = {
    ...memoryArchive(),
    settle: () => new Promise((resolve) => void ends.push(resolve)),
  };
  const sink = { write: async ([piece]: readonly Buffer[]) => void events.push(`${piece}`) };
  const endFlush = () => {
    events.push("flushed");
    ends.shift()?.();
  };
  return { archive, sink, events, endFlush };
}

test("pieces are written once the archive is flushed, as they were when they were handed over", async () => {
  const { archive, sink, events, endFlush } = setUp();
  const { write, end } = archivedFirst(archive);
  const piece = Buffer.from("first");
  await write(sink, [piece]);
  piece.fill("x");
  const second = write(sink, [Buffer.from("second")]);
  expect(events).toEqual([]);
  endFlush();
  await second;
  expect(events).toEqual(["flushed", "first"]);
  endFlush();
  await end();
  expect(events).toEqual(["flushed", "first", "flushed", "second"]);
});

test("an output that fails is told of by the next call, and at the end", async () => {
  const { archive, endFlush } = setUp();
  const { write, end } = archivedFirst(archive);
  const full = { write: () => Promise.reject(new Error("full")) };
  await write(full, [Buffer.from("first")]);
  endFlush();
  await expect(write(full, [Buffer.from("second")])).rejects.toThrow("full");
  await expect(end()).rejects.toThrow("full");
});

test("without an archive pieces are written at once", async () => {
  const { sink, events } = setUp();
  await archivedFirst(undefined).write(sink, [Buffer.from("first")]);
  expect(events).toEqual(["first"]);
});
