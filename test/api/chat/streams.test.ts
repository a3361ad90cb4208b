import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import ndjson from "ndjson";
import { describe, expect, it } from "vitest";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { reduceStream } from "../../../src/api/chat/reduce-stream.ts";
import { sessionMessages } from "../../support/sessions.ts";

const conversation = (turns: number) => ({
  id: turns,
  messages: sessionMessages(turns) as { role: string }[],
});

describe("reduceStream", () => {
  it("stands between ndjson.parse and ndjson.stringify", async () => {
    const input = [conversation(6), conversation(1)].map((each) => `${JSON.stringify(each)}\n`);
    const output: string[] = [];
    await pipeline(
      Readable.from(input),
      ndjson.parse(),
      reduceStream({ preserveRecentRawTurns: 2 }),
      ndjson.stringify(),
      async (lines: AsyncIterable<Buffer | string>) => {
        for await (const line of lines) output.push(line.toString());
      },
    );
    const [first, second] = output
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { messages } = conversation(6);
    expect(first).toEqual({
      id: 6,
      messages: reduce(messages, { preserveRecentRawTurns: 2 }).messages,
    });
    expect(JSON.stringify(first)).toContain("observation masked");
    expect(second).toEqual(conversation(1));
  });

  it("passes the same object on where nothing is reduced, and tells of each", async () => {
    const results: boolean[] = [];
    const one = conversation(1);
    const stream = reduceStream({ onResult: ({ reduced }) => results.push(reduced) });
    stream.end(one);
    const output = await stream.toArray();
    expect(output[0]).toBe(one);
    expect(results).toEqual([false]);
  });

  it("ends with an error at what is no conversation", async () => {
    const stream = reduceStream();
    stream.write(conversation(1));
    stream.end([1, 2]);
    await expect(stream.toArray()).rejects.toThrow(
      "object 2: expected a conversation { messages: [...] }",
    );
  });
});
