import { anthropic, reduce } from "elision/reduce";
import { TEXT } from "./run.js";

const pair = (k) => [
  { role: "assistant", content: [{ type: "tool_use", id: `c${k}`, name: "f", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `c${k}`, content: TEXT }] },
];
const { messages } = reduce([{ role: "user", content: "Go." }, ...pair(1), ...pair(2)], {
  reader: anthropic,
  preserveRecentRawTurns: 1,
  windowUnit: "turns",
  placeholder: "[observation masked — ref {ref}]",
});
const read = (message) => message.content[0].content;
globalThis.outcome = [read(messages[2]), read(messages[4]).length];
