import type { Wire } from "./wire.ts";

/** The tokens of a reply, as its provider counts them. */
export interface ReplyUsage {
  /** Not read from a cache, nor written to it. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** The bytes of a reply that are kept for its usage: it comes first or last. */
const KEPT = 64 * 1024;

/** Reads the usage from a copy of a reply as it passes; the reply itself is never held. */
export interface UsageCopy {
  add(chunk: Buffer): void;
  readonly usage: ReplyUsage | undefined;
}

/** A copy that keeps the first and the last bytes of a reply that is not compressed. */
export function copyForUsage(wire: Wire): UsageCopy {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    add(chunk) {
      if (head.length < KEPT) head = Buffer.concat([head, chunk.subarray(0, KEPT - head.length)]);
      tail =
        chunk.length >= KEPT
          ? Buffer.from(chunk.subarray(-KEPT))
          : Buffer.concat([tail, chunk]).subarray(-KEPT);
    },
    get usage() {
      const text = `${head.toString()}\n${tail.toString()}`;
      return wire.name === "gemini" ? geminiUsage(text) : usageIn(text);
    },
  };
}

/** Anthropic's and OpenAI's: the largest of what is said several times as a reply goes on. */
function usageIn(text: string): ReplyUsage | undefined {
  const most = (key: string) => largest(text, key);
  const anthropicRead = most("cache_read_input_tokens");
  const anthropicWrite = most("cache_creation_input_tokens");
  const input = most("input_tokens") ?? most("prompt_tokens");
  const output = most("output_tokens") ?? most("completion_tokens");
  if (input === undefined && output === undefined) return undefined;
  if (anthropicRead !== undefined || anthropicWrite !== undefined)
    return {
      input: input ?? 0,
      cacheRead: anthropicRead ?? 0,
      cacheWrite: anthropicWrite ?? 0,
      output: output ?? 0,
    };
  // OpenAI counts what was read from the cache among the input.
  const cacheRead = most("cached_tokens") ?? 0;
  return {
    input: Math.max(0, (input ?? 0) - cacheRead),
    cacheRead,
    cacheWrite: 0,
    output: output ?? 0,
  };
}

function geminiUsage(text: string): ReplyUsage | undefined {
  const prompt = largest(text, "promptTokenCount");
  if (prompt === undefined) return undefined;
  const cacheRead = largest(text, "cachedContentTokenCount") ?? 0;
  const output =
    (largest(text, "candidatesTokenCount") ?? 0) + (largest(text, "thoughtsTokenCount") ?? 0);
  return { input: Math.max(0, prompt - cacheRead), cacheRead, cacheWrite: 0, output };
}

function largest(text: string, key: string): number | undefined {
  const values = [...text.matchAll(new RegExp(`"${key}"\\s*:\\s*(\\d{1,12})`, "g"))];
  if (values.length === 0) return undefined;
  return Math.max(...values.map(([, digits]) => Number(digits)));
}
