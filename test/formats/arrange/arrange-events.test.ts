import { describe, expect, it } from "vitest";
import { arrangeEvents, EVENT_MARKS } from "../../../src/formats/arrange/arrange-events.ts";
import type { Found } from "../../../src/transcript/model/arrangement.ts";

const said = (index: number, more: object = {}): Found => ({
  ...{ index, role: "assistant", parts: [], parentIndex: undefined },
  ...more,
});
const mark = (index: number, word: keyof typeof EVENT_MARKS, id?: string): Found => ({
  ...{ index, mark: EVENT_MARKS[word], id, parentIndex: undefined },
});

function arranged(...found: readonly Found[]) {
  return arrangeEvents(found).map(({ messages, dead }) => ({ messages: [...messages], dead }));
}

describe("a log of events", () => {
  it("has the system's last message first, then a summary, then what came while it was written", () => {
    const system = { role: "system" };
    const found = [said(0, system), said(1), mark(2, "compacting", "a"), said(3), said(4, system)];
    const summed = [...found, mark(5, "compacted", "a"), said(6), said(7)];
    expect(arranged(...summed)).toEqual([{ messages: [0, 1, 4, 6, 3, 7], dead: 2 }]);
  });

  it("has nothing dead by a summary that was asked for and did not come", () => {
    expect(arranged(said(0), mark(1, "compacting", "a"), said(2))).toEqual([
      { messages: [0, 2], dead: 0 },
    ]);
  });

  it("takes a summary that nobody asked for to be of all before it", () => {
    expect(arranged(said(0), mark(1, "compacted", "a"), said(2))).toEqual([
      { messages: [0, 2], dead: 1 },
    ]);
  });

  it("keeps what is of another thread", () => {
    const other = said(1, { thread: "b" });
    expect(arranged(said(0), other, mark(2, "cleared"), said(3))).toEqual([
      { messages: [0, 3], dead: 1 },
      { messages: [1], dead: 0 },
    ]);
  });
});
