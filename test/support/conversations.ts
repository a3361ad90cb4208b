import fc from "fast-check";
import type { ChatMessage } from "../../src/api/chat/chat-types.ts";

/** A conversation before it is written in a format: turns with calls and what they answered. */
export interface Turn {
  readonly said: string | null;
  readonly calls: readonly Call[];
  /** What the user says after it. */
  readonly user?: string;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: string;
  /** None where the call was never answered. */
  readonly answer?: string;
}

export interface Conversation {
  readonly system?: string;
  readonly task: string;
  readonly turns: readonly Turn[];
  /** A result that answers nothing. */
  readonly orphan?: string;
}

const words = fc
  .array(fc.constantFrom("alpha", "beta\n", "é—", "\ud83d\ude00", '"quoted"', "\\path", "0"), {
    maxLength: 40,
  })
  .map((parts) => parts.join(" "));

/** What tools answer: short, long, empty, masked already, dispatch results whole and torn. */
export const answers: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: words },
  // Most are longer than a placeholder, or nothing is done with them.
  {
    weight: 4,
    arbitrary: fc.tuple(words, fc.integer({ min: 2, max: 9 })).map(([text, n]) => text.repeat(n)),
  },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 300 }).map((n) => "x".repeat(n)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "[observation masked — 4200 chars]",
      "[Old tool result content cleared]",
      "Old environment output: (12 lines omitted)",
      "<response clipped>",
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          "Traceback (most recent call last):\n",
          "Error: no such file\n",
          "fatal: no\n",
        ),
        words,
      )
      .map(([sign, text]) => sign + text),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(words, fc.constantFrom("", "END_DISPATCH_RESULT"), words)
      .map(([before, end, after]) => `${before}BEGIN_DISPATCH_RESULT\n{"ok":1}\n${end}${after}`),
  },
);

const call: fc.Arbitrary<Call> = fc.record(
  {
    // Few ids, so that they repeat: normal in real transcripts.
    id: fc.integer({ min: 0, max: 8 }).map((n) => `call_${n}`),
    name: fc.constantFrom("read", "bash", "search", "update_plan"),
    args: fc.constantFrom("{}", '{"path":"src/a.ts"}', '{"command":"ls -la"}'),
    answer: answers,
  },
  { requiredKeys: ["id", "name", "args"] },
);

/** Conversations with everything that is normal: parallel, repeated, open and orphaned calls. */
export const conversations: fc.Arbitrary<Conversation> = fc.record(
  {
    system: words,
    task: words.map((text) => `Task: ${text}`),
    turns: fc.array(
      fc.record(
        {
          said: fc.option(words),
          calls: fc.array(call, { maxLength: 3 }),
          user: words,
        },
        { requiredKeys: ["said", "calls"] },
      ),
      { maxLength: 9 },
    ),
    orphan: answers,
  },
  { requiredKeys: ["task", "turns"] },
);

/** The conversation in OpenAI's shape. */
export function asOpenAi({ system, task, turns, orphan }: Conversation): OpenAiMessage[] {
  const messages: OpenAiMessage[] = [];
  if (system !== undefined) messages.push({ role: "system", content: system });
  messages.push({ role: "user", content: task });
  if (orphan !== undefined)
    messages.push({ role: "tool", tool_call_id: "nobody", content: orphan });
  for (const turn of turns) {
    const calls = turn.calls.map(({ id, name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    }));
    messages.push({
      role: "assistant",
      content: turn.said,
      ...(calls.length > 0 && { tool_calls: calls }),
    });
    for (const { id, answer } of turn.calls) {
      if (answer !== undefined) messages.push({ role: "tool", tool_call_id: id, content: answer });
    }
    if (turn.user !== undefined) messages.push({ role: "user", content: turn.user });
  }
  return messages;
}

export interface OpenAiMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/** The conversation in the seeds' shape: a message a call, pairs joined by a number of their own. */
export function asChatMessages({ system, task, turns, orphan }: Conversation): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let pair = 0;
  if (system !== undefined) messages.push({ role: "system", content: system });
  messages.push({ role: "user", content: task });
  if (orphan !== undefined)
    messages.push({ role: "tool", content: orphan, pairRole: "result", pairId: "nobody" });
  for (const turn of turns) {
    if (turn.said !== null || turn.calls.length === 0)
      messages.push({ role: "assistant", content: turn.said ?? "" });
    const answered: ChatMessage[] = [];
    for (const { id, name, args, answer } of turn.calls) {
      const pairId = `p${pair++}`;
      messages.push({ role: "assistant", content: args, name, pairId, pairRole: "call" });
      if (answer === undefined) continue;
      const joined = { pairId, pairRole: "result", toolCallId: id } as const;
      answered.push({ role: "tool", content: answer, name, ...joined });
    }
    messages.push(...answered);
    if (turn.user !== undefined)
      messages.push({ role: "user", content: turn.user, tags: ["unresolved"] });
  }
  return messages;
}
