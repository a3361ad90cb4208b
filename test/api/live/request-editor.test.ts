import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { bodyWith } from "../../../src/api/live/body-with.ts";
import { commonStart } from "../../../src/api/live/common-start.ts";
import type { RequestEditing } from "../../../src/api/live/request-editing.ts";
import { createRequestEditor, type RequestEditor } from "../../../src/api/live/request-editor.ts";
import { MESSAGES_KEY } from "../../../src/api/live/request-format.ts";
import { memoryMemo } from "../../../src/api/live/sent-memo.ts";
import { bodyOf, type LiveWire } from "../../support/live-agent.ts";
import { bodiesOf, deeds, FORMATS, step, wire } from "../../support/live-deeds.ts";
import { slowRuns } from "../../support/runs.ts";

function edited(editor: RequestEditor, body: string, of: LiveWire) {
  const bytes = Buffer.from(body);
  const { splices, settled, ...account } = editor.edit(bytes, FORMATS[of]);
  const { ends, ...place } = settled;
  return {
    sent: Buffer.concat(bodyWith(bytes, splices).pieces).toString(),
    account: { ...account, ...place, end: ends.at(-1) },
  };
}

describe("an editor of requests", () => {
  it.each([
    ["shortening", {}],
    ["masking in steps", { firstSight: undefined, window: { size: 2, every: 3 } }],
    ["both", { window: { size: 1, every: 2 } }],
    ["masking everything", { firstSight: undefined, window: { size: 0, every: 1 } }],
  ] satisfies [string, Partial<RequestEditing>][])(
    "reads what is new of a conversation as it would read all of it: %s",
    (_, policy) => {
      fc.assert(
        fc.property(wire, deeds, (of, all) => {
          const options = { firstSight: 1000, ...policy };
          const knowing = createRequestEditor({ ...options, memo: memoryMemo() });
          const memo = memoryMemo();
          for (const body of bodiesOf(of, all, "some-model")) {
            // It knows how results were sent, and no request.
            const forgetful = createRequestEditor({ ...options, memo });
            expect(edited(knowing, body, of)).toEqual(edited(forgetful, body, of));
          }
        }),
        { numRuns: slowRuns(600) },
      );
    },
  );

  it("sends the same with other limits from then on", () => {
    const memo = memoryMemo();
    const one = createRequestEditor({ firstSight: 1000, memo });
    const steps = [["large\n".repeat(1000)]];
    const first = edited(one, bodyOf("anthropic", steps), "anthropic");
    expect(first.account).toMatchObject({ shortened: 1, fresh: 1 });
    for (const firstSight of [500, 2000, 100_000]) {
      const other = createRequestEditor({ firstSight, memo });
      expect(edited(other, bodyOf("anthropic", steps), "anthropic").sent).toBe(first.sent);
    }
  });

  it("takes back what was decided for a request that was sent as it came", () => {
    const editor = createRequestEditor({ firstSight: 1000, memo: memoryMemo() });
    const steps = [["large\n".repeat(1000)]];
    const body = bodyOf("anthropic", steps);
    editor.keepRaw(editor.edit(Buffer.from(body), "anthropic"));
    expect(edited(editor, body, "anthropic").sent).toBe(body);
    const more = bodyOf("anthropic", [...steps, ["other\n".repeat(1000)]]);
    expect(edited(editor, more, "anthropic").account).toMatchObject({ shortened: 1, leftRaw: 1 });
  });

  it("decides nothing that it cannot remember", () => {
    const memo = memoryMemo();
    let isFull = true;
    const setAll: typeof memo.setAll = (all) => {
      if (isFull) throw new Error("no space left on device");
      memo.setAll(all);
    };
    const editor = createRequestEditor({ firstSight: 1000, memo: { ...memo, setAll } });
    const steps = [["large\n".repeat(1000)]];
    expect(() => edited(editor, bodyOf("anthropic", steps), "anthropic")).toThrow("no space");
    isFull = false;
    const more = bodyOf("anthropic", [...steps, ["small"]]);
    expect(edited(editor, more, "anthropic")).toMatchObject({
      sent: more,
      account: { shortened: 0, leftRaw: 1 },
    });
  });

  it("is not taken in by a body that is not one conversation", () => {
    const editor = createRequestEditor({ firstSight: 1000, memo: memoryMemo() });
    const body = bodyOf("openai-chat", [["a"]]);
    for (const bytes of ["", "7", "no", `${body}\n${body}`, body.slice(0, 50)])
      expect(() => editor.edit(Buffer.from(bytes), "openai-chat")).toThrow();
  });

  it.each([
    ["white space", `\n\t ${bodyOf("anthropic", [["large\n".repeat(1000)]])}`],
    [
      "line breaks",
      JSON.stringify(JSON.parse(bodyOf("anthropic", [["large\n".repeat(1000)]])), null, 1),
    ],
  ])("finds its place in a body with %s", (_, body) => {
    const editor = createRequestEditor({ firstSight: 1000, memo: memoryMemo() });
    const { sent } = edited(editor, body, "anthropic");
    const [result] = JSON.parse(sent).messages[2].content;
    expect(sent).toBe(
      body.replace(JSON.stringify("large\n".repeat(1000)), JSON.stringify(result.content)),
    );
    expect(result.content.length).toBeLessThanOrEqual(1000);
  });
});

