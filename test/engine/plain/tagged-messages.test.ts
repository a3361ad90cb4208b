/** HistoryReducer's messages with tags: read as columns where no result has one, with the summary that they ask for. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { PlainLines } from "../../../src/engine/plain/lines/plain-lines.ts";
import { PlainRows } from "../../../src/engine/plain/rows/plain-rows.ts";
import { asChatMessages, conversations } from "../../support/conversations.ts";
import { maskingOptions } from "../../support/policies.ts";
import { slowRuns } from "../../support/runs.ts";
import { agree } from "./paths-agree.ts";

const TAGS = [undefined, [], ["unresolved"], ["constraint", "unresolved"], ["keep_output"]];

/** Whether results have tags too, which leaves them to objects. */
const chats = (areResultsTagged: boolean) =>
  fc.tuple(conversations, fc.infiniteStream(fc.constantFrom(...TAGS))).map(([conversation, tags]) =>
    asChatMessages(conversation).map((message) => {
      const isTagged = areResultsTagged || (message as { role: string }).role !== "tool";
      return isTagged ? { ...message, tags: tags.next().value } : message;
    }),
  );

const asLines = (records: readonly unknown[]) =>
  Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join(""));

const limits = fc.record({ maxInputChars: fc.integer({ min: 0, max: 4000 }) });

describe("messages with tags", () => {
  let lines: MockInstance<PlainLines["compact"]>;
  let rows: MockInstance<PlainRows["report"]>;
  beforeEach(() => {
    lines = vi.spyOn(PlainLines.prototype, "compact");
    rows = vi.spyOn(PlainRows.prototype, "report");
  });
  afterEach(() => {
    lines.mockRestore();
    rows.mockRestore();
  });

  it.each([false, true])("come out the same by both ways, if results are tagged: %s", (tagged) => {
    fc.assert(
      fc.property(chats(tagged), maskingOptions, limits, (chat, options, limit) => {
        for (const bytes of [asLines(chat), asLines([{ messages: chat }, { messages: chat }])]) {
          agree(bytes, options);
          agree(bytes, { preserveRecentRawTurns: 1, minGain: 1, ...limit });
        }
      }),
      { numRuns: slowRuns(300) },
    );
    if (tagged) return;
    expect(lines.mock.calls.length).toBeGreaterThan(slowRuns(200));
    expect(rows).toHaveBeenCalled();
  });

  const chat = [
    { role: "user", content: "Look.", tags: ["unresolved"] },
    ...["a", "b"].flatMap((id) => [
      { role: "assistant", content: "", name: "ls", pairId: id, pairRole: "call", tags: [] },
      { role: "tool", content: id.repeat(400), name: "ls", pairId: id, pairRole: "result" },
    ]),
  ];

  it("need no objects", () => {
    const options = { preserveRecentRawTurns: 1 };
    expect(compactWith(asLines(chat), options).transcripts).toMatchObject([{ maskedCount: 1 }]);
    expect(lines).toHaveBeenCalled();
    // Its keys are learned from the first row.
    const bytes = asLines([{ messages: chat }, { messages: chat }]);
    expect(compactWith(bytes, options).file.afterBytes).toBeLessThan(bytes.length);
    expect(rows.mock.calls.reduce((sum, [{ batch }]) => sum + batch.masked, 0)).toBe(1);
  });

  it("are summarized by their tags", () => {
    const next = { role: "user", content: "And then.", tags: ["unresolved", "constraint"] };
    const [first, ...rest] = chat;
    const more = Array.from({ length: 20 }, () => rest).flat();
    const messages = [first, ...rest, next, ...more];
    const bytes = asLines([{ messages }, { messages }]);
    const options = { preserveRecentRawTurns: 1, maxInputChars: 1200 };
    const written = Buffer.from(compactWith(bytes, options).bytes).toString();
    expect(written.split("Unresolved tasks: And then.")).toHaveLength(3);
    expect(written.split("Current constraints: And then.")).toHaveLength(3);
  });
});
