import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { anthropic } from "../../../src/formats/anthropic/anthropic.ts";
import { treeOf } from "../../support/parse-json.ts";

const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "ok" });
const text = { type: "text", text: "go on" };
const user = (...content: object[]) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });

function flaws(record: unknown): string[] {
  const tree = treeOf(JSON.stringify(record));
  return [...(anthropic.check?.(tree, tree.root) ?? [])].map(
    ({ node, message }) => `${tree.text(node)} ${message}`,
  );
}

describe("a conversation of Anthropic's is without a flaw", () => {
  it.each([
    [
      "with its calls answered",
      [assistant(use("a"), use("b")), user(result("b"), result("a"), text)],
    ],
    [
      "with a block a message",
      [assistant(use("a")), assistant(use("b")), user(result("a")), user(result("b"))],
    ],
    ["with open calls at its end", [user(text), assistant(use("a"))]],
    [
      "with text in strings",
      [{ role: "user", content: "hi" }, assistant(), { role: "user", content: "hi" }],
    ],
  ])("%s", (_, messages) => {
    expect(flaws(messages)).toEqual([]);
    expect(flaws({ messages })).toEqual([]);
  });
});

describe("a flaw of a conversation is", () => {
  it("a call that the next message does not answer", () => {
    expect(flaws([assistant(use("a"), use("b")), user(result("a"))])).toEqual([
      `${JSON.stringify(use("b"))} expected a tool_result of b in the next message (got none)`,
    ]);
  });

  it("a call that a later message answers", () => {
    expect(flaws([assistant(use("a")), user(text), assistant(text), user(result("a"))])).toEqual([
      `${JSON.stringify(use("a"))} expected a tool_result of a in the next message (got none)`,
      `${JSON.stringify(result("a"))} expected a tool_use of a in the message before (got none)`,
    ]);
  });

  it("an answer after other content", () => {
    expect(
      flaws([assistant(use("a")), { role: "user", content: "hi" }, user(result("a"))]),
    ).toEqual([
      `${JSON.stringify(result("a"))} expected a tool_result before other content (got it after text)`,
    ]);
  });

  it("none of a message alone", () => {
    expect(flaws(assistant(use("a")))).toEqual([]);
    expect(flaws(user(result("a")))).toEqual([]);
  });
});

describe("messages of a block each", () => {
  const bytes = readFileSync(
    new URL("../../../fixtures/anthropic/block-a-line.jsonl", import.meta.url),
  );

  it("are one turn until they are answered, the empty ones included", () => {
    const masked = (preserveRecentRawTurns: number) =>
      compact(bytes, { preserveRecentRawTurns, keepErrors: "none" }).transcripts[0]?.maskedCount;
    // Three tool turns: the two calls at once, the one that failed, the one that was given up.
    expect([0, 1, 2, 3].map(masked)).toEqual([3, 3, 2, 0]);
  });
});
