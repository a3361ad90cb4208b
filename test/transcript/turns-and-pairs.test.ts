import { describe, expect, it } from "vitest";
import { Outline } from "../../src/transcript/model/outline.ts";
import { taskOf, turnOfObservation } from "../../src/transcript/model/transcript.ts";
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
    const outline = new Outline();
    const observation = { kind: "observation", isError: false, editable: true } as const;
    outline.addMessage("assistant", 0, { reply: "r1" });
    outline.addMessage("tool", 1);
    outline.addPart({ ...observation, callId: undefined, toolName: undefined }, 0);
    outline.addMessage("assistant", 2, { reply: "r1" });
    outline.addMessage("assistant", 3, { reply: "r2" });
    expect([0, 1, 2, 3].map((index) => outline.turns.of(index))).toEqual([1, 1, 1, 2]);
  });

  it("leave demonstrations out", () => {
    const outline = new Outline();
    outline.addMessage("assistant", 0, { fixed: true });
    outline.addPart({ kind: "call", id: "a", name: "f" }, 1);
    outline.addMessage("assistant", 0);
    expect([outline.turns.count, outline.turns.toolTurnsUpTo(1)]).toEqual([1, 0]);
  });

  it("know which of them are tool turns", () => {
    const { turns } = transcriptOf("u a u a c1 o1 a u a c2");
    expect([0, 1, 2, 3, 4].map((turn) => turns.toolTurnsUpTo(turn))).toEqual([0, 0, 1, 1, 2]);
    expect([1, 2, 3].map((ordinal) => turns.toolTurn(ordinal))).toEqual([2, 4, undefined]);
    expect([0, 1, 4].map((turn) => turns.messagesUpTo(turn))).toEqual([1, 3, 8]);
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

  it("join results without ids with calls that have ids, in order, within their turn", () => {
    expect(matesIn("u c1 c2 o o a c3 o o")).toEqual([1, 2, 6, undefined]);
    expect(matesIn("u c1 c2 o2 o u c3 u c4 o4 o")).toEqual([2, 1, 8, undefined]);
    expect(matesIn("u c1 c o o")).toEqual([2, 1]);
    expect(transcriptOf("u c1 c2 o o").pairs.violations).toBe(0);
  });

  it("leave a call that was answered in order to no other result", () => {
    expect(matesIn("u c1 o o1")).toEqual([1, undefined]);
    expect(matesIn("u c1 u c1 c2 o o1 o1 o2")).toEqual([3, 1, undefined, 4]);
    expect(matesIn("u c1 u c1 o c2 o1 o1")).toEqual([3, 1, undefined]);
  });

  it("join a call that has no name with whatever answers it", () => {
    const outline = new Outline();
    const named = {
      kind: "observation",
      toolName: "open",
      isError: false,
      editable: true,
    } as const;
    outline.addMessage("assistant", 0);
    outline.addPart({ kind: "call", id: undefined, name: "" }, 0);
    outline.addPart({ kind: "call", id: undefined, name: "find" }, 4);
    outline.addMessage("tool", 1);
    outline.addPart(named, 0);
    outline.addPart(named, 0);
    expect([2, 3].map((index) => outline.pairs.mate(index))).toEqual([0, undefined]);
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
  expect([transcript.toolName(late), transcript.toolName(orphan)]).toEqual(["f", undefined]);
});

it("the task is the first user message", () => {
  expect(taskOf(transcriptOf("s a u u"))?.index).toBe(2);
  expect(taskOf(transcriptOf("s a"))).toBeUndefined();
});
