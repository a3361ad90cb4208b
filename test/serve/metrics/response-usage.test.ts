import { describe, expect, it } from "vitest";
import { wireOf } from "../../../src/serve/http/wire.ts";
import { copyForUsage } from "../../../src/serve/metrics/response-usage.ts";
import { LIVE_PATHS, type LiveWire } from "../../support/live-agent.ts";

/** The usage in a reply that comes in pieces of so many bytes. */
function usageOf(wire: LiveWire, reply: string, size = 1000) {
  const known = wireOf("POST", LIVE_PATHS[wire]);
  if (known === undefined) throw new Error(wire);
  const copy = copyForUsage(known);
  const bytes = Buffer.from(reply);
  for (let at = 0; at < bytes.length; at += size) copy.add(bytes.subarray(at, at + size));
  return copy.usage;
}

describe("the usage of a reply", () => {
  it.each([
    [
      "anthropic",
      'data: {"message":{"usage":{"input_tokens":3,"cache_creation_input_tokens":20,"cache_read_input_tokens":100,"output_tokens":1}}}\n\ndata: {"usage":{"output_tokens":17}}\n\n',
      { input: 3, cacheRead: 100, cacheWrite: 20, output: 17 },
    ],
    [
      "openai-chat",
      '{"usage":{"prompt_tokens":103,"completion_tokens":17,"prompt_tokens_details":{"cached_tokens":100}}}',
      { input: 3, cacheRead: 100, cacheWrite: 0, output: 17 },
    ],
    [
      "openai-responses",
      'data: {"response":{"usage":{"input_tokens":103,"input_tokens_details":{"cached_tokens":100},"output_tokens":17,"output_tokens_details":{"reasoning_tokens":9},"total_tokens":120}}}\n\n',
      { input: 3, cacheRead: 100, cacheWrite: 0, output: 17 },
    ],
    [
      "gemini",
      'data: {"usageMetadata": {"promptTokenCount": 103, "cachedContentTokenCount": 100, "candidatesTokenCount": 8, "thoughtsTokenCount": 9, "totalTokenCount": 120}}\n\n',
      { input: 3, cacheRead: 100, cacheWrite: 0, output: 17 },
    ],
  ] as const)("of %s has what was read from a cache apart", (wire, reply, usage) => {
    expect(usageOf(wire, reply)).toEqual(usage);
    // Wherever it is cut, and after a text that is longer than all that is kept.
    const long = `data: {"text":"${"x".repeat(200_000)}"}\n\n${reply}`;
    for (const size of [7, 64, 65_536]) expect(usageOf(wire, long, size)).toEqual(usage);
    expect(usageOf(wire, "data: [DONE]\n\n")).toBeUndefined();
  });
});
