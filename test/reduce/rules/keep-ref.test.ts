import { expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { refOf } from "../../../src/base/digest.ts";

const texts = ["the first result ".repeat(9), "the second result ".repeat(9)];
const rows = texts.flatMap((content, at) => [
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: `c${at}`, type: "function", function: { name: "look", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: `c${at}`, content },
]);
const chat = Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n"));

const kept = (keepRefs: readonly string[]) => {
  const { bytes } = compact(chat, { preserveRecentRawTurns: 0, keepRefs });
  return texts.map((text) => Buffer.from(bytes).includes(text));
};

it("keeps the result that has the reference, and masks the others", () => {
  expect(kept([refOf(texts[1] ?? "")])).toEqual([false, true]);
  expect(kept([`${refOf(texts[0] ?? "").slice(0, 6)}*`])).toEqual([true, false]);
  expect(kept(["000000000000"])).toEqual([false, false]);
});
