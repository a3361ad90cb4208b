import { describe, expect, it } from "vitest";
import { memoryMemo, type Sent } from "../../../src/api/live/sent-memo.ts";

const RAW: Sent = { as: "raw", stays: false };

describe("a memo in memory", () => {
  it("is bounded: it forgets what was not asked for the longest", () => {
    const memo = memoryMemo(3);
    for (const key of ["a", "b", "c"]) memo.setAll(new Map([[key, RAW]]));
    expect(memo.get("a")).toEqual(RAW);
    memo.setAll(new Map([["d", RAW]]));
    expect(["a", "b", "c", "d"].map((key) => memo.get(key))).toEqual([RAW, undefined, RAW, RAW]);
  });
});
