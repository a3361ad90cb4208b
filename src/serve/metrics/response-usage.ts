import type { Wire } from "../http/wire.ts";

/** The tokens of a reply, by its provider's count. */
export interface ReplyUsage {
  /** Neither read from a cache nor written to it. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** The bytes kept of a reply's start and of its end, where the usage is. */
const KEPT = 64 * 1024;

/** Reads the usage from a copy of a reply as it passes; the reply itself is never held. */
export interface UsageCopy {
  add(chunk: Buffer): void;
  readonly usage: ReplyUsage | undefined;
}

/** A copy of the first and the last bytes of an uncompressed reply. */
export function copyForUsage(wire: Wire): UsageCopy {
  const head: Buffer[] = [];
  let headLength = 0;
  const tail: Buffer[] = [];
  let tailLength = 0;
  return {
    add(chunk) {
      if (headLength < KEPT) head.push(chunk.subarray(0, KEPT - headLength));
      headLength += chunk.length;
      const end = chunk.subarray(-KEPT);
      tail.push(end);
      tailLength += end.length;
      for (let [first] = tail; first && tailLength - first.length >= KEPT; [first] = tail) {
        tail.shift();
        tailLength -= first.length;
      }
    },
    get usage() {
      const parts = headLength <= KEPT ? [head] : [head, tail];
      const most = largestNumbers(parts.map((chunks) => Buffer.concat(chunks)));
      return wire.name === "gemini" ? geminiUsage(most) : usageIn(most);
    },
  };
}

/** The largest number for each key: counts that are reported several times grow during a reply. */
type Largest = ReadonlyMap<string, number>;

/** Reads Anthropic's and OpenAI's usage. */
function usageIn(most: Largest): ReplyUsage | undefined {
  const anthropicRead = most.get("cache_read_input_tokens");
  const anthropicWrite = most.get("cache_creation_input_tokens");
  const input = most.get("input_tokens") ?? most.get("prompt_tokens");
  const output = most.get("output_tokens") ?? most.get("completion_tokens");
  if (input === undefined && output === undefined) return undefined;
  if (anthropicRead !== undefined || anthropicWrite !== undefined)
    return {
      input: input ?? 0,
      cacheRead: anthropicRead ?? 0,
      cacheWrite: anthropicWrite ?? 0,
      output: output ?? 0,
    };
  // OpenAI includes tokens read from the cache in the input.
  const cacheRead = most.get("cached_tokens") ?? 0;
  return {
    input: Math.max(0, (input ?? 0) - cacheRead),
    cacheRead,
    cacheWrite: 0,
    output: output ?? 0,
  };
}

function geminiUsage(most: Largest): ReplyUsage | undefined {
  const prompt = most.get("promptTokenCount");
  if (prompt === undefined) return undefined;
  const cacheRead = most.get("cachedContentTokenCount") ?? 0;
  const output = (most.get("candidatesTokenCount") ?? 0) + (most.get("thoughtsTokenCount") ?? 0);
  return { input: Math.max(0, prompt - cacheRead), cacheRead, cacheWrite: 0, output };
}

/** All keys of usage end like this; searching bytes is faster than searching text. */
const KEY_ENDS = [Buffer.from('_tokens"'), Buffer.from('TokenCount"')];

/** Bytes before the end of a key, and after it, that contain the key and its number. */
const BEFORE_END = 40;
const AFTER_END = 60;

const NUMBER_OF_KEY = /^"(\w+)"\s*:\s*(\d{1,12})/;

function largestNumbers(parts: readonly Buffer[]): Largest {
  const largest = new Map<string, number>();
  for (const bytes of parts)
    for (const end of KEY_ENDS)
      for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + end.length)) {
        const around = bytes.toString("latin1", Math.max(0, at - BEFORE_END), at + AFTER_END);
        const key = around.slice(0, Math.min(at, BEFORE_END)).search(/"\w*$/);
        const [, name = "", digits] = NUMBER_OF_KEY.exec(around.slice(Math.max(0, key))) ?? [];
        if (digits !== undefined)
          largest.set(name, Math.max(largest.get(name) ?? 0, Number(digits)));
      }
  return largest;
}
