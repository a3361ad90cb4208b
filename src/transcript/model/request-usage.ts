/** The counts of one request in tokens, as its provider gave them; those it did not give are absent. */
export interface RequestUsage {
  /** The whole prompt, read from a cache or not. */
  readonly prompt: number;
  /** The part of it that was read from the cache, and that was written to it. */
  readonly read?: number | undefined;
  readonly write?: number | undefined;
  /** The reply, its reasoning included. */
  readonly output?: number | undefined;
  /** Whether anything was written to be kept for an hour, as against the provider's usual time. */
  readonly keepsLong?: boolean;
}

/**
 * Notes a usage. Of what is said of a request several times, as pieces of its reply are written, the first
 * holds, but for the output, which grows.
 */
export function noteUsage<Key>(known: Map<Key, RequestUsage>, key: Key, usage: RequestUsage): void {
  const first = known.get(key);
  if (first === undefined) known.set(key, usage);
  else if ((usage.output ?? 0) > (first.output ?? 0))
    known.set(key, { ...first, output: usage.output });
}
