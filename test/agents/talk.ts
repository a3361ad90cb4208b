type Json = Readonly<Record<string, unknown>>;

/** A piece of a request: what was said by whom, in order, whatever the provider's form. */
export interface Said {
  readonly from: "user" | "model" | "tool";
  readonly text: string;
  /** Calls of tools in it. */
  readonly calls: number;
  readonly images: number;
  /** Of a tool's result, the call that it answers, where the request says so. */
  readonly id?: string;
}

/** A tool that a request offers. */
export interface Offered {
  readonly name: string;
  /** Where Codex keeps it. */
  readonly namespace?: string;
  readonly schema: Json;
  /** It takes a text as it is, no JSON: of Codex, a program. */
  readonly isFree?: boolean;
}

/** What a request says so far, in any of the four forms. */
export function talkOf(body: Json): readonly Said[] {
  if (Array.isArray(body.contents)) return (body.contents as Json[]).flatMap(geminiSaid);
  if (Array.isArray(body.input)) return (body.input as Json[]).flatMap(itemSaid);
  const isChat = ((body.tools ?? []) as Json[]).some((tool) => tool.function !== undefined);
  return (body.messages as Json[]).flatMap(isChat ? chatSaid : anthropicSaid);
}

/** The tools that a request offers, in any of the four forms; Codex also offers them in an item. */
export function offeredBy(body: Json): readonly Offered[] {
  const items = Array.isArray(body.input) ? (body.input as Json[]) : [];
  return [body, ...items.filter(isOf("additional_tools"))].flatMap(toolsIn);
}

function toolsIn(holder: Json): readonly Offered[] {
  return ((holder.tools ?? []) as Json[]).flatMap((tool) => {
    if (Array.isArray(tool.functionDeclarations))
      return (tool.functionDeclarations as Json[]).map((each) => ({
        name: `${each.name}`,
        schema: (each.parametersJsonSchema ?? each.parameters ?? {}) as Json,
      }));
    if (tool.type === "namespace")
      return toolsIn(tool).map((each) => ({ ...each, namespace: `${tool.name}` }));
    const { name, parameters, input_schema } = (tool.function ?? tool) as Json;
    const schema = (parameters ?? input_schema ?? {}) as Json;
    return [{ name: `${name}`, schema, ...(tool.type === "custom" && { isFree: true }) }];
  });
}

function said(from: Said["from"], content: unknown, rest: Partial<Said> = {}): Said {
  return { from, text: textIn(content), calls: 0, images: imagesIn(content), ...rest };
}

function chatSaid({ role, content, tool_calls, tool_call_id }: Json): readonly Said[] {
  if (role === "tool") return [said("tool", content, { id: `${tool_call_id}` })];
  if (role === "assistant")
    return [said("model", content, { calls: ((tool_calls ?? []) as Json[]).length })];
  return role === "user" ? [said("user", content)] : [];
}

function anthropicSaid({ role, content }: Json): readonly Said[] {
  const blocks = Array.isArray(content) ? (content as Json[]) : [{ type: "text", text: content }];
  if (role === "assistant")
    return [said("model", content, { calls: blocks.filter(isOf("tool_use")).length })];
  if (role !== "user") return [];
  const results = blocks
    .filter(isOf("tool_result"))
    .map((block) => said("tool", block.content, { id: `${block.tool_use_id}` }));
  const others = blocks.filter((block) => block.type !== "tool_result");
  return [...results, ...(others.length > 0 ? [said("user", others)] : [])];
}

function itemSaid({ type, role, content, output, call_id }: Json): readonly Said[] {
  if (`${type}`.endsWith("call_output")) return [said("tool", output, { id: `${call_id}` })];
  if (type === "function_call" || type === "custom_tool_call")
    return [said("model", "", { calls: 1 })];
  if (role === "assistant") return [said("model", content)];
  return role === "user" ? [said("user", content)] : [];
}

function geminiSaid({ role, parts }: Json): readonly Said[] {
  const all = parts as readonly Json[];
  if (role === "model")
    return [said("model", all, { calls: all.filter(({ functionCall }) => functionCall).length })];
  const others = all.filter(({ functionResponse }) => functionResponse === undefined);
  const results = all.flatMap(({ functionResponse }) => {
    if (functionResponse === undefined) return [];
    const { id, response, parts: inside } = functionResponse as Json;
    const { output } = (response ?? {}) as Json;
    const images = imagesIn(inside);
    const about = { images, ...(id !== undefined && { id: `${id}` }) };
    return [said("tool", `${output ?? JSON.stringify(response)}`, about)];
  });
  return [...results, ...(others.length > 0 ? [said("user", others)] : [])];
}

const isOf = (type: string) => (block: Json) => block.type === type;

/** The text of a content: a string, or blocks. */
export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? (content as readonly Json[]) : [];
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}

function imagesIn(content: unknown): number {
  const parts = Array.isArray(content) ? (content as readonly Json[]) : [];
  return parts.filter(
    ({ type, inlineData }) =>
      type === "image" ||
      type === "image_url" ||
      type === "input_image" ||
      inlineData !== undefined,
  ).length;
}
