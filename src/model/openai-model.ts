import { boundedFetch } from "./bounded-fetch.ts";
import type { Client } from "./client.ts";
import { type ModelIdentity, PROVIDER_ADDRESSES } from "./model-identity.ts";
import type { ModelOptions } from "./model-options.ts";
import { replyText } from "./reply-text.ts";
import { keyFrom, loadSdk, tokensIn } from "./sdk.ts";
import { failureOf } from "./server-failure.ts";

/** The key sent to a local server, which needs none. */
const NO_KEY = "none";

/** A model of OpenAI's, or of any server that speaks its Chat Completions protocol. */
export async function openOpenai(
  identity: ModelIdentity,
  env: ModelOptions["env"],
): Promise<Client> {
  const { model, name, url: baseURL = PROVIDER_ADDRESSES.openai } = identity;
  const isHome = identity.url === undefined;
  const sdk = await loadSdk("openai", "openai", () => import("openai"));
  const apiKey = isHome ? keyFrom("openai", "OPENAI_API_KEY", env) : (env.OPENAI_API_KEY ?? NO_KEY);
  // Attempts are counted, and waited for, by who asks.
  const server = new sdk.OpenAI({ apiKey, baseURL, maxRetries: 0, fetch: boundedFetch });
  // OpenAI's newer models refuse the old name, most other servers know no other.
  const limit = isHome ? "max_completion_tokens" : "max_tokens";
  return {
    ...identity,
    destination: `${name} at ${baseURL}`,
    async attempt({ system, prompt, maxTokens }, signal) {
      try {
        const { choices, usage } = await server.chat.completions.create(
          {
            model,
            [limit]: maxTokens,
            messages: [
              { role: "system", content: system },
              { role: "user", content: prompt },
            ],
          },
          { signal },
        );
        const [choice] = choices;
        if (choice?.finish_reason === "length")
          return { ok: false, reason: `cut off at ${maxTokens} tokens`, isPaid: true };
        return {
          ok: true,
          text: replyText(choice?.message?.content),
          ...tokensIn(usage?.prompt_tokens, usage?.completion_tokens),
        };
      } catch (error) {
        return failureOf(error, apiKey === NO_KEY ? undefined : apiKey);
      }
    },
  };
}
