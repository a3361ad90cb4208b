/** Lines that are copied in several parts come out as they do from objects. */
import { expect, it } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { agree } from "../plain/paths-agree.ts";

/** Texts shorter and longer than a part, some of which are kept and others masked. */
const SIZES = [900, 5000, 90_000, 400_000, 786_000, 786_432, 1_300_000];

const lines = SIZES.flatMap((said, k) =>
  SIZES.flatMap((size, m) => {
    const id = `c${k}-${m}`;
    const call = { id, type: "function", function: { name: "look", arguments: "{}" } };
    return [
      { role: "assistant", content: "so ".repeat(said / 9), tool_calls: [call] },
      { role: "tool", tool_call_id: id, content: "é\n".repeat(size / 12) },
    ];
  }),
).map((message) => `${JSON.stringify(message)}\n`);

const bytes = Buffer.from(lines.join(""));

it.each([
  "[masked: {originalLength} chars]",
  "[masked: {toolName} {callId}, {originalLength} chars]",
])("lines are copied in parts, whatever crosses their ends: %s", (placeholder) => {
  const options = { preserveRecentRawTurns: 3, placeholder };
  agree(bytes, options);
  expect(compactWith(bytes, options).transcripts[0]?.maskedCount).toBe(SIZES.length ** 2 - 3);
});
