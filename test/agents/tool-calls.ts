import type { Offered } from "./talk.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a model wants to be done, whatever the tools of the agent are called. */
export type Wish =
  | { readonly do: "run"; readonly text: string }
  | { readonly do: "look"; readonly text: string }
  | { readonly do: "hand over"; readonly text: string; readonly to?: string | undefined };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly args: Json;
  /** In place of arguments: what a tool is given that takes a text as it is. */
  readonly source?: string;
}

/** Names of tools for each wish, the first offered is called. */
const NAMES: Readonly<Record<Wish["do"], readonly string[]>> = {
  run: [
    "run_shell_command",
    "Bash",
    "bash",
    "exec_command",
    "Shell",
    "terminal",
    "Execute",
    "run_commands",
    "run_terminal_command",
    "shell",
    "exec",
  ],
  look: [
    "view_image",
    "ReadMediaFile",
    "vision_analyze",
    "Read",
    "read",
    "read_file",
    "ReadFile",
    "read_files",
    "view",
    "file_editor",
    "exec",
  ],
  "hand over": [
    "Agent",
    "Task",
    "task",
    "agent",
    "generalist",
    "spawn_agent",
    "spawn_subagent",
    "delegate_task",
    "delegate",
    "Subagent",
    "invoke_agent",
    "use_subagents",
  ],
};

/** Arguments that carry the wish itself, by their names. */
const CARRIERS: Readonly<Record<Wish["do"], RegExp>> = {
  run: /^(command|commands|cmd)$/,
  look: /path|file|image|url/i,
  "hand over": /^(prompt|prompt_1|task|instructions?|goal|message|request|objective|query)$/,
};

/** A call of the tool for a wish with all that its schema asks for; undefined where no tool is offered for it. */
export function callFor(wish: Wish, tools: readonly Offered[], id: string): ToolCall | undefined {
  const names = NAMES[wish.do];
  const name = names.find((each) => tools.some((tool) => tool.name === each));
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return;
  const { schema: _, isFree, ...named } = tool;
  if (isFree) return { id, ...named, args: {}, source: programFor(wish) };
  const { properties = {}, required = [] } = tool.schema as ArgumentsSchema;
  const carries = (key: string) => CARRIERS[wish.do].test(key);
  const carriers = Object.keys(properties).filter(carries);
  const keys = new Set([...carriers, ...required]);
  const args = [...keys].map((key) => [key, argumentOf(properties[key], key, wish)]);
  return { id, ...named, args: Object.fromEntries(args) };
}

/** A program for the newest models of Codex, which call its tools from JavaScript. */
function programFor({ do: does, text }: Wish): string {
  const quoted = JSON.stringify(text);
  return does === "look"
    ? `image(await tools.view_image({ path: ${quoted} }));`
    : `text(await tools.exec_command({ cmd: ${quoted} }));`;
}

interface ArgumentsSchema {
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
}

interface ArgumentSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: ArgumentSchema & ArgumentsSchema;
}

function argumentOf(schema: ArgumentSchema | undefined, key: string, wish: Wish): unknown {
  if (schema?.enum !== undefined) return schema.enum[0];
  if (schema?.type === "boolean") return false;
  if (schema?.type === "integer" || schema?.type === "number") return 30;
  if (schema?.type === "array") return [itemOf(schema.items, key, wish)];
  // Which of its subagents an agent is asked for.
  if (wish.do === "hand over" && /type|agent|name|profile/.test(key))
    return wish.to ?? "general-purpose";
  return wish.text;
}

function itemOf(schema: ArgumentsSchema | undefined, key: string, wish: Wish): unknown {
  if (schema?.properties === undefined) return argumentOf(undefined, key, wish);
  const { properties, required = Object.keys(properties) } = schema;
  return Object.fromEntries(
    required.map((each) => [each, argumentOf(properties[each], each, wish)]),
  );
}
