import { badOption } from "../errors.ts";
import { openAnthropic } from "./anthropic.ts";
import { commandClient } from "./command.ts";
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
export interface Client {
  readonly name: string;
  /** Where texts go, in words. */
  readonly destination: string;
  /** The address, where it is not the provider's own: part of what a reply depends on. */
  readonly url?: string;
  attempt(request: ModelRequest, signal: AbortSignal): Promise<Attempt>;
}

/** The model of `anthropic` without a name (seed 5, section 5). */
const ANTHROPIC_MODEL = "claude-haiku-4-5-20251001";

/** The client for a model's name. Libraries of providers are loaded only here, only the one named. */
export async function openClient(spec: string, options: ModelOptions): Promise<Client> {
  const colon = spec.indexOf(":");
  const provider = colon === -1 ? spec : spec.slice(0, colon);
  const model = colon === -1 ? "" : spec.slice(colon + 1).trim();
  if (provider === "anthropic" && (colon === -1 || model !== ""))
    return openAnthropic(model || ANTHROPIC_MODEL, options);
  if (provider === "openai" && model !== "") return openOpenai(model, options);
  if (provider === "command" && model !== "") {
    if (options.url !== undefined)
      throw badOption("--model-url", "no address beside command:", options.url);
    return commandClient(model, options);
  }
  throw badOption("--model", MODEL_FORMS, spec);
}

/** What the name of a model may be. */
export const MODEL_FORMS = "anthropic, anthropic:NAME, openai:NAME or command:COMMAND";
