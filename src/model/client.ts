import { openAnthropic } from "./anthropic.ts";
import { commandClient } from "./command.ts";
import type { Identity } from "./identity.ts";
import type { ModelOptions, ModelRequest } from "./model.ts";
import { openOpenai } from "./openai.ts";

/** What one attempt at a call came to. */
export type Attempt =
  | {
      readonly ok: true;
      readonly text: string;
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** `again`: worth another attempt; `never`: no other call will do better. */
      readonly outlook?: "again" | "never";
      /** How long the server asks to wait. */
      readonly afterMs?: number;
      /** Whether it was paid for all the same, and would be no different. */
      readonly isPaid?: boolean;
    };

/** One way to reach a model. */
export interface Client extends Identity {
  /** Where texts go, in words. */
  readonly destination: string;
  attempt(request: ModelRequest, signal: AbortSignal): Promise<Attempt>;
}

/** The client for a model. Libraries of providers are loaded only here, only the one named. */
export async function openClient(
  identity: Identity,
  { env }: Pick<ModelOptions, "env">,
): Promise<Client> {
  switch (identity.provider) {
    case "anthropic":
      return openAnthropic(identity, env);
    case "openai":
      return openOpenai(identity, env);
    case "command":
      return commandClient(identity, env);
    default:
      return identity.provider satisfies never;
  }
}
