import type { Client } from "./client.ts";
import { type Model, withNotice } from "./model.ts";
import { identityOf, type ModelIdentity } from "./model-identity.ts";
import { limited } from "./model-limits.ts";
import type { ModelOptions } from "./model-options.ts";
import type { ModelReply, ModelRequest } from "./model-request.ts";
import { openClient } from "./open-client.ts";
import { openCache } from "./reply-cache.ts";
import { withRetries } from "./retries.ts";

/** Makes the client for a model. */
export type ClientOpener = (
  identity: ModelIdentity,
  options: Pick<ModelOptions, "env">,
) => Client | Promise<Client>;

/**
 * Opens a model by its name; `open` makes its client, unless a chat is to be had with it.
 *
 * @throws {ElisionError} `bad-option` for a name that says nothing, `no-sdk` for a provider whose
 * library is not installed, `no-key` without its key, `io` for the cache.
 */
export async function openModel(
  spec: string,
  options: ModelOptions,
  open: ClientOpener = openClient,
): Promise<Model> {
  const client = await open(identityOf(spec, options), options);
  const cache = await openCache(options.cacheFile, client);
  const call = withRetries(withNotice(client, options), options);
  let lost: { readonly error: unknown } | undefined;
  const { ask, spent } = limited(async (request) => {
    // Replies that are lost are not paid for.
    if (lost !== undefined) throw lost.error;
    return call(request);
  }, options);
  const pending = new Map<string, Promise<ModelReply>>();
  let kept = 0;

  const answer = async (request: ModelRequest): Promise<ModelReply> => {
    const known = cache.get(request);
    if (known !== undefined) {
      kept++;
      return known;
    }
    const { reply, isPaid } = await ask(request);
    try {
      if (isPaid) cache.put(request, reply);
    } catch (error) {
      lost ??= { error };
      throw error;
    }
    return reply;
  };
  return {
    name: spec,
    ask(request) {
      const key = cache.key(request);
      const already = pending.get(key);
      if (already !== undefined) return already;
      const reply = answer(request).finally(() => pending.delete(key));
      pending.set(key, reply);
      return reply;
    },
    async close() {
      cache.close();
      const { calls, inputTokens, outputTokens } = spent();
      if (calls + kept === 0) return;
      const tokens =
        inputTokens + outputTokens === 0
          ? ""
          : `, ${inputTokens} tokens sent and ${outputTokens} received`;
      options.note(`${client.name}: calls: ${calls}${tokens}; replies from the cache: ${kept}`);
    },
  };
}
