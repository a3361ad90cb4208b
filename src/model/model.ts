import { openCache } from "./cache.ts";
import { type Client, openClient } from "./client.ts";
import { identityOf } from "./identity.ts";
import { limited } from "./limits.ts";
import { patient } from "./retries.ts";

/** What a model is asked. Its hash, with the model's name, is the key of the cache. */
export interface ModelRequest {
  readonly purpose: "summary" | "reflection" | "snapshot";
  readonly system: string;
  readonly prompt: string;
  /** What it is about: a reply that was kept by an earlier run of the same subject will do. */
  readonly subject?: string;
  /** The most tokens that the reply may have. */
  readonly maxTokens: number;
}

/** What came back: a text that is not blank, or why there is none. */
export type ModelReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | { readonly ok: false; readonly reason: string };

/** A model that can be asked. Asking never throws: what went wrong is a reply. */
export interface Model {
  /** As it was named: `anthropic:NAME`, `openai:NAME`, `command:…`. */
  readonly name: string;
  ask(request: ModelRequest): Promise<ModelReply>;
  close(): Promise<void>;
}

/** How a model is asked, and what of the world it takes for that. */
export interface ModelOptions {
  /** The address of a server that speaks the provider's protocol. */
  readonly url?: string;
  /** A file that keeps replies, so that none is asked for twice. */
  readonly cacheFile?: string;
  /** The most calls, and the most tokens of prompts and replies together, that may be paid for. */
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  /** How long a single attempt may take. Default: 120,000. */
  readonly timeoutMs?: number;
  /** Calls under way at once. Default: 4. */
  readonly concurrency?: number;
  /** Where keys and addresses of providers are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told what is sent where, and what it came to. */
  note(line: string): void;
  /** Waits before a call is tried again. Default: a timer. */
  wait?(ms: number): Promise<void>;
  /** From 0 to 1, spreads what is tried again at once. Default: always the middle. */
  random?(): number;
}

/**
 * Opens a model by its name.
 *
 * @throws {ElisionError} `bad-option` for a name that says nothing, `no-sdk` for a provider whose
 * library is not installed, `no-key` without its key, `io` for the cache.
 */
export async function openModel(spec: string, options: ModelOptions): Promise<Model> {
  const client = await openClient(identityOf(spec, options), options);
  const cache = await openCache(options.cacheFile, client);
  const told = announced(client, options);
  const { ask, spent } = limited(patient(told, options), options);
  const pending = new Map<string, Promise<ModelReply>>();
  let kept = 0;

  const answer = async (request: ModelRequest): Promise<ModelReply> => {
    const known = cache.get(request);
    if (known !== undefined) {
      kept++;
      return known;
    }
    const { reply, isPaid } = await ask(request);
    if (isPaid) cache.put(request, reply);
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

/** What goes out for a purpose, in words. */
const SENT: Readonly<Record<ModelRequest["purpose"], string>> = {
  summary: "texts of transcripts",
  reflection: "texts of transcripts",
  snapshot: "the objective, memory entries, tasks and earlier snapshots",
};

/** A client that says, before anything is first sent, what goes where. */
function announced(client: Client, { note }: ModelOptions): Client {
  let isSaid = false;
  return {
    ...client,
    attempt(request, signal) {
      if (!isSaid) note(`${SENT[request.purpose]} are sent to ${client.destination}`);
      isSaid = true;
      return client.attempt(request, signal);
    },
  };
}
