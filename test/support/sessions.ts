/** One line of JSON for each message of an OpenAI chat with `turns` tool turns. */
export function sessionLines(turns: number, { chars = 400 } = {}): string {
  return sessionMessages(turns, { chars })
    .map((message) => `${JSON.stringify(message)}\n`)
    .join("");
}

/** A conversation in one line, as rows have it. */
export function sessionRow(turns: number, { chars = 400 } = {}): string {
  return `${JSON.stringify({ messages: sessionMessages(turns, { chars }) })}\n`;
}

export function sessionMessages(turns: number, { chars = 400 } = {}): object[] {
  const steps = Array.from({ length: turns }, (_, k) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `c${k}`, type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: `c${k}`, content: `${k} `.padEnd(chars, "o") },
  ]);
  return [{ role: "user", content: "Look around." }, ...steps.flat()];
}

/** The placeholder that `sessionLines` gets. */
export const MASKED = "[observation masked \\u2014 400 chars]";
