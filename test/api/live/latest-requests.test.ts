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
  it("are the latest of each conversation, and change none that was given", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 40 });
    const added = fc.array(fc.tuple(fc.constantFrom("one", "two", "three"), text));
    fc.assert(
      fc.property(added, (all) => {
        const latest = new LatestRequests<ReturnType<typeof request>>();
        const given = all.map(([conversation, body]) => request(conversation, body));
        for (const each of given) latest.add(each);
        const bodies = kept(latest, "").map(([body]) => body);
        expect(bodies.sort()).toEqual([...new Map(all).values()].sort());
        // They may still be on their way.
        expect(given.map(({ body }) => body.toString())).toEqual(all.map(([, body]) => body));
      }),
    );
  });

  it("take over the memory of those before, where that is of their size", () => {
    const latest = new LatestRequests<ReturnType<typeof request>>();
    const memoryOf = (text: string) => {
      latest.add(request("one", text));
      const [near] = latest.nearest(Buffer.from(text), "anthropic");
      expect(near?.request.body.toString()).toBe(text);
      return near?.request.body.buffer;
    };
    const given = memoryOf("x".repeat(900));
    const own = memoryOf("x".repeat(1000));
    expect(own).not.toBe(given);
    expect(memoryOf("x".repeat(1200))).toBe(own);
    expect(memoryOf("y".repeat(900))).toBe(own);
    const larger = memoryOf("y".repeat(2000));
    expect(larger).not.toBe(own);
    expect(memoryOf("y".repeat(100))?.byteLength).toBeLessThan(200);
    // A conversation that was forgotten, and comes again, takes nothing over.
    latest.forget("one");
    expect(memoryOf("y".repeat(100))).not.toBe(larger);
  });

  it("forget those that came first past a number, and past bytes of memory", () => {
    const few = new LatestRequests<ReturnType<typeof request>>({ count: 2, bytes: 1e6 });
    const small = new LatestRequests<ReturnType<typeof request>>({ count: 99, bytes: 20 });
    for (const latest of [few, small])
      for (const name of ["one", "two", "three"]) latest.add(request(name, `${name} says`));
    expect(kept(few, "two says")).toEqual([
      ["two says", 8],
      ["three says", 1],
    ]);
    expect(kept(small, "")).toHaveLength(2);
  });
});
