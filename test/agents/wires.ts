import { createHash } from "node:crypto";
import { textIn } from "./talk.ts";
import type { ToolCall } from "./tool-calls.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a request brings back of a session: its tool results, and its blocks of bound reasoning. */
export interface Brought {
  readonly results: readonly string[];
  /** Whether each block is valid: nothing before it has changed since it was written. */
  readonly blocks: readonly boolean[];
}

/** The form in which a provider is asked and answers. */
export interface Wire {
  readonly path: string;
  read(body: Json): Brought;
  /** Whether broken reasoning is refused in answer to this request; else it is left out, and the answer says so. */
  refuses(body: Json): boolean;
  /** An answer: reasoning, then calls of tools, or a text at the end. */
  answer(body: Json, count: number, reply: Reply): string;
}

/** What a model says next. */
export interface Reply {
  readonly calls: readonly ToolCall[];
  /** Said where no tool is called. */
  readonly text: string;
  /** The size of the prompt, as the provider counts it. */
  readonly inputTokens: number;
}

/** Events as both providers stream them. */
function streamed(events: readonly Json[]): string {
  return events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join("");
}

/** Anthropic's messages: a block is bound to system, tools and all messages before its own. */
export const anthropicWire: Wire = {
  path: "/v1/messages",
  refuses({ thinking }) {
    const { block_binding: binding } = (thinking ?? {}) as { readonly block_binding?: Json };
    return binding?.prefix_mismatch_behavior !== "drop_block";
  },
  read(body) {
    const messages = body.messages as readonly Json[];
    const blocksOf = ({ content }: Json) => (Array.isArray(content) ? (content as Json[]) : []);
    let isBroken = false;
    return {
      results: messages
        .flatMap(blocksOf)
        .filter(({ type }) => type === "tool_result")
        .map(({ content }) => textIn(content)),
      blocks: messages.flatMap((message, at) =>
        blocksOf(message)
          .filter(({ type }) => type === "thinking" || type === "redacted_thinking")
          .map(({ signature }) => {
            isBroken ||=
              isBinding(body) && signature !== anthropicPrefix(body, messages.slice(0, at));
            return !isBroken;
          }),
      ),
    };
  },
  answer(body, count, reply) {
    const signature = anthropicPrefix(body, body.messages as readonly Json[]);
    const usage = { input_tokens: reply.inputTokens, output_tokens: 1 };
    const message = { id: `msg_${count}`, type: "message", role: "assistant", model: body.model };
    const block = (index: number, start: Json, ...deltas: readonly Json[]): readonly Json[] => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ];
    const calls = reply.calls.flatMap(({ id, name, args }, at) =>
      block(
        at + 1,
        { type: "tool_use", id, name, input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify(args) },
      ),
    );
    const text = block(1, { type: "text", text: "" }, { type: "text_delta", text: reply.text });
    const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
    const thinking = `Counting on, ${count}.`;
    if (body.stream !== true) {
      const asked = reply.calls.map(({ id, name, args }) => ({
        type: "tool_use",
        id,
        name,
        input: args,
      }));
      const said = asked.length > 0 ? asked : [{ type: "text", text: reply.text }];
      const content = [{ type: "thinking", thinking, signature }, ...said];
      return JSON.stringify({ ...message, content, stop_reason, stop_sequence: null, usage });
    }
    return streamed([
      {
        type: "message_start",
        message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
      },
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking },
        { type: "signature_delta", signature },
      ),
      ...(calls.length > 0 ? calls : text),
      {
        type: "message_delta",
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: 5 },
      },
      { type: "message_stop" },
    ]);
  },
};

/** Models of an earlier generation take their thinking back whatever is before it. */
const isBinding = ({ model }: Json): boolean => !/-4-\d/.test(`${model}`);

function anthropicPrefix(body: Json, messages: readonly Json[]): string {
  const own = messages.map(({ role, content }) => [role, blocksIn(content)]);
  return digestOf([body.system, body.tools, own]);
}

