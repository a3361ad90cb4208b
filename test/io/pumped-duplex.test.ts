import { PassThrough, Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { type Pump, pumpedDuplex } from "../../src/io/pumped-duplex.ts";

/** A pump that gives each chunk twice, and counts what it does. */
function doubling(about: Partial<Pump> = {}) {
  const counts = { made: 0, closed: 0 };
  const pump: Pump = {
    *take(chunk) {
      for (let k = 0; k < 2; k++) {
        counts.made++;
        yield Buffer.from(chunk as Uint8Array);
      }
    },
    *finish() {
      yield Buffer.from("end");
    },
    close: () => {
      counts.closed++;
    },
    ...about,
  };
  return { counts, stream: pumpedDuplex(pump) };
}

describe("pumpedDuplex", () => {
  it("gives what is made of chunks and of the end in order, and closes once", async () => {
    const { counts, stream } = doubling();
    const source = Readable.from(["a", "b", "c"].map((each) => Buffer.from(each)));
    const pieces: Buffer[] = [];
    await pipeline(source, stream, async (read: AsyncIterable<Buffer>) => {
      for await (const piece of read) pieces.push(piece);
    });
    expect(Buffer.concat(pieces).toString()).toBe("aabbccend");
    expect(counts.closed).toBe(1);
  });

  it("makes no more than is read", async () => {
    const { counts, stream } = doubling();
    for (let k = 0; k < 20; k++) stream.write(Buffer.alloc(100_000, "x"));
    expect(counts.made).toBeLessThan(4);
    stream.end();
    let size = 0;
    for await (const piece of stream) size += (piece as Buffer).length;
    expect(size).toBe(20 * 2 * 100_000 + 3);
  });

  it("ends and closes when a pipeline is aborted", async () => {
    const { counts, stream } = doubling();
    const aborting = new AbortController();
    const silent = new Readable({ read: () => {} });
    silent.push("a");
    stream.once("data", () => aborting.abort());
    const ended = pipeline(silent, stream, new PassThrough().resume(), { signal: aborting.signal });
    await expect(ended).rejects.toThrow(/aborted/);
    expect(counts.closed).toBe(1);
  });

  it("closes when it is destroyed while it works, but not before that work is done", async () => {
    const events: string[] = [];
    const { stream } = doubling({
      *take() {
        stream.destroy();
        events.push("worked");
        yield Buffer.from("late");
      },
      close: () => events.push("closed"),
    });
    stream.on("data", () => events.push("data"));
    stream.write("a");
    await new Promise((closed) => stream.on("close", closed));
    expect(events).toEqual(["worked", "closed"]);
  });

  it.each(["take", "finish"] as const)("ends with what %s throws", async (name) => {
    const { counts, stream } = doubling({
      [name]: () => {
        throw new Error("no");
      },
    });
    const sink = new Writable({ write: (_chunk, _encoding, written) => written() });
    await expect(pipeline(Readable.from([Buffer.from("a")]), stream, sink)).rejects.toThrow("no");
    expect(counts.closed).toBe(1);
  });
});
