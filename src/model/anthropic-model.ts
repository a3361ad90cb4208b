import { boundedFetch } from "./bounded-fetch.ts";
import type { Client } from "./client.ts";
import { type ModelIdentity, PROVIDER_ADDRESSES } from "./model-identity.ts";
import type { ModelOptions } from "./model-options.ts";
import { replyText } from "./reply-text.ts";
import { keyFrom, loadSdk, tokensIn } from "./sdk.ts";
import { failureOf } from "./server-failure.ts";

/** A model of Anthropic's, or of a server that speaks its Messages protocol. */
export async function openAnthropic(
  identity: ModelIdentity,
  env: ModelOptions["env"],
): Promise<Client> {
  const { model, name, url: baseURL = PROVIDER_ADDRESSES.anthropic } = identity;
  const sdk = await loadSdk("anthropic", "@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"));
  const apiKey = keyFrom("anthropic", "ANTHROPIC_API_KEY", env);
  // Attempts are counted, and waited for, by who asks.
  const server = new sdk.Anthropic({
    apiKey,
    authToken: null,
    baseURL,
    maxRetries: 0,
    fetch: boundedFetch,
  });
  return {
    ...identity,
    destination: `${name} at ${baseURL}`,
    async attempt({ system, prompt, maxTokens }, signal) {
      try {
        const { content, usage, stop_reason } = await server.messages.create(
          {
            model,
            max_tokens: maxTokens,
            system,
            messages: [{ role: "user", content: prompt }],
          },
          { signal },
        );
        if (stop_reason === "max_tokens")
          return { ok: false, reason: `cut off at ${maxTokens} tokens`, isPaid: true };
        if (stop_reason === "refusal") return { ok: false, reason: "refused", isPaid: true };
        return {
          ok: true,
          text: replyText(content),
          ...tokensIn(usage?.input_tokens, usage?.output_tokens),
        };
      } catch (error) {
        return failureOf(error, apiKey);
      }
    },
  };
}
