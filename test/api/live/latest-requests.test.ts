import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LatestRequests } from "../../../src/api/live/latest-requests.ts";

const request = (conversation: string, text: string) => ({
  conversation,
  format: "anthropic" as const,
  body: Buffer.from(text),
});

/** The bodies that are kept, and how much of each a body has in common with it. */
function kept(latest: LatestRequests<ReturnType<typeof request>>, text: string) {
  return [...latest.nearest(Buffer.from(text), "anthropic")].map(
    ({ request: { body }, common }) => [body.toString(), common],
  );
}

describe("the latest requests", () => {
  it("are copies, each of the latest body of its conversation", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 40 });
    const added = fc.array(fc.tuple(fc.constantFrom("one", "two", "three"), text));
    fc.assert(
      fc.property(added, (all) => {
        const latest = new LatestRequests<ReturnType<typeof request>>();
        const expected = new Map<string, string>();
        for (const [conversation, body] of all) {
          const given = request(conversation, body);
          latest.add(given);
          given.body.fill("z");
          expected.set(conversation, body);
        }
        const bodies = kept(latest, "").map(([body]) => body);
        expect(bodies.sort()).toEqual([...expected.values()].sort());
      }),
    );
  });

  it("take over the memory of the request before, where that is of their size", () => {
    const latest = new LatestRequests<ReturnType<typeof request>>();
    const memoryOf = (text: string) => {
      latest.add(request("one", text));
      const [near] = latest.nearest(Buffer.from(text), "anthropic");
      expect(near?.request.body.toString()).toBe(text);
      return near?.request.body.buffer;
    };
    const first = memoryOf("x".repeat(1000));
    expect(memoryOf("x".repeat(1200))).toBe(first);
    expect(memoryOf("y".repeat(900))).toBe(first);
    const larger = memoryOf("y".repeat(2000));
    expect(larger).not.toBe(first);
    expect(memoryOf("y".repeat(100))?.byteLength).toBeLessThan(200);
  });

  it("forget those that came first past a number, and past bytes of memory", () => {
    const few = new LatestRequests<ReturnType<typeof request>>({ count: 2, bytes: 1e6 });
    const small = new LatestRequests<ReturnType<typeof request>>({ count: 99, bytes: 30 });
    for (const latest of [few, small])
      for (const name of ["one", "two", "three"]) latest.add(request(name, `${name} says`));
    expect(kept(few, "two says")).toEqual([
      ["two says", 8],
      ["three says", 1],
    ]);
    expect(kept(small, "")).toHaveLength(2);
  });
});
