import { describe, expect, it } from "vitest";
import { arrangeChains } from "../../../src/formats/arrange/arrange-chains.ts";
import { arrangeCondensed } from "../../../src/formats/arrange/arrange-condensed.ts";
import { arrangeThreads } from "../../../src/formats/arrange/arrange-threads.ts";
import type { Found } from "../../../src/transcript/model/arrangement.ts";

/** Messages by their ids, `a>b` with `a` before it; `-a:c` for what condensation `c` made forgotten. */
function found(shorthand: string): readonly Found[] {
  const words = shorthand.split(" ");
  const ids = words.map((word) => (word.startsWith("-") ? undefined : word.split(">").at(-1)));
  return words.map((word, index) => {
    if (word.startsWith("-")) {
      const [id, parent] = word.slice(1).split(":");
      return { index, mark: "forgotten", id, parent, parentIndex: undefined };
    }
    const parent = word.includes(">") ? word.split(">")[0] : undefined;
    const at = ids.lastIndexOf(parent);
    const parentIndex = parent === undefined || at < 0 ? undefined : at;
    return { index, role: "user", parts: [], id: ids[index], parent, parentIndex };
  });
}

function arranged(shorthand: string, arrange = arrangeThreads): readonly string[] {
  const all = found(shorthand);
  return arrangeCondensed(arrange)(all).map(({ messages, dead = 0 }) => {
    const words = [...messages].map((index) => all[index]?.id ?? "");
    return `${words.slice(0, dead).join(" ")}|${words.slice(dead).join(" ")}`;
  });
}

describe("what condensations forgot", () => {
  it("is dead, and the summary stands where the first of it was", () => {
    expect(arranged("a b c d -b:s -c:s s e")).toEqual(["b c|a s d e"]);
  });

  it("can be an earlier summary", () => {
    expect(arranged("a b c -b:s s d -s:t -c:t t e")).toEqual(["b c s|a t d e"]);
  });

  it("is dead without a summary as well", () => {
    expect(arranged("a b c -b:s d")).toEqual(["b|a c d"]);
  });

  it("can be unknown", () => {
    expect(arranged("a -x:s s b")).toEqual(["|a s b"]);
  });

  it("lives where the condensation is on a branch that was left", () => {
    expect(arranged("a a>b -b:s b>s b>c", arrangeChains)).toEqual(["s|a b c"]);
    expect(arranged("a a>b -b:s b>s s>c", arrangeChains)).toEqual(["b|a s c"]);
  });
});
