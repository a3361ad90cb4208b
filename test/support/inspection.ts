import { inspectTranscript } from "../../src/analyses/inspect/inspect-transcript.ts";
import type { Inspection } from "../../src/analyses/inspect/result.ts";
import { FORMATS } from "../../src/formats/index.ts";
import { RecordParts } from "../../src/formats/shared/record-parts.ts";
import { textsOf } from "../../src/formats/shared/record-texts.ts";
import { ValueTree } from "../../src/json/tree/value-tree.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../src/reduce/pipeline/policy.ts";
import { placeholdersOf } from "../../src/reduce/placeholders/placeholder.ts";
import { Outline } from "../../src/transcript/model/outline.ts";
import { createTranscript } from "../../src/transcript/model/transcript.ts";

/** The inspection of OpenAI's chat objects, each on a line of its own; the first `firstLive` are dead. */
export function inspectionOf(
  messages: readonly object[],
  { file = "run.jsonl", firstLive = 0 } = {},
): Inspection {
  const tree = new ValueTree(messages);
  const outline = new Outline();
  const parts = new RecordParts(tree, outline);
  parts.open(tree, 0);
  FORMATS["openai-chat"].read(tree, tree.root, parts);
  const texts = textsOf((part) => ({ parts, k: part.index }));
  const transcript = createTranscript(outline, { label: file, texts, firstLive });
  const policy = createPolicy({}, PROGRAM_DEFAULTS);
  return inspectTranscript(transcript, {
    file,
    lineOf: ({ message }) => message + 1,
    placeholders: placeholdersOf(transcript, policy),
    sides: { sideCopies: 0, sideCopyBytes: 0 },
  });
}

/** An assistant message with calls: `read:c1` is one of tool `read` with id `c1`. */
export function asks(...calls: readonly string[]): object {
  const tool_calls = calls.map((call) => {
    const [name, id] = call.split(":");
    return { id, type: "function", function: { name, arguments: "{}" } };
  });
  return { role: "assistant", content: null, tool_calls };
}

/** What a tool answered. */
export function answers(id: string, content: string): object {
  return { role: "tool", tool_call_id: id, content };
}
