import { createHash } from "node:crypto";

type Item = Readonly<Record<string, unknown>>;

/** The answer of a provider that binds reasoning: refused, or how many blocks are valid and dropped. */
export interface ProviderAnswer {
  readonly status: 200 | 400;
  readonly valid: number;
  readonly transformations: readonly { readonly type: "prefix_mismatch" | "thinking_dropped" }[];
}

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
const isThinking = ({ type }: Item) => type === "thinking" || type === "redacted_thinking";
const blocksOf = (message: Item) => message.content as readonly Item[];

/**
 * Anthropic's rule: the signature of a block holds a digest of every message and block before it. Once one
 * fails, it and all after it are invalid: the request is refused (`error`), or answered without them.
 */
export const anthropicProvider = {
  sign: (messages: readonly Item[]) =>
    digest(messages.flatMap((each) => [each.role, each.content])),
  send(messages: readonly Item[], mismatch: "error" | "drop_block" = "error"): ProviderAnswer {
    let valid = 0;
    const dropped: { readonly type: "thinking_dropped" }[] = [];
    for (const [at, message] of messages.entries()) {
      if (!Array.isArray(message.content)) continue;
      for (const block of blocksOf(message).filter(isThinking)) {
        const isBroken =
          dropped.length > 0 || block.signature !== anthropicProvider.sign(messages.slice(0, at));
        if (isBroken && mismatch === "error") return { status: 400, valid, transformations: [] };
        if (isBroken) dropped.push({ type: "thinking_dropped" });
        else valid++;
      }
    }
    return { status: 200, valid, transformations: dropped };
  },
};

/** OpenAI's rule: an item whose prefix has changed is dropped, and the response says so. */
export const openaiProvider = {
  sign: (items: readonly Item[]) => digest(items),
  send(items: readonly Item[]): ProviderAnswer {
    const reasoning = items.flatMap((item, at) =>
      item.type === "reasoning"
        ? [item.encrypted_content === openaiProvider.sign(items.slice(0, at))]
        : [],
    );
    const valid = reasoning.filter(Boolean).length;
    const broken = reasoning.filter((isValid) => !isValid);
    return { status: 200, valid, transformations: broken.map(() => ({ type: "prefix_mismatch" })) };
  },
};

const RESULT = "result line\n".repeat(40);

/** A result larger than most, and what a client sends of it. */
export const LARGE_RESULT = "result line\n".repeat(400);

/**
 * A session as a client of Anthropic keeps it: `turns` turns with thinking, a call and its result, which is
 * sent as `text`.
 */
export function anthropicSession(
  turns: number,
  from: readonly Item[] = [{ role: "user", content: "Count." }],
  text = RESULT,
) {
  const messages = [...from];
  for (let turn = 0; turn < turns; turn++) {
    const id = `toolu_${messages.length}`;
    const signature = anthropicProvider.sign(messages);
    const thinking = { type: "thinking", thinking: "So far.", signature };
    const use = { type: "tool_use", id, name: "Bash", input: { command: "seq 9" } };
    messages.push({ role: "assistant", content: [thinking, use] });
    const result = { type: "tool_result", tool_use_id: id, content: text };
    messages.push({ role: "user", content: [result] });
  }
  return { model: "claude-opus-5-5", messages };
}

/** The same as a client of OpenAI's Responses API keeps it. */
export function openaiSession(turns: number, text = RESULT) {
  const input: Item[] = [{ type: "message", role: "user", content: "Count." }];
  for (let turn = 0; turn < turns; turn++) {
    const call_id = `call_${turn}`;
    const encrypted_content = openaiProvider.sign(input);
    input.push({ type: "reasoning", summary: [], encrypted_content });
    input.push({ type: "function_call", call_id, name: "shell", arguments: '{"command":"seq 9"}' });
    input.push({ type: "function_call_output", call_id, output: text });
  }
  return { model: "gpt-6.2-sol", input };
}

interface ExportedMessage {
  readonly info: Item;
  readonly parts: readonly Item[];
}

/** The same as opencode exports it: a message for each reply, with the result in the part of its call. */
export function opencodeSession(turns: number) {
  const { model, messages } = anthropicSession(turns);
  const sessionID = "ses_1";
  const exported = messages.flatMap((message, at): readonly ExportedMessage[] => {
    const info = { id: `msg_${at}`, sessionID, role: message.role, modelID: model, time: {} };
    if (typeof message.content === "string")
      return [{ info, parts: [{ type: "text", text: message.content }] }];
    if (message.role === "user") return [];
    const [thinking, use] = blocksOf(message);
    const [result] = blocksOf(messages[at + 1] ?? {});
    const metadata = { anthropic: { signature: thinking?.signature } };
    const state = { status: "completed", input: use?.input, output: result?.content };
    const tool = { type: "tool", tool: "bash", callID: use?.id, state };
    const reasoning = { type: "reasoning", text: thinking?.thinking, metadata };
    return [{ info: { ...info, finish: "tool-calls" }, parts: [reasoning, tool] }];
  });
  return { info: { id: sessionID, version: "1.18.33" }, messages: exported };
}

/** The messages that opencode sends of such an export. */
export function sentByOpencode(exported: ReturnType<typeof opencodeSession>): readonly Item[] {
  return exported.messages.flatMap(({ info: { role }, parts }): readonly Item[] => {
    const text = parts.find(({ type }) => type === "text")?.text;
    if (text !== undefined) return [{ role, content: text }];
    const content: Item[] = [];
    const results: Item[] = [];
    for (const { type, text: thinking, metadata, callID: id, state } of parts) {
      if (type === "reasoning") {
        const { anthropic } = metadata as { readonly anthropic: Item };
        content.push({ type: "thinking", thinking, signature: anthropic.signature });
        continue;
      }
      const { input, output } = state as Item;
      content.push({ type: "tool_use", id, name: "Bash", input });
      results.push({ type: "tool_result", tool_use_id: id, content: output });
    }
    return [
      { role, content },
      { role: "user", content: results },
    ];
  });
}
