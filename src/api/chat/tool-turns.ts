import { valueIn } from "./value-in.ts";

/** The tool turns of a conversation in OpenAI's shape, and the tool names of their calls. */
export interface ToolTurns {
  /** The tool name of the latest call with an id; undefined if no call has it. */
  nameOf(id: string): string | undefined;
  /** The ids of the calls in the newest turns. */
  idsOfNewest(count: number): Set<string>;
}

/** A tool turn is one assistant message with calls that have an id. */
export function toolTurnsIn(messages: readonly unknown[]): ToolTurns {
  const turns: (readonly string[])[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    const calls = valueIn(message, "tool_calls");
    if (valueIn(message, "role") !== "assistant" || !Array.isArray(calls)) continue;
    const ids: string[] = [];
    for (const call of calls) {
      const id = valueIn(call, "id");
      if (typeof id !== "string") continue;
      const name = valueIn(valueIn(call, "function"), "name");
      names.set(id, typeof name === "string" ? name : "");
      ids.push(id);
    }
    if (ids.length > 0) turns.push(ids);
  }
  return {
    nameOf: (id) => names.get(id),
    idsOfNewest: (count) => new Set(turns.slice(Math.max(0, turns.length - count)).flat()),
  };
}

/** A result in OpenAI's shape: its call and content. */
export interface ToolResult {
  readonly id: string;
  readonly content: unknown;
}

/** A message of role `tool` that answers a call; undefined for any other. */
export function resultIn(message: unknown, turns: ToolTurns): ToolResult | undefined {
  const id = valueIn(message, "tool_call_id");
  if (valueIn(message, "role") !== "tool" || typeof id !== "string" || id === "") return undefined;
  return turns.nameOf(id) === undefined ? undefined : { id, content: valueIn(message, "content") };
}

/** The ids of the newest results of each tool. */
export function newestOfEachTool(
  messages: readonly unknown[],
  turns: ToolTurns,
  count: number,
): readonly string[] {
  const ids: string[] = [];
  const seen = new Map<string, number>();
  for (const message of messages.toReversed()) {
    const found = resultIn(message, turns);
    if (found === undefined) continue;
    const name = turns.nameOf(found.id) ?? "";
    const newer = seen.get(name) ?? 0;
    if (newer < count) ids.push(found.id);
    seen.set(name, newer + 1);
  }
  return ids;
}
