import { parsedJson } from "../base/json-value.ts";
import { callOf, type SavedMessage } from "./saved-messages.ts";

/** The state of a conversation, as Kiro's CLI saves and loads it, limited to what is read here. */
export interface KiroState {
  readonly history: readonly KiroTurn[];
  /** The part of the history that is sent: from the first index up to the second. */
  readonly range: readonly [number, number];
  readonly summary: string | undefined;
  readonly model: string | undefined;
}

/** A user's text or tools' results, and the answer. */
interface KiroTurn {
  readonly user: unknown;
  readonly assistant: unknown;
}

/** Parses a state; undefined if it is none. */
export function kiroStateOf(text: string): KiroState | undefined {
  const value = parsedJson(text);
  const history = get(value, "history");
  if (!Array.isArray(history)) return undefined;
  const turns = history.map(turnOf);
  const range = get(value, "valid_history_range");
  const [start, end] = Array.isArray(range) ? range : [];
  const summary = get(value, "latest_summary");
  return {
    history: turns,
    range: [numberOr(start, 0), numberOr(end, turns.length)],
    summary: string(Array.isArray(summary) ? summary[0] : summary),
    model: string(get(value, "model_info", "model_id")) ?? string(get(value, "model")),
  };
}

/** The messages that a state would send. */
export function* messagesOfKiro({ history, range, summary }: KiroState): Iterable<SavedMessage> {
  if (summary !== undefined) yield { role: "user", content: summary };
  for (const { user, assistant } of history.slice(...range)) {
    yield* userMessages(user);
    yield* assistantMessages(assistant);
  }
}

/** A turn is an object; before 2025 it was a pair. */
function turnOf(turn: unknown): KiroTurn {
  if (Array.isArray(turn)) return { user: turn[0], assistant: turn[1] };
  return { user: get(turn, "user"), assistant: get(turn, "assistant") };
}

function* userMessages(user: unknown): Iterable<SavedMessage> {
  const content = get(user, "content");
  for (const kind of ["ToolUseResults", "CancelledToolUses"]) {
    const results = get(content, kind, "tool_use_results");
    for (const result of Array.isArray(results) ? results : [])
      yield {
        role: "tool",
        tool_call_id: string(get(result, "tool_use_id")) ?? "",
        content: textOfResult(get(result, "content")),
      };
  }
  const prompt =
    string(get(content, "Prompt", "prompt")) ?? string(get(content, "CancelledToolUses", "prompt"));
  if (prompt !== undefined) yield { role: "user", content: prompt };
}

function textOfResult(blocks: unknown): string {
  const texts = (Array.isArray(blocks) ? blocks : []).map((block) => {
    const text = get(block, "Text");
    return typeof text === "string" ? text : JSON.stringify(get(block, "Json") ?? null);
  });
  return texts.join("\n");
}

function* assistantMessages(assistant: unknown): Iterable<SavedMessage> {
  const use = get(assistant, "ToolUse") ?? get(assistant, "Response");
  if (use === undefined) return;
  const uses = get(use, "tool_uses");
  const calls = (Array.isArray(uses) ? uses : []).map((each) =>
    callOf(
      string(get(each, "id")) ?? "",
      string(get(each, "name")) ?? "",
      JSON.stringify(get(each, "args") ?? {}),
    ),
  );
  const thinking = string(get(use, "thinking", "reasoningText", "text"));
  yield {
    role: "assistant",
    content: string(get(use, "content")) ?? "",
    ...(thinking !== undefined && { reasoning_content: thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function get(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at ?? undefined;
}

function string(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOr(value: unknown, other: number): number {
  return typeof value === "number" ? value : other;
}
