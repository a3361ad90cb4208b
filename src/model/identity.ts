import { badOption } from "../errors.ts";
import type { ModelOptions } from "./model.ts";

/** Which model a name means, and where it is: all that a reply depends on beside the question. */
export interface Identity {
  readonly provider: "anthropic" | "openai" | "command";
  /** The model, or the command. */
  readonly model: string;
  /** With its provider, as replies are kept under. */
  readonly name: string;
  /** The address, where it is not the provider's own. */
  readonly url?: string;
}

/** The addresses of the providers themselves. */
export const HOMES = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
} as const;

/** The model of `anthropic` without a name (seed 5, section 5). */
const ANTHROPIC_MODEL = "claude-haiku-4-5-20251001";

/** What the name of a model may be. */
const MODEL_FORMS = "anthropic, anthropic:NAME, openai:NAME or command:COMMAND";

/** What a name means; throws a `bad-option` error for one that says nothing. */
export function identityOf(
  spec: string,
  { url, env }: Pick<ModelOptions, "url" | "env">,
): Identity {
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
    if (url !== undefined) throw badOption("--model-url", "no address beside command:", url);
    return { provider, model, name: `command:${model}` };
  }
  throw badOption("--model", MODEL_FORMS, spec);
}

function served(
  provider: "anthropic" | "openai",
  model: string,
  url: string | undefined,
): Identity {
  const isElsewhere = url !== undefined && url !== HOMES[provider];
  return { provider, model, name: `${provider}:${model}`, ...(isElsewhere && { url }) };
}
