import { badOption, ElisionError } from "../base/errors.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { Attempt, Client } from "./client.ts";
import type { ModelIdentity } from "./model-identity.ts";
import type { ModelOptions } from "./model-options.ts";
import type { ModelRequest } from "./model-request.ts";
import { type EchoedCompletion, noPromptLogprobs, promptLikelihood } from "./prompt-likelihood.ts";
import { isCount, tokensIn } from "./sdk.ts";
import { failureOf } from "./server-failure.ts";

/** The most bytes of an answer: a prompt of 200,000 tokens comes back with some 100 bytes for each. */
const MAX_ECHO_BYTES = 100_000_000;

/** As many logprobs of other tokens as are asked for: servers refuse to send none. */
const OTHER_TOKENS = 1;

/**
 * A model behind `/v1/completions` of a server that speaks OpenAI's protocol, which is asked how likely texts are.
 * A reply to `likelihood` is a `Likelihood` in JSON, one to `continuation` a JSON text.
 *
 * @throws {ElisionError} `bad-option` for a model that is behind no such server.
 */
export function openCompletions(
  identity: ModelIdentity,
  { env }: Pick<ModelOptions, "env">,
): Client {
  const { model, name, provider, url } = identity;
  if (provider !== "openai")
    throw badOption("--model", "openai:NAME, behind a server that gives log-probabilities", name);
  if (url === undefined)
    throw new ElisionError("bad-option", "--model-url: expected the address of a server", {
      hint: "--model-url http://localhost:8000/v1; OpenAI's own API gives no log-probabilities of prompts",
    });
  const key = env.OPENAI_API_KEY || undefined;
  const address = `${url.replace(/\/+$/, "")}/completions`;
  return {
    ...identity,
    destination: `${name} at ${url}`,
    async attempt(request, signal) {
      try {
        const answer = await post(address, { body: bodyOf(model, request), key, signal });
        return attemptOf(answer, request);
      } catch (error) {
        if (error instanceof ElisionError && error.code === "no-prompt-logprobs") throw error;
        return failureOf(error, key);
      }
    },
  };
}

function bodyOf(model: string, { purpose, system, prompt, maxTokens }: ModelRequest): object {
  if (purpose === "likelihood") {
    const echo = { echo: true, logprobs: OTHER_TOKENS, max_tokens: maxTokens };
    return { model, prompt: system + prompt, temperature: 0, ...echo };
  }
  const stop = prompt === "" ? {} : { stop: [prompt] };
  return { model, prompt: system, temperature: 0, max_tokens: maxTokens, ...stop };
}

async function post(
  address: string,
  {
    body,
    key,
    signal,
  }: { readonly body: object; readonly key: string | undefined; readonly signal: AbortSignal },
): Promise<EchoedCompletion> {
  const headers = {
    "content-type": "application/json",
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const init = { method: "POST", headers, body: JSON.stringify(body), signal };
  const response = await boundedFetch(address, init, MAX_ECHO_BYTES);
  const said = await response.text();
  if (response.ok) return JSON.parse(said) as EchoedCompletion;
  const message = messageIn(said) ?? `status ${response.status}`;
  if (response.status < 500 && /\becho\b|logprobs/i.test(message)) throw noPromptLogprobs(message);
  throw Object.assign(new Error(message), { status: response.status, headers: response.headers });
}

/** The words of a server for a failure: in an object in OpenAI's protocol, and not in vLLM's older versions. */
function messageIn(said: string): string | undefined {
  try {
    const { error, message } = JSON.parse(said) as { error?: unknown; message?: unknown };
    const inner = typeof error === "object" && error !== null ? error : { message: error };
    const text = "message" in inner && inner.message !== undefined ? inner.message : message;
    return typeof text === "string" && text !== "" ? text : undefined;
  } catch {
    return undefined;
  }
}

function attemptOf(answer: EchoedCompletion, { purpose, system, prompt }: ModelRequest): Attempt {
  if (typeof answer !== "object" || answer === null)
    throw new TypeError("an answer without fields");
  const { prompt_tokens: input, completion_tokens: output } = answer.usage ?? {};
  const usage = { ...tokensIn(input, output), ...(isCount(input) && !isCount(output) && NONE) };
  if (purpose === "likelihood") {
    const likelihood = promptLikelihood(answer, { before: system, text: prompt });
    return { ok: true, text: JSON.stringify(likelihood), ...usage };
  }
  const text = answer.choices?.[0]?.text;
  if (typeof text !== "string") throw new TypeError(`text is of type ${typeof text}`);
  return { ok: true, text: JSON.stringify(text), ...usage };
}

const NONE = { outputTokens: 0 };
