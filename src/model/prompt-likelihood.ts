import { ElisionError } from "../base/errors.ts";

/** The log-likelihood of a text after a prompt, in nats, and its tokens. */
export interface Likelihood {
  readonly logprob: number;
  readonly tokens: number;
}

/** The answer of `/v1/completions` with `echo` and `logprobs`, as far as it is looked at. */
export interface EchoedCompletion {
  readonly choices?: readonly {
    readonly text?: unknown;
    readonly logprobs?: {
      readonly tokens?: readonly unknown[] | null;
      readonly token_logprobs?: readonly unknown[] | null;
      readonly text_offset?: readonly unknown[] | null;
    } | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown };
}

/**
 * The likelihood of a text by an answer that echoes the prompt before it, and the text, with the log-probability of
 * each token. Tokens are placed by their distance from the end of the text: servers differ in what they
 * put before a prompt.
 *
 * @throws {ElisionError} `no-prompt-logprobs` where the answer has none for the prompt, as llama-server's, which has
 * those of generated tokens alone.
 */
export function promptLikelihood(
  answer: EchoedCompletion,
  { before, text }: { readonly before: string; readonly text: string },
): Likelihood {
  const { tokens, token_logprobs: logprobs, text_offset: offsets } = logprobsIn(answer);
  // One token is asked for, since servers refuse to generate none.
  const generated = Number(answer.usage?.completion_tokens ?? 1);
  const count = logprobs.length - generated;
  if (count <= 0) throw noPromptLogprobs();
  const starts = startsOf(tokens, offsets);
  const end = starts[count] ?? 0;
  const chars = lengthIn(unitOf(end, before + text), text);
  let logprob = 0;
  let length = 0;
  for (let at = 0; at < count; at++) {
    if (end - (starts[at] ?? 0) > chars) continue;
    const one = logprobs[at];
    if (typeof one !== "number" || !Number.isFinite(one)) throw noPromptLogprobs();
    logprob += one;
    length++;
  }
  if (length === 0) throw noPromptLogprobs();
  return { logprob, tokens: length };
}

interface TokenLogprobs {
  readonly tokens: readonly unknown[];
  readonly token_logprobs: readonly unknown[];
  readonly text_offset: readonly unknown[] | undefined;
}

function logprobsIn({ choices }: EchoedCompletion): TokenLogprobs {
  const { tokens, token_logprobs, text_offset } = choices?.[0]?.logprobs ?? {};
  if (!Array.isArray(tokens) || !Array.isArray(token_logprobs)) throw noPromptLogprobs();
  const hasOffsets = Array.isArray(text_offset) && text_offset.length === tokens.length;
  return { tokens, token_logprobs, text_offset: hasOffsets ? text_offset : undefined };
}

/** Where each token begins, and where the last one ends. */
function startsOf(
  tokens: readonly unknown[],
  offsets: readonly unknown[] | undefined,
): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    at = Number(offsets?.[index] ?? at);
    starts.push(at);
    at += [...String(token)].length;
  }
  return [...starts, at];
}

/** The units that servers count texts in: Python's characters, bytes, UTF-16 units. */
const UNITS = {
  characters: (text: string) => [...text].length,
  bytes: (text: string) => Buffer.byteLength(text),
  units: (text: string) => text.length,
} as const;

/** The unit in which a text ends there; what a server puts before it may keep that from being any. */
function unitOf(end: number, text: string): keyof typeof UNITS {
  const names = Object.keys(UNITS) as (keyof typeof UNITS)[];
  return names.find((name) => UNITS[name](text) === end) ?? "characters";
}

function lengthIn(unit: keyof typeof UNITS, text: string): number {
  return UNITS[unit](text);
}

/** The error of a server that does not say how likely a prompt is. */
export function noPromptLogprobs(said?: string): ElisionError {
  const reason = said === undefined ? "" : `: ${said}`;
  return new ElisionError(
    "no-prompt-logprobs",
    `the server sends no log-probabilities of the prompt (echo and logprobs of /v1/completions)${reason}`,
    {
      hint: "serve the model with vLLM (vllm serve MODEL), or with llama-cpp-python (python -m llama_cpp.server --logits_all true): llama-server has those of generated tokens alone",
    },
  );
}
