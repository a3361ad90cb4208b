/** The memory that inputs are read into, by their size. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../../src/api/compact.ts";
import { chosenFormats } from "../../../../src/api/format-option.ts";
import { Compactor } from "../../../../src/engine/compactor.ts";
import { createJob } from "../../../../src/engine/edits/create-job.ts";
import { feedBytes } from "../../../../src/engine/input/feed-bytes.ts";
import { leaveKernels, takeKernel } from "../../../../src/engine/input/lines/spare-kernels.ts";
import { Output } from "../../../../src/io/output.ts";
import { storeOf } from "../../../../src/io/store/store.ts";
import { sessionLines, sessionRow } from "../../../support/sessions.ts";

const MB = 1024 * 1024;
const windowOf = ({ windowStart, windowEnd }: ReturnType<typeof takeKernel>) =>
  windowEnd - windowStart;

it("takes little memory for a small input, so that V8 need not look for more", () => {
  // At most two that other inputs have used are left.
  const kernels = [takeKernel(10_000), takeKernel(10_000), takeKernel(10_000)];
  // Two of them, and the columns of a session, stay below the 32 MB from which on V8 collects garbage.
  expect(kernels[2]?.bytes.length).toBeLessThan(15 * MB);
});

it("takes less than V8 looks for, for an input of some megabytes", () => {
  const taken = [takeKernel(1.5 * MB), takeKernel(3 * MB)];
  expect(taken.map(windowOf)).toEqual([2 * MB, 4 * MB]);
  for (const { bytes } of taken) expect(bytes.length).toBeLessThan(32 * MB);
  for (const kernel of taken) leaveKernels(kernel, undefined);
  expect(taken).toContain(takeKernel(1.5 * MB));
});

it("has room for a large input, and for one of unknown size, whatever was used before", () => {
  leaveKernels(takeKernel(10_000), undefined);
  const large = [takeKernel(10 * MB), takeKernel(undefined)];
  expect(large.map(windowOf)).toEqual([8 * MB, 8 * MB]);
  for (const kernel of large) leaveKernels(kernel, undefined);
  const again = [takeKernel(undefined), takeKernel(10_000)];
  expect(again.every((kernel) => large.includes(kernel))).toBe(true);
});

describe("an input that has grown since it was opened", () => {
  it.each([
    ["rows", `${sessionRow(12, { chars: 30_000 })}`.repeat(6)],
    ["long rows", `${sessionRow(12, { chars: 200_000 })}`.repeat(2)],
    ["lines", sessionLines(12, { chars: 200_000 })],
  ])("comes out as if its size were known: %s", (_, text) => {
    const bytes = Buffer.from(text);
    expect(bytes.length).toBeGreaterThan(2 * MB);
    const job = createJob({ formats: chosenFormats({}) }, { onTranscript() {}, onBadLine() {} });
    const output = new Output();
    const store = Object.assign(storeOf([bytes]), { inputBytes: 1000 });
    const compactor = new Compactor(job, { store, output });
    const pieces: Buffer[] = [];
    const drain = () => pieces.push(...output.drain().map((piece) => Buffer.from(piece)));
    for (const _ of feedBytes(compactor, bytes)) drain();
    for (const _ of compactor.finish()) drain();
    drain();
    compactor.close();
    expect(Buffer.concat(pieces).equals(Buffer.from(compact(bytes).bytes))).toBe(true);
  });
});
