import { openAnthropic } from "./anthropic-model.ts";
import type { Client } from "./client.ts";
import { commandClient } from "./command-model.ts";
import type { ModelIdentity } from "./model-identity.ts";
import type { ModelOptions } from "./model-options.ts";
import { openOpenai } from "./openai-model.ts";

/** The client for a model. Libraries of providers are loaded only here, only the one named. */
export async function openClient(
  identity: ModelIdentity,
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