describe("an editor with a window", () => {
  it("decides as compact does on the same conversation, and changes nothing between its steps", () => {
    fc.assert(
      fc.property(
        wire,
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.nat(4),
        fc.integer({ min: 1, max: 4 }),
        (of, steps, size, every) => {
          const editor = createRequestEditor({ window: { size, every }, memo: memoryMemo() });
          let before: unknown[] = [];
          steps.forEach((_, at) => {
            const body = bodyOf(of, steps.slice(0, at + 1), { model: "some-model" });
            const { sent, account } = edited(editor, body, of);
            const { bytes } = compact(Buffer.from(body), {
              window: size,
              every,
              format: FORMATS[of],
            });
            expect(JSON.parse(sent)).toEqual(JSON.parse(Buffer.from(bytes).toString()));
            const now = messagesIn(sent, of);
            const isStep = (at + 1) % every === 0;
            if (!isStep) expect(now.slice(0, before.length)).toEqual(before);
            if (!isStep) expect(account).toMatchObject({ freshlyMasked: 0, brokenChars: 0 });
            before = now;
          });
        },
      ),
      { numRuns: slowRuns(600) },
    );
  });

  const steps = Array.from({ length: 8 }, (_, at) => [`${at}`.repeat(500)]);
  const window = { size: 1, every: 4 };

  it("leaves models alone that bind their reasoning, and says so", () => {
    const editor = createRequestEditor({ window, memo: memoryMemo() });
    for (const [model, reason] of [
      ["claude-opus-5.5", /claude-opus-5\.5 binds its reasoning/],
      ["claude-opus-4.1", undefined],
    ] as const) {
      const accounts = steps.map((_, at) => {
        const body = bodyOf("anthropic", steps.slice(0, at + 1), { task: model, model });
        return edited(editor, body, "anthropic").account;
      });
      const { masked, notMasked = "" } = accounts.at(-1) ?? {};
      expect(masked).toBe(reason === undefined ? 7 : 0);
      expect(notMasked).toMatch(reason ?? /^$/);
    }
  });

  it("waits for its next step in a conversation that it did not see from the start", () => {
    const editor = createRequestEditor({ window, memo: memoryMemo() });
    const accounts = [5, 6, 7, 8].map((count) => {
      const body = bodyOf("openai-chat", steps.slice(0, count));
      return edited(editor, body, "openai-chat").account;
    });
    expect(accounts.map(({ masked }) => masked)).toEqual([0, 0, 0, 7]);
    expect(accounts[0]?.notMasked).toBe("first seen at turn 5: the window acts from turn 8 on");
    // The first of 7 had been sent before: all after it is new to a cache.
    expect(accounts[3]?.brokenChars).toBeGreaterThan(500);
    expect(accounts[2]?.brokenChars).toBe(0);
  });

  it("masks nothing ever after of what it decided too late", () => {
    const editor = createRequestEditor({ window, memo: memoryMemo() });
    for (const count of [1, 2, 3])
      editor.edit(Buffer.from(bodyOf("gemini", steps.slice(0, count))), FORMATS.gemini);
    editor.keepRaw(editor.edit(Buffer.from(bodyOf("gemini", steps.slice(0, 4))), FORMATS.gemini));
    const { masked } = edited(editor, bodyOf("gemini", steps), "gemini").account;
    expect(masked).toBe(4);
  });
});

/** The messages of a body, without the marks of caches, which move. */
function messagesIn(body: string, of: LiveWire): unknown[] {
  const value = JSON.parse(body, (key, each) => (key === "cache_control" ? undefined : each));
  return value[MESSAGES_KEY[FORMATS[of]]];
}

describe("the start that two bodies have in common", () => {
  it("is the longest there is", () => {
    fc.assert(
      fc.property(
        fc.nat(200_000),
        fc.uint8Array({ maxLength: 3 }),
        fc.uint8Array({ maxLength: 3 }),
        (length, one, other) => {
          const start = Buffer.alloc(length, 7);
          let same = 0;
          while (same < one.length && same < other.length && one[same] === other[same]) same++;
          const [a, b] = [one, other].map((end) => Buffer.concat([start, end]));
          expect(commonStart(a as Buffer, b as Buffer)).toBe(length + same);
        },
      ),
      { numRuns: slowRuns(600) },
    );
  });
});
