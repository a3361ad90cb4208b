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
    const memoryOf = (text: string, conversation = "one") => {
      latest.add(request(conversation, text));
      const [near] = latest.nearest(Buffer.from(text), "anthropic");
      expect(near?.request.body.toString()).toBe(text);
      return near?.request.body.buffer;
    };
    const first = memoryOf("x".repeat(9000));
    const second = memoryOf("x".repeat(11_000));
    expect(second).not.toBe(first);
    expect(memoryOf("x".repeat(12_000))).toBe(second);
    expect(memoryOf("y".repeat(9000))).toBe(second);
    const larger = memoryOf("y".repeat(20_000));
    expect(larger).not.toBe(second);
    // The memory of one that was forgotten, or has become too large, is another's.
    expect(memoryOf("y".repeat(100))?.byteLength).toBeLessThan(5000);
    expect(memoryOf("z".repeat(25_000), "two")).toBe(larger);
    latest.forget("two");
    expect(memoryOf("z".repeat(25_000), "three")).toBe(larger);
  });

  it("forget those that came first past a number, and past bytes of memory", () => {
    const few = new LatestRequests<ReturnType<typeof request>>({ count: 2, bytes: 1e6 });
    const small = new LatestRequests<ReturnType<typeof request>>({ count: 99, bytes: 9000 });
    for (const latest of [few, small])
      for (const name of ["one", "two", "three"]) latest.add(request(name, `${name} says`));
    expect(kept(few, "two says")).toEqual([
      ["two says", 8],
      ["three says", 1],
    ]);
    expect(kept(small, "")).toHaveLength(2);
  });
});
