import type { Client } from "./client.ts";
import type { ModelOptions } from "./model-options.ts";
import type { ModelReply, ModelRequest } from "./model-request.ts";

/**
 * A model that can be asked. What went wrong is a reply; asking throws only where replies cannot be kept
 * in the cache, and then each time.
 */
export interface Model {
  /** As it was named: `anthropic:NAME`, `openai:NAME`, `command:…`. */
  readonly name: string;
  ask(request: ModelRequest): Promise<ModelReply>;
  close(): Promise<void>;
}

/** The content sent for each purpose, in words. */
const SENT: Readonly<Record<ModelRequest["purpose"], string>> = {
  summary: "texts of transcripts",
  reflection: "texts of transcripts",
  snapshot: "the objective, memory entries, tasks and earlier snapshots",
  likelihood: "prompts and replies of transcripts",
  continuation: "prompts and replies of transcripts",
};

/** A client that says, before anything is first sent, what goes where. */
export function withNotice(client: Client, { note }: ModelOptions): Client {
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
