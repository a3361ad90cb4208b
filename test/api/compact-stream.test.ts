import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { compact, compactStream } from "../../src/api/compact.ts";
import { sessionLines } from "../support/sessions.ts";

const SAVED = Buffer.from(sessionLines(12));

describe("compactStream", () => {
  it("takes bytes, strings and their encoding", async () => {
    const { bytes } = compact(SAVED, { window: 2 });
    const written = [
      (stream: NodeJS.WritableStream) => stream.end(new Uint8Array(SAVED)),
      (stream: NodeJS.WritableStream) => stream.end(SAVED.toString()),
      (stream: NodeJS.WritableStream) => stream.end(SAVED.toString("hex"), "hex"),
    ];
    for (const write of written) {
      const stream = compactStream({ window: 2 });
      write(stream);
      expect(Buffer.concat(await stream.toArray())).toEqual(Buffer.from(bytes));
    }
  });

  it("ends with an error when its pipeline is aborted", async () => {
    const aborting = new AbortController();
    const source = new Readable({ read: () => {} });
    source.push(SAVED.subarray(0, 500));
    const ended = pipeline(source, compactStream(), new PassThrough().resume(), {
      signal: aborting.signal,
    });
    aborting.abort();
    await expect(ended).rejects.toMatchObject({ name: "AbortError" });
  });

  it.each([[{ messages: [] }], [7], [undefined]])("names %j, which is no bytes", async (chunk) => {
    const stream = compactStream();
    stream.write(chunk as never);
    await expect(stream.toArray()).rejects.toMatchObject({
      code: "bad-input",
      hint: expect.stringContaining("reduceStream()"),
    });
  });
});
