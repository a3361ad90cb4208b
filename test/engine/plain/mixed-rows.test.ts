/** Of rows of two formats, the kernel knows those of which there are more. */
import { expect, it } from "vitest";
import { Compactor } from "../../../src/engine/compactor.ts";
import { createJob } from "../../../src/engine/edits/create-job.ts";
import { feedBytes } from "../../../src/engine/input/feed-bytes.ts";
import { Output } from "../../../src/io/output.ts";
import { memoryStore } from "../../../src/io/store/store.ts";
import { agree } from "./paths-agree.ts";

const ASKED = { role: "user", content: "Where is it?" };
const BARE = [ASKED, { role: "assistant", content: "Here." }];
const BLOCKS = [
  ASKED,
  { role: "assistant", content: [{ type: "tool_use", id: "a", name: "look", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "src" }] },
];

const CALL = { id: "a", type: "function", function: { name: "look", arguments: "{}" } };
const CHAT = [
  ASKED,
  { role: "assistant", content: null, tool_calls: [CALL] },
  { role: "tool", tool_call_id: "a", content: "src" },
];

/** How many rows the kernel reads by itself, of rows that are bare where `isBare` says so. */
function readByKernel(total: number, isBare: (row: number) => boolean): number {
  return countRead(
    Array.from({ length: total }, (_, row) => ({ messages: isBare(row) ? BARE : BLOCKS })),
  );
}

/** How many rows the kernel reads by itself. */
function countRead(rows: readonly object[]): number {
  let read = 0;
  const onRows = ({ count }: { readonly count: number }) => {
    read += count;
  };
  const job = createJob({}, { onRows });
  const compactor = new Compactor(job, { store: memoryStore(), output: new Output() });
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
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

it.each<[string, (messages: readonly object[]) => object]>([
  ["conversations", (conversations) => ({ id: 1, conversations })],
  [
    "a request's body",
    (messages) => ({ custom_id: "1", url: "/v1", body: { model: "m", messages } }),
  ],
  ["a prompt and its completion", ([...prompt]) => ({ prompt, completion: prompt.splice(-1) })],
])("knows records that hold a conversation of another format: %s", (_, row) => {
  expect(countRead(Array(100).fill(row(CHAT)))).toBe(99);
  // Of these each is looked at.
  const chats = (k: number) => (k % 10 === 0 ? { chosen: CHAT, rejected: CHAT } : row(CHAT));
  expect(countRead(Array.from({ length: 100 }, (__, k) => chats(k)))).toBeGreaterThan(80);
  const rows = [CHAT, BARE, CHAT, BLOCKS, [...CHAT, ...BARE], CHAT].map(row);
  const others = [...rows, { ...row(CHAT), note: JSON.stringify(CHAT) }, row(CHAT)];
  agree(Buffer.from(others.map((each) => JSON.stringify(each)).join("\n")), { minGain: 1 });
});
