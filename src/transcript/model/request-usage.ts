/** A provider's token counts for one request; those not recorded are absent. */
export interface RequestUsage {
  /** The whole prompt, read from a cache or not. */
  readonly prompt: number;
  /** The part of it that was read from the cache, and that was written to it. */
  readonly read?: number | undefined;
  readonly write?: number | undefined;
  /** The reply, its reasoning included. */
  readonly output?: number | undefined;
  /** Whether anything was written to the cache for an hour instead of the usual time. */
  readonly keepsLong?: boolean;
}

/**
 * Adds a usage. If a request is recorded several times, with pieces of its reply, the first counts apply, except
 * for the output, which grows.
 */
export function noteUsage<Key>(known: Map<Key, RequestUsage>, key: Key, usage: RequestUsage): void {
  const first = known.get(key);
  if (first === undefined) known.set(key, usage);
  else if ((usage.output ?? 0) > (first.output ?? 0))
    known.set(key, { ...first, output: usage.output });
}
