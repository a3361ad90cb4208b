import { describe, expect, it } from "vitest";
import { calibrate } from "../../../../src/analyses/compare/fit/calibrate.ts";
import type { RecordedRequest } from "../../../../src/analyses/compare/fit/recorded-request.ts";

const OVERHEAD = 10_000;
const MINUTE = 60_000;

/** Requests of a session that grows by 1000 tokens a turn, each a minute after the one before, all cached. */
function session(count: number): RecordedRequest[] {
  return Array.from({ length: count }, (_, k) => {
    const prompt = OVERHEAD + 1000 * (k + 1);
    return {
      step: k,
      message: 2 * k,
      context: 0,
      size: 1000 * (k + 1),
      usage: { prompt, read: k === 0 ? 0 : prompt - 1000 },
      model: "claude-opus-5.5",
      time: k * MINUTE,
    };
  });
}

/** The same with one request, and all after it, changed. */
function from(
  requests: readonly RecordedRequest[],
  first: number,
  change: (request: RecordedRequest) => Partial<RecordedRequest>,
): RecordedRequest[] {
  return requests.map((each, k) => (k < first ? each : { ...each, ...change(each) }));
}

/** The same with one request whose cache held less. */
function reading(requests: readonly RecordedRequest[], at: number, read: number) {
  return requests.map((each, k) =>
    k === at && each.usage !== undefined ? { ...each, usage: { ...each.usage, read } } : each,
  );
}

function grownBy(tokens: number) {
  return ({ usage }: RecordedRequest) => ({
    usage: usage && { ...usage, prompt: usage.prompt + tokens, read: (usage.read ?? 0) + tokens },
  });
}

describe("calibrate", () => {
  it("finds nothing where everything goes as simulated", () => {
    const { overheads, held, fit } = calibrate(session(12));
    expect(overheads.map(Math.round)).toEqual(Array(12).fill(OVERHEAD));
    expect(held).toEqual([0, ...Array(11).fill(undefined)]);
    expect(fit).toMatchObject({ turns: 12, within5Percent: 1, deviations: [] });
    expect(fit.simulated).toEqual(fit.recorded);
  });

  it.each([
    ["came in", 5000, "unseen"],
    ["was not sent", -5000, "unsent"],
  ])("begins anew where something %s that the transcript does not show", (_, tokens, kind) => {
    const requests = reading(from(session(12), 6, grownBy(tokens)), 6, OVERHEAD + 6000);
    const { overheads, fit } = calibrate(requests);
    expect(overheads.map(Math.round)).toEqual([
      ...Array(6).fill(OVERHEAD),
      ...Array(6).fill(OVERHEAD + tokens),
    ]);
    // The turn itself was not foreseen: it does not count as simulated well.
    expect(fit.within5Percent).toBeCloseTo(11 / 12, 10);
    expect(fit.deviations).toContainEqual({ step: 6, kind, tokens: 5000 });
  });

  it("knows that a cache is empty after its lifetime, of five minutes or of an hour", () => {
    const pause = (minutes: number) => (each: RecordedRequest) => ({
      time: (each.time ?? 0) + minutes * MINUTE,
    });
    const cold = reading(from(session(12), 6, pause(6)), 6, 0);
    const { held, fit } = calibrate(cold);
    expect(held[6]).toBe(0);
    expect(fit).toMatchObject({
      within5Percent: 1,
      deviations: [{ step: 6, kind: "expired", seconds: 7 * 60, tokens: OVERHEAD + 6000 }],
    });
    const long = from(session(12), 6, pause(6)).map((each) => ({
      ...each,
      usage: each.usage && { ...each.usage, keepsLong: true },
    }));
    expect(calibrate(long).fit).toMatchObject({ within5Percent: 1, deviations: [] });
  });

  it("knows that another model finds no cache", () => {
    const changed = from(session(12), 6, () => ({ model: "claude-haiku-5.5" }));
    const { fit } = calibrate(reading(changed, 6, 0));
    expect(fit).toMatchObject({
      within5Percent: 1,
      deviations: [{ step: 6, kind: "model", model: "claude-haiku-5.5" }],
    });
  });

  it("counts a cache that is empty for no reason on record against the simulation, and keeps to it", () => {
    const { held, fit } = calibrate(reading(session(12), 6, 0));
    expect(held[6]).toBe(0);
    expect(fit.within5Percent).toBeCloseTo(11 / 12, 10);
    expect(fit.deviations).toEqual([{ step: 6, kind: "cold", tokens: OVERHEAD + 6000 }]);
  });

  it("gives the first prompt what other sessions kept in the cache, and the next after a pause again", () => {
    const warm = reading(session(12), 0, 8000);
    const late = reading(
      from(warm, 6, (each) => ({ time: (each.time ?? 0) + 60 * MINUTE })),
      6,
      8000,
    );
    const { held, fit } = calibrate(late);
    expect([held[0], held[6]]).toEqual([8000, 8000]);
    expect(fit.within5Percent).toBe(1);
  });

  it("says nothing of caches where none were ever read", () => {
    const none = session(12).map(({ usage, ...each }) => ({
      ...each,
      usage: usage && { prompt: usage.prompt, read: 0 },
    }));
    const { fit } = calibrate(none);
    expect(fit.recorded).not.toHaveProperty("read");
    expect(fit).toMatchObject({ within5Percent: 1, deviations: [] });
  });

  it("starts with an empty context after a compaction, and leaves out turns without counts", () => {
    const first = session(4);
    const second = session(4).map((each) => ({ ...each, context: 1, step: each.step + 4 }));
    const read = second.map((each, k) =>
      k === 0 && each.usage ? { ...each, usage: { ...each.usage, read: OVERHEAD } } : each,
    );
    const uncounted = [...first, ...read].map((each, k) =>
      k === 2 ? { ...each, usage: undefined } : each,
    );
    expect(calibrate(uncounted).fit).toMatchObject({ turns: 7, within5Percent: 1, deviations: [] });
  });
});

