import { pathsIn } from "../../reduce/files/paths.ts";
import type { SentMessage } from "../replay/sent-chat.ts";

/** Writes messages as one text for a completion model. */
export interface PromptTemplate {
  /** The text up to where the reply begins. */
  prompt(messages: readonly SentMessage[]): string;
  /** The text of a reply: its message, then its calls. */
  reply(message: SentMessage): string;
  /** The text at which a reply ends. */
  readonly stop: string;
}

/** The first call of a reply: its tool, and the path that it names. */
export interface NextAction {
  readonly tool: string | undefined;
  readonly path: string | undefined;
}

/**
 * The templates by name. `chatml` is what Qwen's and Hermes' models were trained on, calls in `<tool_call>`;
 * `plain` is for models without a chat format.
 */
export const TEMPLATES = {
  chatml: template({
    message: (role, text) => `<|im_start|>${role}\n${text}<|im_end|>\n`,
    begin: "<|im_start|>assistant\n",
    result: (text) => `<tool_response>\n${text}\n</tool_response>`,
    stop: "<|im_end|>",
  }),
  plain: template({
    message: (role, text) => `### ${role}\n${text}\n\n`,
    begin: "### assistant\n",
    result: (text) => text,
    stop: "\n### ",
  }),
} as const satisfies Record<string, PromptTemplate>;

export type TemplateName = keyof typeof TEMPLATES;

interface TemplateWords {
  message(role: string, text: string): string;
  readonly begin: string;
  result(text: string): string;
  readonly stop: string;
}

function template({ message, begin, result, stop }: TemplateWords): PromptTemplate {
  return {
    stop,
    reply: replyText,
    prompt: (messages) =>
      messages
        .map((each) => {
          if (each.role === "tool") return message("tool", result(each.content));
          return message(each.role, each.role === "assistant" ? replyText(each) : each.content);
        })
        .join("") + begin,
  };
}

/** Reasoning is left out: providers drop that of old turns. */
function replyText(message: SentMessage): string {
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  const written = calls.map(
    ({ function: { name, arguments: args } }) =>
      `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n</tool_call>`,
  );
  const said = message.content ?? "";
  return [...(said === "" ? [] : [said]), ...written].join("\n");
}

/** The first call in the text of a reply; without one, no tool and no path. */
export function actionIn(text: string): NextAction {
  const call = /<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/.exec(text)?.[1];
  if (call === undefined) return { tool: undefined, path: undefined };
  try {
    const { name, arguments: args } = JSON.parse(call) as Readonly<Record<string, unknown>>;
    const value = typeof args === "string" ? JSON.parse(args) : args;
    return { tool: typeof name === "string" ? name : undefined, path: pathsIn(value)[0] };
  } catch {
    // A call that is cut off still has its tool, and mostly its path.
    const tool = /"name":\s*"((?:[^"\\]|\\.)*)"/.exec(call)?.[1];
    const path = /"\w*(?:path|file|filename|dir|directory)":\s*"((?:[^"\\]|\\.)*)"/i.exec(
      call,
    )?.[1];
    return { tool, path };
  }
}
