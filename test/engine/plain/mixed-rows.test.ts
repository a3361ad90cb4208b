/** Of rows of two formats, the kernel knows those of which there are more. */
import { expect, it } from "vitest";
import { Compactor } from "../../../src/engine/compactor.ts";
import { createJob } from "../../../src/engine/edits/create-job.ts";
import { feedBytes } from "../../../src/engine/input/feed-bytes.ts";
import { Output } from "../../../src/io/output.ts";
import { memoryStore } from "../../../src/io/store.ts";

const ASKED = { role: "user", content: "Where is it?" };
const BARE = [ASKED, { role: "assistant", content: "Here." }];
const BLOCKS = [
  ASKED,
  { role: "assistant", content: [{ type: "tool_use", id: "a", name: "look", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "src" }] },
];

/** How many rows the kernel reads by itself, of rows that are bare where `isBare` says so. */
function readByKernel(total: number, isBare: (row: number) => boolean): number {
  let read = 0;
  const onRows = ({ count }: { readonly count: number }) => {
    read += count;
  };
  const job = createJob({}, { onRows });
  const compactor = new Compactor(job, { store: memoryStore(), output: new Output() });
  const rows = Array.from({ length: total }, (_, row) => (isBare(row) ? BARE : BLOCKS));
  const text = rows.map((messages) => `${JSON.stringify({ messages })}\n`).join("");
  for (const _ of feedBytes(compactor, Buffer.from(text)));
  for (const _ of compactor.finish());
  compactor.close();
  return read;
}

it("stays with its format while rows of another are fewer", () => {
  expect(readByKernel(1000, (row) => row % 10 === 9)).toBe(899);
});

it("turns to another format once its rows are more", () => {
  expect(readByKernel(1000, (row) => row >= 400)).toBeGreaterThan(900);
  expect(readByKernel(1000, (row) => row > 0 && row % 3 > 0)).toBeGreaterThan(500);
});
