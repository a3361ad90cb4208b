/** What the kernel keeps of one input must not show in the next: the same bytes and account as by objects. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { DEFAULT_WITH_CALL } from "../../../src/reduce/placeholders/template.ts";
import { memoryArchive } from "../../support/memory-archive.ts";

const INPUTS = [
  ...["anthropic/messages.jsonl", "anthropic/request.json", "chat-message/dispatches.jsonl"],
  ...["claude-code/session.jsonl", "codex/rollout.jsonl", "gemini-cli/session.jsonl"],
  ...["openai-chat/document.json", "openai-chat/rows.jsonl", "openai-chat/session.jsonl"],
  ...["pi/version-3.jsonl", "tau-bench/results.json", "wrapped-chat/batch.jsonl"],
].map((name) => [name, readFileSync(`fixtures/${name}`)] as const);

const OPTIONS = [
  { placeholder: DEFAULT_WITH_CALL, preserveRecentRawTurns: 1, minGain: 1 },
  { preserveRecentRawTurns: 1, minGain: 1 },
];

function outcome(bytes: Buffer, options: object): string {
  const archive = memoryArchive();
  const {
    bytes: made,
    transcripts,
    file,
  } = compactWith(bytes, {
    ...{ refs: true, archive },
    ...options,
  });
  return JSON.stringify([Buffer.from(made).toString("latin1"), transcripts, file]);
}

describe("inputs of one run", () => {
  it.each(INPUTS)("are the same as by objects after %s", (_, first) => {
    for (const options of OPTIONS)
      for (const [name, bytes] of INPUTS) {
        outcome(first, options);
        const told = outcome(bytes, options);
        expect(`${name} ${told}`).toBe(`${name} ${outcome(bytes, { ...options, objects: true })}`);
      }
  });
});
