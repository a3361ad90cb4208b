/** Results belong to their calls in every format: what a call is named by, its results are too. */
import { describe, expect, it } from "vitest";
import { inspect } from "../../src/api/inspect.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/formats/index.ts";
import type { Conversation } from "../support/conversations.ts";
import { jsonWriter } from "../support/files.ts";
import { WRITERS } from "../support/writers/index.ts";

const NAMES = ["read_file", "bash", "search"];

/** A conversation of calls of three tools in turn, each answered. */
const conversation: Conversation = {
  task: "Mend it.",
  turns: NAMES.flatMap((name, k) =>
    Array.from({ length: k + 2 }, (_, n) => ({
      said: "Next.",
      calls: [{ id: `call_${name}_${n}`, name, args: '{"path":"a.txt"}', answer: `output ${n}` }],
    })),
  ),
};

/**
 * Formats whose results name their tool themselves, or whose calls have neither a name nor an id apart from the text.
 */
const NAMED_OTHERWISE: readonly FormatName[] = [
  ...(["cline", "codex-exec-json", "droid-stream-json", "otel"] as const),
  ...(["huggingface", "mini-swe-agent", "openhands-llm-logs", "plain", "terminus"] as const),
  ...(["pydantic-ai", "sharegpt", "swe-smith"] as const),
];

describe.each(FORMAT_NAMES.filter((name) => !NAMED_OTHERWISE.includes(name)))("%s", (format) => {
  it("gives each result to its call", () => {
    const json = jsonWriter({ ascii: false, spaced: false });
    const lines = WRITERS[format].write(conversation).map((record) => `${json(record)}\n`);
    const { transcripts } = inspect(Buffer.from(lines.join("")), { format });
    const tools = transcripts.flatMap((each) => each.tools);
    expect(tools.map(({ tool, calls, observations }) => [tool, calls, observations])).toEqual([
      ["search", 4, 4],
      ["bash", 3, 3],
      ["read_file", 2, 2],
    ]);
  });
});
