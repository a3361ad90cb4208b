import { badOption } from "../base/errors.ts";
import type { ModelOptions } from "./model-options.ts";

/** A model's provider, name and address: everything besides the question that a reply depends on. */
export interface ModelIdentity {
  readonly provider: "anthropic" | "openai" | "command";
  /** The model, or the command. */
  readonly model: string;
  /** The name with its provider, under which replies are cached. */
  readonly name: string;
  /** The address, where it is not the provider's own. */
  readonly url?: string;
}

/** The addresses of the providers themselves. */
export const PROVIDER_ADDRESSES = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
} as const;

/** The model of `anthropic` without a name. */
const ANTHROPIC_MODEL = "claude-haiku-4-5-20251001";

/** The accepted names of models. */
const MODEL_FORMS = "anthropic, anthropic:NAME, openai:NAME or command:COMMAND";

/** Parses a model's name; throws a `bad-option` error for an unknown one. */
export function identityOf(
  spec: string,
  { url, env }: Pick<ModelOptions, "url" | "env">,
): ModelIdentity {
  const colon = spec.indexOf(":");
  const provider = colon === -1 ? spec : spec.slice(0, colon);
  const model = colon === -1 ? "" : spec.slice(colon + 1).trim();
  if (provider === "anthropic" && (colon === -1 || model !== ""))
    return served(
      "anthropic",
      model || ANTHROPIC_MODEL,
      url ?? (env.ANTHROPIC_BASE_URL || undefined),
    );
  if (provider === "openai" && model !== "")
    return served("openai", model, url ?? (env.OPENAI_BASE_URL || undefined));
  if (provider === "command" && model !== "") {
    if (url !== undefined) throw badOption("--model-url", "no address with command:", url);
    return { provider, model, name: `command:${model}` };
  }
  throw badOption("--model", MODEL_FORMS, spec);
}

function served(
  provider: "anthropic" | "openai",
  model: string,
  url: string | undefined,
): ModelIdentity {
  const isElsewhere = url !== undefined && url !== PROVIDER_ADDRESSES[provider];
  return { provider, model, name: `${provider}:${model}`, ...(isElsewhere && { url }) };
}
