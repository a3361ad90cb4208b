/** Its turns. */
export const TURNS = 12;
/** What the model thinks in each. */
export const THOUGHT = "thinking ".repeat(40);

/** A session of Claude Code: one reply a turn, with thinking, a call and a long result. */
export function boundSession({
  model = "claude-opus-5-5",
  chars = 9000,
  ask = 0,
  turns = TURNS,
}: {
  readonly model?: string;
  readonly chars?: number;
  readonly turns?: number;
  /** The turn before which the user says something more; 0: never. */
  readonly ask?: number;
} = {}): string {
  const lines: string[] = [];
  let parent: string | null = null;
  const add = (message: { readonly role: string }) => {
    const uuid = `u${lines.length}`;
    const line = { type: message.role, sessionId: "s", uuid, parentUuid: parent, message };
    lines.push(JSON.stringify(line));
    parent = uuid;
  };
  add({ role: "user", content: "Count." } as { role: string });
  for (let turn = 1; turn <= turns; turn++) {
    if (turn === ask) add({ role: "user", content: "Go on." } as { role: string });
    const id = `toolu_${turn}`;
    const content = [
      { type: "thinking", thinking: THOUGHT, signature: `s${turn}` },
      {
        type: "tool_use",
        id,
        name: "Bash",
        input: { command: `count ${turn} file_${turn - 2}.ts` },
      },
    ];
    add({ id: `m${turn}`, role: "assistant", model, content } as { role: string });
    const head = `file_${turn}.ts\n`;
    const text = head + `${turn}\n`.repeat((chars - head.length) / `${turn}\n`.length);
    const result = { type: "tool_result", tool_use_id: id, content: text };
    add({ role: "user", content: [result] } as { role: string });
  }
  return `${lines.join("\n")}\n`;
}
