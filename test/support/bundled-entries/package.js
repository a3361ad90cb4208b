import {
  HistoryReducer,
  maskObservations,
  maskOldToolResults,
  reduce,
  replay,
  shortenResult,
} from "elision";
import { maskedPair } from "./masked-pair.js";
import { TEXT } from "./run.js";

const pair = (id) => [
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: id, content: TEXT },
];
const chat = [...pair("a"), ...pair("b")];

// None of these may ask for anything of Node's.
maskObservations(chat, new Set());
maskOldToolResults(chat, { window_turns: 1 });
new HistoryReducer().reduce(chat, { enabled: true, maxInputChars: 500 });
shortenResult(TEXT, { limit: 400 });
Array.from(replay(chat));
globalThis.outcome = maskedPair(reduce);
