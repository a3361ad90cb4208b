import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it, vi } from "vitest";
import { clipName, clipNames } from "../../src/report/clip-names.ts";
import {
  clipEnd,
  displayWidth,
  endOf,
  padToWidth,
  startOf,
} from "../../src/report/display-width.ts";
import { wrap } from "../../src/report/list-table.ts";

/** Names as they occur: ASCII, CJK, emoji of several code points, marks that combine. */
const names = fc
  .array(
    fc.constantFrom("a", "b", "/", ":", "1", "日", "本", "👩‍👩‍👧", "🐦", "é", "ñ̃", "한", "-"),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(""));

describe("the width of a text", () => {
  it.each([
    ["abc", 3],
    ["日本", 4],
    ["🐦", 2],
    ["👩‍👩‍👧", 2],
    ["e\u0301", 1],
    ["…–◀", 3],
  ])("%s is %i", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("is told without a segmenter of the signs that reports have", async () => {
    vi.resetModules();
    const fresh = await import("../../src/report/display-width.ts");
    const segmenters = vi.spyOn(Intl, "Segmenter");
    for (const text of ["first-sight ◀", "3,220 → 680", "└ read", "│─┤", "▇▁ 2 × 3 · 1 – 2…"])
      expect(fresh.displayWidth(text)).toBe(stringWidth(text));
    expect(segmenters).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("is what string-width takes it for", () => {
    const characters = [
      "日",
      "ｱ",
      "ﾞ",
      "नि",
      "☺",
      "❤️",
      "👍🏽",
      "🇩🇪",
      "1️⃣",
      "👩‍👩‍👧",
      "é",
      "1",
      "\u200b",
      "█▊",
    ];
    const texts = fc.array(fc.constantFrom(...characters)).map((each) => each.join(" "));
    fc.assert(
      fc.property(texts, (text) => {
        expect(displayWidth(text)).toBe(stringWidth(text));
      }),
    );
  });

  it("is kept by what cuts and fills, which part no character", () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 40 }), (name, width) => {
        for (const part of [startOf(name, width), endOf(name, width), clipEnd(name, width)])
          expect(displayWidth(part)).toBeLessThanOrEqual(width);
        expect(Buffer.from(startOf(name, width)).toString()).toBe(startOf(name, width));
        expect(displayWidth(padToWidth(clipEnd(name, width), width))).toBe(width);
        for (const line of wrap(name, Math.max(2, width)))
          expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(2, width));
      }),
    );
  });
});

describe("names that are cut", () => {
  it.each([
    ["a/session.jsonl", 15, "a/session.jsonl"],
    ["logs/today/session.jsonl", 17, "lo…/session.jsonl"],
    ["logs/session.jsonl", 15, "…/session.jsonl"],
    ["rollout-2026-11-02T10-11-12-3f2a.jsonl", 20, "rollout-20…f2a.jsonl"],
    ["logs/session.jsonl:3", 15, "session.jsonl:3"],
    ["logs/raze.claude-session.jsonl:12", 16, "raze.cla…sonl:12"],
    ["日本語の長い名前.jsonl", 12, "日本語…jsonl"],
  ])("%s in %i columns", (name, width, expected) => {
    const cut = clipName(name, width);
    expect(displayWidth(cut)).toBeLessThanOrEqual(width);
    if (expected.length > 0) expect(cut).toBe(expected);
  });

  it("are cut by words, and by no digit, where they count other rows", () => {
    const cut = (width: number) => clipName("… and 1,124 more", width);
    expect([20, 16, 15, 12, 11, 7, 6].map(cut)).toEqual([
      ...["… and 1,124 more", "… and 1,124 more", "… 1,124 more", "… 1,124 more"],
      ...["… 1,124", "… 1,124", "…"],
    ]);
  });

  it("lose the folder that all of them share, if they are too long", () => {
    const paths = ["/home/me/logs/a.jsonl:2", "/home/me/logs/b/c.jsonl:16", "… and 3 more"];
    expect(clipNames(paths, 13)).toEqual(["a.jsonl:2", "b/c.jsonl:16", "… and 3 more"]);
    expect(clipNames(paths, 30)).toEqual(paths);
    expect(clipNames(["logs/a.jsonl", "c.jsonl"], 11)).toEqual(["lo…/a.jsonl", "c.jsonl"]);
  });

  it("stay different, whatever differs", () => {
    const alike = [
      "rollout-2026-11-02T10-11-12-0199-aaaa-1111-7c3d-eeee.jsonl",
      "rollout-2026-11-02T10-11-12-0199-bbbb-1111-7c3d-eeee.jsonl",
      "rollout-2026-11-03T10-11-12-0199-aaaa-1111-7c3d-eeee.jsonl",
      "tau-airline-gpt.json:1",
      "tau-airline-gpt.json:12",
    ];
    for (const width of [8, 10, 14, 22, 40]) {
      const cut = clipNames(alike, width);
      expect(new Set(cut).size).toBe(alike.length);
      for (const each of cut) expect(displayWidth(each)).toBeLessThanOrEqual(width);
    }
  });

  it("stay different, as a property", () => {
    const lists = fc.uniqueArray(names, { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.integer({ min: 8, max: 60 }), (list, width) => {
        const cut = clipNames(list, width);
        expect(new Set(cut).size).toBe(list.length);
        for (const each of cut) expect(displayWidth(each)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