/** A content as blocks: Claude Code says the same of a text now as a string and now as a block. */
function blocksIn(content: unknown): unknown {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** OpenAI's Responses: an item is bound to all items before it. */
export const responsesWire: Wire = {
  path: "/responses",
  refuses: () => false,
  read(body) {
    const items = body.input as readonly Json[];
    return {
      results: items
        .filter(({ type }) => `${type}`.endsWith("call_output"))
        .map(({ output }) => textIn(output)),
      blocks: items.flatMap((item, at) =>
        item.type === "reasoning"
          ? [item.encrypted_content === digestOf(items.slice(0, at).map(withoutId))]
          : [],
      ),
    };
  },
  answer(body, count, reply) {
    const items = body.input as readonly Json[];
    const response = { id: `resp_${count}` };
    const done = (output_index: number, item: Json) => ({
      type: "response.output_item.done",
      output_index,
      item,
    });
    const said = { type: "output_text", text: reply.text };
    const message = { type: "message", id: `m_${count}`, role: "assistant", content: [said] };
    const calls = reply.calls.map(({ id, args, source, ...named }) => {
      const call = { call_id: id, ...named };
      return source === undefined
        ? { type: "function_call", id: `fc_${id}`, ...call, arguments: JSON.stringify(args) }
        : { type: "custom_tool_call", id: `ctc_${id}`, ...call, input: source };
    });
    const reasoning = {
      type: "reasoning",
      id: `rs_${count}`,
      summary: [{ type: "summary_text", text: `Counting on, ${count}.` }],
      encrypted_content: digestOf(items.map(withoutId)),
    };
    const all = [reasoning, ...(calls.length > 0 ? calls : [message])];
    const usage = {
      input_tokens: reply.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: reply.inputTokens + 5,
    };
    return streamed([
      { type: "response.created", response },
      ...all.map((item, at) => done(at, item)),
      { type: "response.completed", response: { ...response, usage } },
    ]);
  },
};

/** Gemini's contents, which bind nothing to what is before it. */
export const geminiWire: Wire = {
  path: "enerateContent",
  refuses: () => false,
  read(body) {
    const contents = body.contents as readonly { readonly parts: readonly Json[] }[];
    // Gemini CLI sends each result of a session that it resumes twice: they have to be the same.
    const results = contents.flatMap(({ parts }) => [
      ...new Set(
        parts.flatMap(({ functionResponse }) => {
          const { response } = (functionResponse ?? {}) as { readonly response?: Json };
          return response === undefined ? [] : [`${response.output ?? JSON.stringify(response)}`];
        }),
      ),
    ]);
    return { results, blocks: [] };
  },
  answer(_body, _count, reply) {
    const calls = reply.calls.map(({ name, args }) => ({ functionCall: { name, args } }));
    const thought = { text: "Counting on.", thought: true };
    // Of calls at once the first alone is signed.
    const signed = calls.map((each, at) => (at > 0 ? each : { ...each, thoughtSignature: "U0lH" }));
    const parts = calls.length > 0 ? [thought, ...signed] : [{ text: reply.text }];
    const candidates = [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }];
    const { inputTokens: promptTokenCount } = reply;
    const totalTokenCount = promptTokenCount + 5;
    const counts = { promptTokenCount, candidatesTokenCount: 5, totalTokenCount };
    return `data: ${JSON.stringify({ candidates, usageMetadata: counts })}\n\n`;
  },
};

/** OpenAI's chat completions, which bring no bound reasoning. */
export const chatWire: Wire = {
  path: "/chat/completions",
  refuses: () => false,
  read(body) {
    const messages = body.messages as readonly Json[];
    const results = messages.filter(({ role }) => role === "tool");
    return { results: results.map(({ content }) => textIn(content)), blocks: [] };
  },
  answer(body, count, reply) {
    const calls = reply.calls.map(({ id, name, args }, index) => ({
      index,
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }));
    const [delta, finish_reason] =
      calls.length === 0
        ? [{ role: "assistant", content: reply.text }, "stop"]
        : [{ role: "assistant", content: "Counting on.", tool_calls: calls }, "tool_calls"];
    const head = {
      id: `c${count}`,
      object: "chat.completion.chunk",
      created: 1,
      model: body.model,
    };
    const { inputTokens: prompt_tokens } = reply;
    const usage = { prompt_tokens, completion_tokens: 5, total_tokens: prompt_tokens + 5 };
    if (body.stream !== true) {
      const choices = [{ index: 0, message: delta, finish_reason }];
      return JSON.stringify({ ...head, object: "chat.completion", choices, usage });
    }
    const chunks = [
      { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...head, choices: [{ index: 0, delta: {}, finish_reason }], usage },
    ];
    return `${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("")}data: [DONE]\n\n`;
  },
};

/** An item as the model sees it: the client gives ids. */
function withoutId({ id: _id, ...item }: Json): Json {
  return item;
}

/** A digest of JSON without the marks of a prompt cache, which are not compared. */
function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (key, part) => (key === "cache_control" ? undefined : part));
  return createHash("sha256").update(text).digest("base64");
}
