/** A budget over a file with a tool result that its format does not read: a second run must still read the file. */
import { expect, it } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { linesOf } from "../../support/lines.ts";

const OUTPUT = "a line of output\n".repeat(20);

const call = (id: string) => ({
  role: "assistant",
  tool_calls: [{ id, type: "function", function: { name: "bash", arguments: "{}" } }],
});

/** A session whose first result has a role that nobody knows. */
const SESSION = [
  { role: "system", content: "You look after a mill." },
  { role: "user", content: "Why does it stop?" },
  call("a"),
  { role: ["tool"], tool_call_id: "a", content: OUTPUT },
  ...["b", "c", "d", "e"].flatMap((id) => [
    call(id),
    { role: "tool", tool_call_id: id, content: OUTPUT },
  ]),
  { role: "assistant", content: "A board is missing." },
];

const FILES = {
  lines: linesOf(SESSION),
  document: Buffer.from(JSON.stringify(SESSION)),
};

it.each(Object.entries(FILES))("drops no more than a second run can read: %s", (_, bytes) => {
  for (const window of [0, 1, 2])
    for (const maxInputChars of [0, 50, 100, 500]) {
      const run = (input: Uint8Array) =>
        compactWith(input, { preserveRecentRawTurns: window, maxInputChars });
      const once = run(bytes);
      const twice = run(once.bytes);
      expect(Buffer.from(twice.bytes).toString()).toBe(Buffer.from(once.bytes).toString());
      const [{ fits, droppedCount, undroppable } = {}] = once.transcripts;
      if (fits === false && droppedCount === 0)
        expect(undroppable).toContain("unread tool results");
    }
});

it("drops where enough is left", () => {
  const result = compactWith(FILES.lines, { preserveRecentRawTurns: 2, maxInputChars: 500 });
  expect(result.transcripts[0]?.droppedCount).toBeGreaterThan(0);
});
