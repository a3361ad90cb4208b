/**
 * Kimi proxy's mask policy as its specification has it in pseudocode, line by line: the oracle. Two
 * things are ours: a placeholder is never longer than what it stands for, and never masked itself.
 */
import type { MaskPolicy } from "../../src/reduce/pipeline/mask-policy.ts";
import type { OpenAiMessage } from "./conversations.ts";

/** The template that the oracle knows how to write. */
export const ORACLE_TEMPLATE = "[masqué {tool_call_id} {tool_name} {original_chars}]";

export function maskNaivelyByPolicy(
  messages: readonly OpenAiMessage[],
  { enabled = true, window_turns = 8, keep_errors = true, keep_last_k_per_tool: k }: MaskPolicy,
): readonly OpenAiMessage[] {
  if (!enabled || window_turns <= 0) return messages;

  const turns: Set<string>[] = [];
  const idToToolName = new Map<string, string>();
  const idToTurnIndex = new Map<string, number>();
  for (const { role, tool_calls } of messages) {
    if (role !== "assistant" || !Array.isArray(tool_calls)) continue;
    const ids = new Set(tool_calls.map(({ id }) => id));
    if (ids.size === 0) continue;
    turns.push(ids);
    for (const call of tool_calls) {
      idToToolName.set(call.id, call.function.name);
      idToTurnIndex.set(call.id, turns.length - 1);
    }
  }

  const keepTurnStart = Math.max(0, turns.length - window_turns);
  const keepIds = new Set(turns.slice(keepTurnStart).flatMap((ids) => [...ids]));

  const perTool = new Map<string, number>();
  for (const { role, tool_call_id: id } of [...messages].reverse()) {
    const name = role === "tool" && id !== undefined ? idToToolName.get(id) : undefined;
    if (id === undefined || name === undefined) continue;
    const count = (perTool.get(name) ?? 0) + 1;
    perTool.set(name, count);
    if (count <= (k ?? 0)) keepIds.add(id);
  }

  return messages.map((message) => {
    const { role, tool_call_id: id, content } = message;
    if (role !== "tool" || id === undefined) return message;
    if (!idToTurnIndex.has(id)) return message;
    if (keepIds.has(id)) return message;
    if (keep_errors && looksLikeError(content)) return message;
    if (typeof content !== "string") return message;
    const chars = String(content.length);
    const text = ORACLE_TEMPLATE.replace("{tool_call_id}", id)
      .replace("{tool_name}", idToToolName.get(id) || "inconnu")
      .replace("{original_chars}", chars);
    const isMasked = content.startsWith("[masqué ") || FOREIGN.includes(content);
    const isShorter =
      text.length < content.length && Buffer.byteLength(text) < Buffer.byteLength(content);
    return isShorter && !isMasked ? { ...message, content: text } : message;
  });
}

/** Other programs' placeholders, as the generated conversations have them. */
const FOREIGN = [
  "[observation masked — 4200 chars]",
  "[Old tool result content cleared]",
  "Old environment output: (12 lines omitted)",
];

function looksLikeError(content: unknown): boolean {
  if (typeof content !== "string") return false;
  if (content.startsWith("{") || content.startsWith("[")) {
    try {
      const value: unknown = JSON.parse(content);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        if ("error" in value) return true;
        if ("status" in value && value.status === "error") return true;
      }
    } catch {}
  }
  const lower = content.toLowerCase();
  return (
    content.includes("Traceback") ||
    content.includes("Exception") ||
    /^Error\b/.test(content) ||
    /\nError\b/.test(content) ||
    content.includes('"error"') ||
    ["timeout", "connect_error", "connection refused"].some((word) => lower.includes(word))
  );
}
