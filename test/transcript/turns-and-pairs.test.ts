import { describe, expect, it } from "vitest";
import { taskOf, toolNameOf, turnOfObservation } from "../../src/transcript/transcript.ts";
import { turnsOf } from "../../src/transcript/turns.ts";
import { transcriptOf } from "../support/outline.ts";

function turnsIn(shorthand: string): number[] {
  const transcript = transcriptOf(shorthand);
  return [...transcript.messages].map((message) => transcript.turns.of(message.index));
}

describe("turns", () => {
  it("are a reply with what answers it", () => {
    expect(turnsIn("s u a c1 o1 a u a")).toEqual([0, 0, 1, 1, 2, 2, 3]);
  });

  it("hold a run of assistant messages with nothing between them", () => {
    expect(turnsIn("u a a a u")).toEqual([0, 1, 1, 1, 1]);
  });

  it("count parallel calls once", () => {
    expect(turnsIn("u a c1 c2 c3 o1 o2 o3 a")).toEqual([0, 1, 1, 1, 1, 2]);
  });

  it("go on after an observation where the provider's reply id says so", () => {
    const base = { record: 0, parts: [], tags: [], fixed: false, role: "assistant" } as const;
    const observation = {
      kind: "observation",
      editable: true,
      index: 0,
      message: 1,
      chars: 0,
      place: { record: 0, slot: 0 },
    } as const;
    const turns = turnsOf([
      { ...base, index: 0, reply: "r1" },
      { ...base, index: 1, role: "tool", parts: [observation] },
      { ...base, index: 2, reply: "r1" },
      { ...base, index: 3, reply: "r2" },
    ]);
    expect([0, 1, 2, 3].map(turns.of)).toEqual([1, 1, 1, 2]);
  });

  it("leave demonstrations out", () => {
    const base = { record: 0, parts: [], tags: [], role: "assistant" } as const;
    const turns = turnsOf([
      { ...base, index: 0, fixed: true },
      { ...base, index: 1, fixed: false },
    ]);
    expect(turns.count).toBe(1);
  });

  it("know which of them are tool turns", () => {
    const { turns } = transcriptOf("u a u a c1 o1 a u a c2");
    expect([0, 1, 2, 3, 4].map(turns.toolTurnsUpTo)).toEqual([0, 0, 1, 1, 2]);
    expect([1, 2, 3].map(turns.toolTurn)).toEqual([2, 4, undefined]);
    expect([0, 1, 4].map(turns.messagesUpTo)).toEqual([1, 3, 8]);
  });
});

function matesIn(shorthand: string): (number | undefined)[] {
  const { parts, pairs } = transcriptOf(shorthand);
  return [...parts].filter((p) => p.kind === "observation").map((p) => pairs.mate(p.index));
}

describe("pairs", () => {
  it("join by id, in any order", () => {
    expect(matesIn("u c1 c2 c3 o3 o1 o2")).toEqual([3, 1, 2]);
  });

  it("give a result to the latest call of its id that is still open", () => {
    expect(matesIn("u c1 o1 u c1 o1")).toEqual([1, 4]);
    expect(matesIn("u c1 u c1 o1 o1")).toEqual([3, 1]);
  });

  it("leave orphans and open calls alone, and count them", () => {
    const { pairs } = transcriptOf("u o9 c1 c2 o2 o2");
    expect(pairs.violations).toBe(3);
    expect(matesIn("u o9 c1 c2 o2 o2")).toEqual([undefined, 3, undefined]);
  });

  it("join calls without ids in order, within their turn", () => {
    expect(matesIn("u c o u c o")).toEqual([1, 4]);
    expect(matesIn("u c u c o o")).toEqual([3, undefined]);
  });

  it("do not mind an id that names a property of every object", () => {
    expect(matesIn("u cconstructor oconstructor c__proto__ o__proto__")).toEqual([1, 3]);
  });
});

it("an observation belongs to the turn of its call, and has the name of its tool", () => {
  const transcript = transcriptOf("u c1 u a o1 o7");
  const [late, orphan] = [...transcript.parts].filter((part) => part.kind === "observation");
  if (late === undefined || orphan === undefined) throw new Error("no observations");
  expect([turnOfObservation(transcript, late), turnOfObservation(transcript, orphan)]).toEqual([
    1, 2,
  ]);
  expect([toolNameOf(transcript, late), toolNameOf(transcript, orphan)]).toEqual(["f", undefined]);
});

it("the task is the first user message", () => {
  expect(taskOf(transcriptOf("s a u u"))?.index).toBe(2);
  expect(taskOf(transcriptOf("s a"))).toBeUndefined();
});
