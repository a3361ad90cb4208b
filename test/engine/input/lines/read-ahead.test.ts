/** Inputs of which the next bytes are read while those before are dealt with. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chosenFormats } from "../../../../src/api/format-option.ts";
import { compactSource } from "../../../../src/engine/compact-source.ts";
import { createJob } from "../../../../src/engine/edits/create-job.ts";
import type { ByteSource } from "../../../../src/io/file-descriptor.ts";
import { memoryStore } from "../../../../src/io/store/store.ts";
import { slowRuns } from "../../../support/runs.ts";

const KB = 1024;

/** A line of about so many bytes: a conversation, or one message. */
function lineOf(bytes: number, isRow: boolean, number: number): string {
  const text = 'a line of output\nwith é \\ and "more"\n'.repeat(Math.ceil(bytes / 42));
  const result = { role: "tool", tool_call_id: `c${number}`, content: text };
  if (!isRow) return `${JSON.stringify(result)}\n`;
  const call = { id: `c${number}`, type: "function", function: { name: "run", arguments: "{}" } };
  const messages = [
    { role: "user", content: "do it" },
    { role: "assistant", content: null, tool_calls: [call] },
    result,
  ];
  return `${JSON.stringify({ id: number, messages })}\n`;
}

const sizes = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 * KB }) },
    { weight: 3, arbitrary: fc.integer({ min: 3 * KB, max: 900 * KB }) },
    { weight: 1, arbitrary: fc.integer({ min: 900 * KB, max: 5000 * KB }) },
    { weight: 1, arbitrary: fc.integer({ min: 7 * KB * KB, max: 9 * KB * KB }) },
  ),
  { minLength: 5, maxLength: 40 },
);

/**
 * A source that gives pieces of any length. With `ahead`, what is asked for ahead comes at once or late, and what is
 * beyond it, or was there before, is no JSON.
 */
function sourceOf(bytes: Buffer, lengths: () => number, ahead: boolean) {
  let at = 0;
  const count = { ahead: 0 };
  const fill = (into: Buffer) => {
    const size = bytes.copy(into, 0, at, at + Math.min(into.length, lengths()));
    at += size;
    return size;
  };
  const source: ByteSource = { read: async (into) => fill(into) };
  const late = async (into: Buffer) => {
    await new Promise(setImmediate);
    return fill(into);
  };
  const readAhead: ByteSource["readAhead"] = (room) => {
    const turn = ++count.ahead % 5;
    const into = turn === 0 ? undefined : room();
    into?.fill(0x22);
    return into && (turn % 2 === 0 ? Promise.resolve(fill(into)) : late(into));
  };
  return { source: ahead ? { ...source, readAhead } : source, count };
}

async function outcome(source: ByteSource) {
  const told: unknown[] = [];
  const listeners = { onTranscript: (told_: unknown) => told.push(told_) };
  const options = { preserveRecentRawTurns: 0, formats: chosenFormats({}) };
  const digest = createHash("sha256");
  const { telemetry, lines } = await compactSource(
    createJob(options, { ...listeners, onBadLine: (problem) => told.push(problem) }),
    {
      source,
      store: memoryStore(),
      write: async (pieces) => {
        // Whoever reads ahead has its turn while this waits.
        await new Promise(setImmediate);
        for (const piece of pieces) digest.update(piece);
      },
    },
  );
  return { sha256: digest.digest("hex"), told, telemetry, lines };
}

describe("an input that is read ahead", () => {
  it.each([true, false])("comes out as it does otherwise (rows: %s)", async (isRow) => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(
        sizes,
        fc.infiniteStream(fc.integer({ min: 1, max: 2048 * KB })),
        async (bytesOf, lengths) => {
          const bytes = Buffer.from(bytesOf.map((size, k) => lineOf(size, isRow, k)).join(""));
          const next = () => lengths.next().value as number;
          const { source, count } = sourceOf(bytes, next, true);
          const read = await outcome(source);
          most = Math.max(most, count.ahead);
          expect(read).toEqual(await outcome(sourceOf(bytes, () => 512 * KB, false).source));
        },
      ),
      { numRuns: slowRuns(45) },
    );
    expect(most).toBeGreaterThan(3);
  });

  it("fails with the error of a read that was begun, and not before it ended", async () => {
    const bytes = Buffer.from(lineOf(300 * KB, true, 1).repeat(20));
    const { source } = sourceOf(bytes, () => 512 * KB, false);
    const reads: string[] = [];
    const fail = async () => {
      reads.push("begun");
      await new Promise(setImmediate);
      reads.push("ended");
      throw new Error("the disk is gone");
    };
    const readAhead: ByteSource["readAhead"] = (room) => (room() ? fail() : undefined);
    await expect(outcome({ ...source, readAhead })).rejects.toThrow("the disk is gone");
    expect(reads).toEqual(["begun", "ended"]);
  });
});
