/** Files of programs that elision knows and does not read are refused by what they are. */
import { expect, it } from "vitest";
import { compact } from "../../../../src/api/compact.ts";
import type { ElisionError } from "../../../../src/base/errors.ts";
import { linesOf } from "../../../support/lines.ts";

function refusal(records: readonly unknown[]): ElisionError | undefined {
  try {
    compact(linesOf(records));
    return undefined;
  } catch (error) {
    return error as ElisionError;
  }
}

const node = (role: string, parts: readonly string[]) => ({
  message: { author: { role }, content: { content_type: "text", parts } },
});
const mapping = { a: node("user", ["count"]), b: node("tool", ["of plums nobody kept a count"]) };
const openAiChat = { role: "user", content: "count" };
const said = { type: "text", text: "count" };

it.each<readonly [string, unknown]>([
  ["an export of ChatGPT", [{ title: "t", mapping, current_node: "b" }]],
  [
    "an export of ChatGPT",
    { conversation_id: "c", conversation: { title: "t", mapping, current_node: "b" } },
  ],
  ["an export of Claude.ai", [{ uuid: "c", name: "t", chat_messages: [{ sender: "human" }] }]],
  ["an export of Open WebUI", [{ id: "1", user_id: "2", chat: { messages: [openAiChat] } }]],
  ["an export of LibreChat", { conversationId: "c", endpoint: "agents", messages: [] }],
  ["an export of LibreChat", { conversationId: "c", recursive: true, messagesTree: [] }],
  [
    "a thread of Zed",
    { version: "0.3.0", messages: [{ User: {} }], initial_project_snapshot: null },
  ],
  ["a chat of LM Studio", { messages: [{ versions: [], currentlySelected: 0 }] }],
  ["a chat store of LlamaIndex", { store: { user: [] }, class_name: "SimpleChatStore" }],
  [
    "a history of Semantic Kernel",
    { messages: [{ role: "user", content_type: "message", items: [said] }] },
  ],
  [
    "a history of Semantic Kernel",
    [{ Role: { Label: "user" }, Items: [{ $type: "TextContent", Text: "count" }] }],
  ],
  ["an evaluation set of Google ADK", { eval_set_id: "count", eval_cases: [{ eval_id: "1" }] }],
  [
    "a log of requests of VS Code's Copilot Chat",
    { exportedAt: "2026-01-01", totalPrompts: 1, prompts: [{ prompt: "count", logs: [] }] },
  ],
  ["events of OpenAI's Realtime API", { type: "session.created", event_id: "e", session: {} }],
  ["what Cline and Roo Code show of a task", [{ ts: 1, type: "say", say: "text", text: "count" }]],
  ["prompts that Claude Code remembers", { display: "count", pastedContents: {}, project: "/" }],
])("%s", (what, record) => {
  const { code, message } = refusal([record]) ?? {};
  expect([code, message]).toEqual(["unknown-format", `elision does not read ${what}`]);
});

it("with where the session is", () => {
  expect(refusal([[{ ts: 1, say: "text", text: "count" }]])?.hint).toContain(
    "api_conversation_history.json",
  );
});

it("and a vocabulary, with every word as a key, is none of them", () => {
  const words = ["ts", "say", ...Array.from({ length: 100 }, (_, k) => `word ${k}`)];
  const vocabulary = Object.fromEntries(words.map((word, k) => [word, k]));
  expect(refusal([vocabulary])?.message).toBe("no transcript of a known format");
});
