/** Where lines longer than the window are collected. */
import { describe, expect, it } from "vitest";
import { LongLines } from "../../../../src/engine/input/lines/long-lines.ts";
import { memoryStore, readStore, type Store } from "../../../../src/io/store/store.ts";

const LINE = Buffer.from("a long line\n");

/** The text of a line that was collected, and the same once other bytes are in the input's store. */
function collected(store: Store, isKept: () => boolean): readonly string[] {
  const long = new LongLines({ store, heldBytes: 1e6, isKept });
  const line = long.end(LINE, { offset: 6, number: 2 });
  const text = () => readStore(line, 0, line.size).toString();
  const before = text();
  store.append(Buffer.from("more\n"));
  long.free();
  return [before, text()];
}

describe("a long line", () => {
  it("is read from the input's store while that keeps what is read, and stays there", () => {
    const store = memoryStore();
    for (const part of ["first\n", LINE]) store.append(Buffer.from(part));
    expect(collected(store, () => true)).toEqual(["a long line\n", "a long line\n"]);
  });

  it("is collected by itself where the input's store does not have it", () => {
    const store = memoryStore();
    store.append(Buffer.from("first\n"));
    expect(collected(store, () => false)[0]).toBe("a long line\n");
  });
});
