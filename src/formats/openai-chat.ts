import { asString, type Node, stringOf } from "../json/node.ts";
import type { Role } from "../transcript/message.ts";
import { optional, readContent, readObservation } from "./chat-content.ts";
import type { Format, FoundPart } from "./format.ts";
import { kindOfChat, listMessages } from "./message-list.ts";

/**
 * OpenAI chat completions messages (the API reference's "Create chat completion", and what vendors
 * add): `tool_calls` answered by `tool_call_id`, the legacy `function_call` answered by role
 * `function`, string, null and part-array contents, `developer`, reasoning fields.
 */
export const openaiChat: Format = {
  writtenBy: "OpenAI-compatible clients, fine-tuning sets, many agents",
  layouts: ["lines", "rows", "document"],
  dropping: "remove",
  kindOf: (record) => kindOfChat(record, isMessage),
  detect,
  read: (record) =>
    listMessages(record).flatMap(({ message, unit }) => {
      const role = ROLES[stringOf(message.get("role")) ?? ""];
      return role === undefined ? [] : [{ role, unit, parts: readMessage(message, role) }];
    }),
  message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
};

const ROLES: Readonly<Record<string, Role>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

function readMessage<N extends Node>(message: N, role: Role): FoundPart<N>[] {
  const content = message.get("content");
  if (role === "tool") {
    return readObservation(content, {
      ...optional("callId", message.get("tool_call_id")),
      ...optional("toolName", message.get("name")),
    });
  }
  const parts = [...readReasoning(message), ...readContent(content)];
  const refusal = asString(message.get("refusal"));
  if (refusal !== undefined)
    parts.push({ part: { kind: "text" }, slot: { as: "string", node: refusal } });
  for (const call of message.get("tool_calls")?.items() ?? []) {
    const made = call.get("function") ?? call.get("custom");
    if (made !== undefined) parts.push(readCall(made, optional("id", call.get("id"))));
  }
  const legacy = message.get("function_call");
  if (legacy?.kind === "object") parts.push(readCall(legacy, {}));
  return parts;
}

function readCall<N extends Node>(made: N, about: { readonly id?: string }): FoundPart<N> {
  const name = stringOf(made.get("name")) ?? "";
  const given = made.get("arguments") ?? made.get("input");
  const part = { kind: "call", name, ...about } as const;
  return given?.kind === "string" ? { part, slot: { as: "string", node: given } } : { part };
}

/**
 * What vendors keep of the reasoning. Several fields can hold the same text: the first counts.
 */
function readReasoning<N extends Node>(message: N): FoundPart<N>[] {
  const plain = asString(message.get("reasoning_content")) ?? asString(message.get("reasoning"));
  if (plain !== undefined)
    return [{ part: { kind: "reasoning", signed: false }, slot: { as: "string", node: plain } }];
  const blocks = message.get("thinking_blocks") ?? message.get("reasoning_details");
  return (blocks?.kind === "array" ? blocks.items() : []).flatMap((block): FoundPart<N>[] => {
    const node = ["thinking", "text", "summary"].flatMap(
      (key) => asString(block.get(key)) ?? [],
    )[0];
    if (node === undefined) return [];
    const signed = block.get("signature")?.kind === "string";
    return [{ part: { kind: "reasoning", signed }, slot: { as: "string", node } }];
  });
}

function isMessage(node: Node): boolean {
  return ROLES[stringOf(node.get("role")) ?? ""] !== undefined;
}

/** Reads messages until one shows a call or an observation in this format, or in another. */
function detect(head: readonly Node[]): boolean {
  let messages = 0;
  for (const record of head) {
    if (FOREIGN_RECORD_KEYS.some((key) => record.get(key) !== undefined)) return false;
    for (const { message } of listMessages(record)) {
      if (!isMessage(message)) continue;
      messages++;
      const sign = signOf(message);
      if (sign !== "none") return sign === "ours";
    }
  }
  return messages > 0;
}

/** Keys of records that hold chat-like messages and are another format (reference/formats.md §1). */
const FOREIGN_RECORD_KEYS = [
  "sessionId", // Cline SDK, Gemini CLI, Claude Code
  "trajectory_format", // mini-swe-agent
  "trajectory", // SWE-agent
  "epoch", // Inspect AI
  "uuid", // Claude Code
  "payload", // Codex
];

/** What a message says of its format. */
function signOf(message: Node): "ours" | "foreign" | "none" {
  const calls = message.get("tool_calls")?.items() ?? [];
  for (const call of calls) {
    const made = call.get("function") ?? call.get("custom");
    // Inspect AI: `function` is the name; tau2-bench: `name` and `arguments` beside the id.
    return made?.kind === "object" ? "ours" : "foreign";
  }
  if (message.get("function_call")?.kind === "object") return "ours";
  const content = message.get("content");
  const kinds =
    content?.kind === "array" ? content.items().map((b) => stringOf(b.get("type"))) : [];
  if (kinds.some((kind) => kind !== undefined && !KNOWN_BLOCKS.has(kind))) return "foreign";
  // Vercel's and Gemini's messages; Responses items, stream-json events.
  if (message.get("parts") !== undefined || message.get("type") !== undefined) return "foreign";
  switch (stringOf(message.get("role"))) {
    case "tool":
      if (message.get("tool_call_id") !== undefined) return "ours";
      return message.get("id") !== undefined ? "foreign" : "none";
    case "function":
      return message.get("name") !== undefined ? "ours" : "none";
    default:
      return "none";
  }
}

/** Types of content blocks of the API, of LLaMA-Factory and of converters that write this format. */
const KNOWN_BLOCKS = new Set([
  "text",
  "refusal",
  "image_url",
  "input_audio",
  "file",
  "video_url",
  "reasoning",
  "tool_call",
  "tool_output",
]);
