/**
 * A session in OpenAI's chat form in which the agent says so much that masking alone does not bring it
 * down: each turn reads a file and talks about it.
 */
export function talkative(turns: number): object[] {
  const messages: object[] = [
    { role: "system", content: "You are a careful agent." },
    { role: "user", content: "Make src/heron.ts fly." },
  ];
  for (let turn = 1; turn <= turns; turn++) {
    const id = `call_${turn}`;
    const args = JSON.stringify(
      turn % 2 === 0 ? { command: `npm test -- wing_${turn}` } : { path: `src/wing_${turn}.ts` },
    );
    messages.push(
      {
        role: "assistant",
        content: `Turn ${turn}: ${"the wing is too short and the tail too long; ".repeat(12)}`,
        tool_calls: [
          {
            id,
            type: "function",
            function: { name: turn % 2 === 0 ? "bash" : "read_file", arguments: args },
          },
        ],
      },
      {
        role: "tool",
        tool_call_id: id,
        content: `feather_${turn} `.repeat(40),
      },
    );
  }
  messages.push({ role: "assistant", content: "It flies." });
  return messages;
}

/** The same as one row. */
export function talkativeRow(turns: number): string {
  return `${JSON.stringify({ messages: talkative(turns) })}\n`;
}