describe("a cache that has less than the prompt before", () => {
  const at = (requests: readonly RecordedRequest[], k: number, more: Partial<RecordedRequest>) =>
    requests.map((each, index) => (index === k ? { ...each, ...more } : each));
  const usageAt = (k: number, more: Partial<NonNullable<RecordedRequest["usage"]>>) => ({
    usage: { ...session(12)[k]?.usage, ...more } as NonNullable<RecordedRequest["usage"]>,
  });

  it("has what was written to it, where the end of a prompt was not", () => {
    const { prompt = 0, read = 0 } = session(12)[5]?.usage ?? {};
    const unwritten = at(session(12), 5, usageAt(5, { write: prompt - read - 900 }));
    const { held, fit } = calibrate(at(unwritten, 6, usageAt(6, { read: prompt - 900 })));
    expect(fit.within5Percent).toBe(1);
    expect(held[6]).toBeCloseTo(prompt - 900, 0);
    expect(fit.deviations).toEqual([{ step: 6, kind: "unwritten", tokens: 900 }]);
  });

  it("ends at the first reasoning that the provider dropped", () => {
    const dropped = at(session(12), 8, {
      sameUpTo: 2000,
      ...usageAt(8, { read: OVERHEAD + 2000 }),
    });
    const { held, fit } = calibrate(dropped);
    expect(fit.within5Percent).toBe(1);
    expect(held[8]).toBeCloseTo(OVERHEAD + 2000, 0);
    expect(fit.deviations).toMatchObject([{ step: 8, kind: "dropped" }]);
  });

  it("gives back the same part of every prompt, where it is written to unasked", () => {
    const shares = session(12).map((each, k, all) => {
      const { prompt = 0 } = all[k - 1]?.usage ?? {};
      return { ...each, usage: each.usage && { ...each.usage, read: Math.round(0.94 * prompt) } };
    });
    const { fit } = calibrate(shares);
    expect(fit.within5Percent).toBe(1);
    expect(fit.simulated.read).toBeCloseTo(fit.recorded.read ?? 0, -2);
    const written = shares.map((each) => ({
      ...each,
      usage: each.usage && { ...each.usage, write: each.usage.prompt - (each.usage.read ?? 0) },
    }));
    expect(calibrate(written).fit.within5Percent).toBeLessThan(1);
  });

  it("begins anew with a context: what had come in before went with the one before", () => {
    const grown = from(session(12), 4, grownBy(9000));
    const compacted = grown.map((each, k): RecordedRequest => {
      if (k < 8) return each;
      const size = 1000 * (k - 7);
      return { ...each, context: 1, size, usage: { prompt: OVERHEAD + size, read: OVERHEAD } };
    });
    const { fit } = calibrate(compacted);
    expect(fit.deviations.filter(({ step }) => step === 8)).toEqual([]);
  });
});

describe("a reply that was larger than it shows", () => {
  it("explains by its count how much the next prompt grew", () => {
    const grown = from(session(12), 6, grownBy(5000)).map((each, k) =>
      k === 6 && each.usage !== undefined
        ? { ...each, usage: { ...each.usage, read: OVERHEAD + 6000 } }
        : each,
    );
    const counted = grown.map((each, k) =>
      k === 5 && each.usage !== undefined
        ? { ...each, reply: 100, usage: { ...each.usage, output: 5100 } }
        : each,
    );
    expect(calibrate(grown).fit.deviations).toMatchObject([{ step: 6, kind: "unseen" }]);
    expect(calibrate(counted).fit).toMatchObject({
      within5Percent: 1,
      deviations: [{ step: 6, kind: "hidden", tokens: 5000 }],
    });
  });

  it("explains nothing by a count that is another", () => {
    const grown = from(session(12), 6, grownBy(5000)).map((each, k) =>
      k === 5 && each.usage !== undefined
        ? { ...each, reply: 100, usage: { ...each.usage, output: 900 } }
        : each,
    );
    expect(calibrate(grown).fit.deviations[0]).toMatchObject({ step: 6, kind: "unseen" });
  });
});
