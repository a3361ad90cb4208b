/** A server on this machine that answers `/v1/completions` as vLLM does, from a language model of the test's own. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { NgramModel } from "./ngram-model.ts";

/** A request as it came. */
export interface AskedCompletion {
  readonly model: string;
  readonly prompt: string;
  readonly echo?: boolean;
  readonly logprobs?: number;
  readonly max_tokens: number;
  readonly temperature: number;
  readonly stop?: readonly string[];
}

export interface CompletionsServer {
  /** As `--model-url` takes it. */
  readonly url: string;
  readonly asked: readonly AskedCompletion[];
}

/** What a server does in place of answering; undefined: it answers. */
export type Misbehaviour = (
  asked: AskedCompletion,
  count: number,
  response: ServerResponse,
) => boolean | undefined;

/** Starts one for this test. */
export async function completionsServer(
  model: NgramModel,
  misbehaves: Misbehaviour = () => false,
): Promise<CompletionsServer> {
  const asked: AskedCompletion[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as AskedCompletion;
    asked.push(body);
    if (misbehaves(body, asked.length, response)) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(request.url === "/v1/completions" ? answerOf(model, body) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, asked };
}

/** An answer in the shape of vLLM's: a token is a character here. */
export function answerOf(model: NgramModel, asked: AskedCompletion): object {
  const { prompt, echo = false, logprobs, max_tokens: length, stop = [] } = asked;
  const whole = model.continuation(prompt, length);
  const ends = stop.map((each) => whole.indexOf(each)).filter((at) => at >= 0);
  const made = whole.slice(0, Math.min(whole.length, ...ends));
  const text = echo ? prompt + made : made;
  const tokens = [...(echo ? prompt : ""), ...made];
  const all = logprobs === undefined ? [] : model.logprobs(prompt + made);
  return {
    choices: [
      {
        index: 0,
        text,
        finish_reason: "length",
        logprobs:
          logprobs === undefined
            ? null
            : {
                tokens,
                text_offset: tokens.map((_, at) => at),
                token_logprobs: all
                  .slice(-tokens.length)
                  .map((each, at) => (at === 0 ? null : each)),
              },
      },
    ],
    usage: { prompt_tokens: [...prompt].length, completion_tokens: [...made].length },
  };
}
