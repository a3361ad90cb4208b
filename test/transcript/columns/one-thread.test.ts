/** Conversations read straight into an outline, and the same messages found first and arranged then. */
import { expect, it } from "vitest";
import { arrangeThreads } from "../../../src/formats/arrange/arrange-threads.ts";
import { Findings } from "../../../src/transcript/columns/found-messages.ts";
import { NotOneThread, OneThread } from "../../../src/transcript/columns/one-thread.ts";
import type { PartTarget } from "../../../src/transcript/model/part-target.ts";
import type { PlacedTranscript } from "../../../src/transcript/model/placed.ts";

const result = { kind: "observation", callId: "a", isError: false, editable: true } as const;

function fill(target: PartTarget, thread?: string): void {
  target.addMessage("assistant", 0, { thread });
  target.addPart({ kind: "call", id: "a", name: "ls" }, 9);
  target.addMessage("tool", 0, { thread, tags: ["kept"] });
  target.addPart(result, 50);
  target.addSide(undefined, 52, 0);
  target.addPart({ ...result, callId: undefined }, 40);
  target.addSide(undefined, 42, 0);
  target.addSide("prompt", 300, 0);
}

/** All that is known of a transcript. */
const told = (placed: PlacedTranscript | undefined) => {
  if (placed === undefined) return undefined;
  const { outline, thread, hasSides, prompts } = placed;
  const parts = [...outline.parts].map((part) => {
    const { record, slot } = placed.place(part);
    return { part, record, slot, sides: placed.sides(part), number: placed.numberOf(part) };
  });
  const units = [...outline.messages].map((message) => {
    const [{ record, unit } = { record: -1, unit: -1 }, ...others] = placed.units(message);
    return { message, record, unit, others, order: placed.order(message.index) };
  });
  return { thread, hasSides, prompts, parts, units };
};

it.each([undefined, "a thread"])("is as if it were arranged, one after another: %s", (thread) => {
  const one = new OneThread();
  for (const _ of ["first", "second"]) {
    one.clear();
    const findings = new Findings();
    for (const target of [one, findings]) fill(target, thread);
    expect(one.isOne).toBe(true);
    expect(told(one.placed())).toEqual(told(findings.transcripts(arrangeThreads)[0]));
  }
  one.clear();
  one.addMessage("user", 0);
  expect(one.placed()).toMatchObject({ thread: undefined, hasSides: false, prompts: [] });
});

it.each<readonly [string, (one: OneThread) => void]>([
  ["of another thread", (one) => one.addMessage("user", 0, { thread: "other" })],
  ["with ids", (one) => one.addMessage("user", 0, { id: "an id" })],
  ["with marks", (one) => one.addMark()],
  ["with copies for a call", (one) => one.addSide({ callId: "a" }, 9, 0)],
])("leaves messages %s to be arranged", (_, add) => {
  const one = new OneThread();
  fill(one);
  add(one);
  expect(one.isOne).toBe(false);
  one.clear({ isLeft: true });
  fill(one);
  expect(() => add(one)).toThrow(NotOneThread);
  expect(one.isOne).toBe(false);
});
