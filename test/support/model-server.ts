import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a model's server was asked, in the terms of both protocols. */
export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly maxTokens: number;
  readonly system: string;
  readonly prompt: string;
}

/** How a server answers: with a text in its protocol, or with whatever is written. */
export type Answer = string | ((response: ServerResponse, asked: Asked) => void);

export interface ModelServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/**
 * A server on 127.0.0.1 that speaks a provider's wire format. Each request takes the next answer, and
 * the last one again and again.
 */
export async function modelServer(
  protocol: "anthropic" | "openai",
  answers: readonly Answer[] | ((asked: Asked) => Answer),
): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const about = { path: request.url ?? "", headers: request.headers };
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const one = { ...about, ...(protocol === "anthropic" ? ofAnthropic(body) : ofOpenai(body)) };
    const answer =
      typeof answers === "function"
        ? answers(one)
        : (answers[Math.min(asked.length, answers.length - 1)] ?? "");
    asked.push(one);
    if (typeof answer === "string") sendJson(response, 200, bodyOf(protocol, answer));
    else answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a status, and with a body if there is one. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, code, { error: { type: "an_error", message: `status ${code}, sorry` } });
  };
}

/** Answers with bytes that need not be what the protocol wants. */
export function raw(text: string): Answer {
  return (response) => {
    response.setHeader("content-type", "application/json");
    response.end(text);
  };
}

/** Breaks off in the middle of an answer. */
export const torn: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
  response.write('{"id":"1","content":[{"type":"te');
  setImmediate(() => response.destroy());
};

/** Never answers. */
export const silence: Answer = () => {};

/** The body of a reply in a protocol; `stop` is why it ended, in the protocol's own word. */
export function bodyOf(protocol: "anthropic" | "openai", text: string, stop?: string): object {
  if (protocol === "anthropic")
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text }],
      stop_reason: stop ?? "end_turn",
      usage: { input_tokens: 100, output_tokens: 20 },
    };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [
      { index: 0, message: { role: "assistant", content: text }, finish_reason: stop ?? "stop" },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

export function sendJson(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

interface Told {
  readonly role: string;
  readonly content: string;
}

function ofAnthropic(body: {
  model: string;
  max_tokens: number;
  system: string;
  messages: readonly Told[];
}) {
  const { model, max_tokens: maxTokens, system, messages } = body;
  return { model, maxTokens, system, prompt: messages[0]?.content ?? "" };
}

function ofOpenai(body: {
  model: string;
  max_tokens?: number;
  max_completion_tokens?: number;
  messages: readonly Told[];
}) {
  const { model, messages } = body;
  const said = (role: string) => messages.find((each) => each.role === role)?.content ?? "";
  const maxTokens = body.max_tokens ?? body.max_completion_tokens ?? 0;
  return { model, maxTokens, system: said("system"), prompt: said("user") };
}
