import { TEXT } from "./run.js";

const pair = (k) => [
  { role: "assistant", content: [{ type: "tool_use", id: `c${k}`, name: "f", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `c${k}`, content: TEXT }] },
];
const read = (message) => message.content[0].content;

/** Masks the first of two results with this `reduce`, and gives what became of both. */
export function maskedPair(reduce) {
  const { messages } = reduce([{ role: "user", content: "Go." }, ...pair(1), ...pair(2)], {
    preserveRecentRawTurns: 1,
    windowUnit: "turns",
    placeholder: "[observation masked — ref {ref}]",
  });
  return [read(messages[2]), read(messages[4]).length];
}
