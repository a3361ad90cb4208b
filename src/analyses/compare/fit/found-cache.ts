import { plainModelId } from "../../../reduce/binding/model-id.ts";
import { quartilesOf } from "../sums/quartiles.ts";
import type { FitDeviation } from "./fit-result.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** Why a cache had less than the previous prompt. */
export type Emptied = Pick<FitDeviation, "kind" | "model" | "seconds">;

/** The cache as a request finds it. */
export interface FoundCache {
  /** The tokens that it could have, and those still in it if fewer. */
  readonly whole: number;
  readonly kept: number | undefined;
  /** The tokens that are read from it. */
  readonly read: number;
  /** Why it had less. */
  readonly reason: Emptied | undefined;
}

/** Computes the content of the cache for a request. */
export function cacheAt(
  request: RecordedRequest,
  {
    before,
    base,
    prompt,
    shared,
    reach,
  }: {
    readonly before: RecordedRequest | undefined;
    /** The tokens of the previous prompt that no message shows. */
    readonly base: number;
    readonly prompt: number;
    /** The tokens that an empty cache still has. */
    readonly shared: number;
    /** The part of the previous prompt that a full cache returns; undefined if nothing was ever read from it. */
    readonly reach: number | undefined;
  },
): FoundCache {
  const goesOn = before?.context === request.context;
  const whole = before === undefined ? prompt : base + (goesOn ? before.size : 0);
  const emptied = reach === undefined ? undefined : reasonForEmpty(request, before);
  const part =
    emptied === undefined && goesOn ? heldPart(request, { before, base, whole }) : undefined;
  const kept = emptied !== undefined || before === undefined ? shared : part?.held;
  const read = Math.max(0, Math.min(kept ?? (reach ?? 1) * whole, whole, prompt));
  return { whole, kept, read, reason: emptied ?? part?.reason };
}

/**
 * For a provider that caches automatically, the share of the previous prompt that its cache returns: the median of
 * those from 0.9 up. Gemini and OpenAI cache blocks, and may not have the newest yet. 1 if writes are recorded.
 */
export function cacheReach(requests: readonly RecordedRequest[]): number {
  if (requests.some(({ usage }) => (usage?.write ?? 0) > 0)) return 1;
  const shares = requests.flatMap(({ usage, context }, k) => {
    const before = requests[k - 1];
    if (before?.usage === undefined || before.context !== context) return [];
    const share = (usage?.read ?? 0) / before.usage.prompt;
    return share >= LEAST_REACH ? [Math.min(1, share)] : [];
  });
  return quartilesOf(shares)?.median ?? 1;
}

const LEAST_REACH = 0.9;

/** The part of the previous prompt that is still in the cache, if recorded, and why not all of it. */
function heldPart(
  { sameUpTo }: RecordedRequest,
  {
    before,
    base,
    whole,
  }: {
    readonly before: RecordedRequest | undefined;
    readonly base: number;
    readonly whole: number;
  },
): { readonly held: number; readonly reason: Emptied } | undefined {
  if (sameUpTo !== undefined) return { held: base + sameUpTo, reason: { kind: "dropped" } };
  const { read = 0, write = 0, prompt = 0 } = before?.usage ?? {};
  const uncached = write > 0 ? prompt - read - write : 0;
  return uncached > UNCACHED * prompt
    ? { held: whole - uncached, reason: { kind: "unwritten" } }
    : undefined;
}

/** The largest share of a prompt's end that is normally not written to the cache. */
const UNCACHED = 0.01;

/** The recorded reason for a cache without the previous prompt. */
function reasonForEmpty(
  { model, time }: RecordedRequest,
  before: RecordedRequest | undefined,
): Emptied | undefined {
  if (before === undefined) return undefined;
  if (model !== undefined && before.model !== undefined && model !== before.model)
    return { kind: "model", model };
  if (time === undefined || before.time === undefined) return undefined;
  const seconds = Math.round((time - before.time) / 1000);
  const lifetime = cacheLifetime(model, before.usage?.keepsLong ?? false);
  return lifetime !== undefined && seconds > lifetime ? { kind: "expired", seconds } : undefined;
}

/**
 * The seconds that a provider keeps a prompt in its cache after its last use, by the model; undefined if its
 * documentation does not say. `keepsLong`: the request had set an hour.
 *
 * Anthropic: five minutes, or an hour if asked for (Prompt caching, "Cache lifetime"). OpenAI: "5 to 10 minutes of
 * inactivity, up to a maximum of one hour" (Prompt caching, "In-memory retention"): the maximum is used.
 */
function cacheLifetime(model: string | undefined, keepsLong: boolean): number | undefined {
  const id = plainModelId(model ?? "");
  if (id.startsWith("claude")) return keepsLong ? HOUR : 5 * 60;
  if (/^(?:gpt|o\d|codex)/.test(id)) return HOUR;
  return undefined;
}

const HOUR = 3600;
