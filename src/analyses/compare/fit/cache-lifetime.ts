import { plainModelId } from "../../../reduce/binding/model-id.ts";

/**
 * The seconds that a provider keeps a prompt in its cache after its last use, by the model; undefined where its
 * documentation does not say. `keepsLong`: the request had asked for an hour.
 *
 * Anthropic: five minutes, or an hour if asked for (Prompt caching, "Cache lifetime"). OpenAI: "5 to 10 minutes of
 * inactivity, up to a maximum of one hour" (Prompt caching, "In-memory retention"): what it may keep is taken.
 */
export function cacheLifetime(model: string | undefined, keepsLong: boolean): number | undefined {
  const id = plainModelId(model ?? "");
  if (id.startsWith("claude")) return keepsLong ? HOUR : 5 * 60;
  if (/^(?:gpt|o\d|codex)/.test(id)) return HOUR;
  return undefined;
}

const HOUR = 3600;
