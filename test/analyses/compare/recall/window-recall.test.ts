import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recallShare } from "../../../../src/analyses/compare/recall/recall.ts";
import { drawnFrom } from "../../../../src/analyses/compare/recall/window-recall.ts";
import { createPolicy, REDUCER_DEFAULTS } from "../../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../../src/reduce/pipeline/policy-options.ts";
import { replay } from "../../../../src/reduce/replay/replay-transcript.ts";
import { requestsOf } from "../../../../src/reduce/replay/requests.ts";
import { chars4 } from "../../../../src/transcript/model/size.ts";
import { type PlainEvent, transcriptFrom, used } from "../../../support/plain-transcript.ts";
import { runs } from "../../../support/runs.ts";

/** Nothing that could be used, and longer than a placeholder. */
const FILLER = "words and words and words and words and words and words and words and words. ";

function said(text: string, role: "user" | "assistant" = "assistant"): PlainEvent {
  return { kind: "said", role, text };
}

function look(events: readonly PlainEvent[], options: ReduceOptions, mayDrop = false) {
  const transcript = transcriptFrom(events);
  const policy = createPolicy({ windowUnit: "turns", ...options }, REDUCER_DEFAULTS);
  const replayed = replay(requestsOf(transcript, chars4), policy);
  const drawn = drawnFrom(transcript, { mayDrop });
  return { ...drawn.recall(replayed), misses: [...drawn.misses(replayed)], uses: drawn.uses };
}

/** Turn 1 finds three things, turns 2 to 5 do something else, turn 6 uses two of them. */
const KNOWN: readonly PlainEvent[] = [
  said("Fix the bug in main_loop.py.", "user"),
  ...used("grep", `${FILLER} src/parse/header.ts:41 parseHeader unusedThing main_loop.py`),
  ...used("bash", FILLER),
  ...used("bash", FILLER),
  ...used("bash", FILLER),
  ...used("bash", FILLER),
  ...used("read", FILLER, { args: '{"path":"src/parse/header.ts:41"}' }),
  said("parseHeader in main_loop.py is wrong."),
  ...used("bash", FILLER),
];

describe("recall", () => {
  it("finds what was used, and misses it where the window had passed", () => {
    const six = look(KNOWN, { preserveRecentRawTurns: 6 });
    expect(six).toMatchObject({ references: 2, missed: 0, misses: [] });
    const five = look(KNOWN, { preserveRecentRawTurns: 5 });
    expect(five).toMatchObject({ references: 2, missed: 1 });
    expect(five.misses).toMatchObject([
      { step: 6, token: "parseHeader", age: 6, kind: "reference" },
    ]);
    const four = look(KNOWN, { preserveRecentRawTurns: 4 });
    expect(four.misses.map(({ token, step }) => [step, token])).toEqual([
      [5, "src/parse/header.ts:41"],
      [6, "parseHeader"],
    ]);
  });

  it("is not fooled by what only echoes the call that asked for it", () => {
    const events = [
      ...used("read", `${FILLER} config_loader.py`, { args: '{"path":"config_loader.py"}' }),
      ...used("bash", FILLER),
      ...used("bash", FILLER),
      ...used("edit", FILLER, { args: '{"path":"config_loader.py"}' }),
    ];
    expect(look(events, { preserveRecentRawTurns: 1 })).toMatchObject({ references: 0, missed: 0 });
  });

  it("finds later uses in the first one, which is never masked", () => {
    const events = [
      ...used("grep", `${FILLER} parseHeader`),
      said("parseHeader it is."),
      ...used("bash", FILLER),
      ...used("bash", FILLER, { args: '{"command":"grep parseHeader"}' }),
      ...used("bash", FILLER, { args: '{"command":"cat parseHeader"}' }),
    ];
    expect(look(events, { preserveRecentRawTurns: 0 })).toMatchObject({ references: 3, missed: 1 });
  });

  it("finds it in a newer observation that has it too", () => {
    const events = [
      ...used("grep", `${FILLER} parseHeader`),
      ...used("bash", FILLER),
      ...used("grep", `${FILLER} parseHeader`),
      ...used("bash", FILLER),
      said("parseHeader it is."),
    ];
    expect(look(events, { preserveRecentRawTurns: 2 })).toMatchObject({ references: 1, missed: 0 });
    expect(look(events, { preserveRecentRawTurns: 1 })).toMatchObject({ references: 1, missed: 1 });
  });

  it("finds it in what stays of a masked observation", () => {
    const events = [
      ...used("grep", `${FILLER.slice(0, 10)} parseHeader ${FILLER}`.repeat(3)),
      ...used("bash", FILLER),
      said("parseHeader it is."),
    ];
    expect(look(events, { preserveRecentRawTurns: 0 }).missed).toBe(1);
    const head = look(events, { preserveRecentRawTurns: 0, maxObservationChars: 120 });
    expect(head).toMatchObject({ references: 1, missed: 0 });
  });

  it("takes what stands in most observations for boilerplate", () => {
    const line = `${FILLER} build_id_77`;
    const events = Array.from({ length: 8 }, () => used("bash", line)).flat();
    events.push(...used("bash", FILLER), said("build_id_77 again"));
    expect(look(events, { preserveRecentRawTurns: 0 }).references).toBe(0);
  });

  it("does not say which of two observations of one turn brought something", () => {
    const both = (id: string): PlainEvent => ({ kind: "call", id, name: "bash", args: id });
    const answer = (id: string, text: string): PlainEvent => ({ kind: "observation", id, text });
    const events = [
      both("a"),
      both("b"),
      answer("a", `${FILLER} parseHeader onlyHere`),
      answer("b", `${FILLER} parseHeader`),
      ...used("bash", FILLER),
      said("parseHeader and onlyHere"),
    ];
    const { references, uses } = look(events, { preserveRecentRawTurns: 5 });
    expect(references).toBe(1);
    expect(uses.map(({ novel, turns }) => [novel, turns])).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  it("counts calls that ask again for what would be masked", () => {
    const args = '{"path":"notes.md"}';
    const events = [
      ...used("read", FILLER, { args }),
      ...used("bash", FILLER),
      ...used("bash", FILLER),
      ...used("read", FILLER, { args }),
    ];
    expect(look(events, { preserveRecentRawTurns: 3 }).reAsks).toBe(0);
    const two = look(events, { preserveRecentRawTurns: 2 });
    expect(two.reAsks).toBe(1);
    expect(two.misses).toMatchObject([{ kind: "re-ask", token: "read", step: 3, age: 3 }]);
  });

  it("knows long calls again, and those apart that differ in one character", () => {
    const write = (note: string) => JSON.stringify({ text: `${FILLER}${note} ${FILLER}` });
    const again = (first: string, second: string) => {
      const calls = [first, second].map((note) => used("write", FILLER, { args: write(note) }));
      const events = [...(calls[0] ?? []), ...used("bash", FILLER), ...(calls[1] ?? [])];
      return look(events, { preserveRecentRawTurns: 0 }).reAsks;
    };
    expect(again("é", "é")).toBe(1);
    for (const other of ["e", "f", "日"]) expect(again("é", other)).toBe(0);
  });

  it("misses what was dropped with the message that said it, unless the summary has it", () => {
    const events: PlainEvent[] = [
      said("Do it.", "user"),
      ...used("grep", `earlyName ${"filler ".repeat(60)} lateName otherName`),
      said("otherName was found"),
    ];
    for (let turn = 0; turn < 6; turn++)
      events.push(...used("bash", FILLER.repeat(4), { args: "x".repeat(200) }));
    events.push(said("earlyName, lateName and otherName"));
    const options = { preserveRecentRawTurns: 1, keepTask: true };
    const masked = look(events, options, true);
    expect(masked.references).toBe(4);
    expect(masked.misses.map(({ token }) => token)).toEqual(["earlyName", "lateName"]);
    const summarized = look(events, { ...options, maxInputChars: 1500 }, true);
    expect(summarized.misses.map(({ token }) => token)).toEqual(["lateName", "otherName"]);
  });

  it("is never lower for a larger window, and whole where the window holds all", () => {
    const words = fc.constantFrom(
      "fooBar",
      "a_b_c",
      "src/x.ts",
      "12345",
      "word",
      "id-9",
      "deadbeef1",
    );
    const text = fc.array(words, { maxLength: 6 }).map((all) => `${all.join(" ")} ${FILLER}`);
    const turn = fc.record({ args: text, answer: text, comment: fc.option(text) });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 14 }), (turns) => {
        const events = turns.flatMap(({ args, answer, comment }) => [
          ...(comment === null ? [] : [said(comment)]),
          ...used("bash", answer, { args }),
        ]);
        const shares = Array.from({ length: turns.length + 1 }, (_, window) =>
          look(events, { preserveRecentRawTurns: window }),
        );
        shares.forEach((share, window) => {
          const before = shares[window - 1];
          if (before === undefined) return;
          expect(recallShare(share)).toBeGreaterThanOrEqual(recallShare(before));
          expect(share.reAsks).toBeLessThanOrEqual(before.reAsks);
          expect(share.references).toBe(before.references);
        });
        expect(shares.at(-1)).toMatchObject({ missed: 0, reAsks: 0 });
      }),
      { numRuns: runs(300) },
    );
  });

  it("says the same with every use by itself as with first uses", () => {
    const words = fc.constantFrom("fooBar", "a_b_c", "src/x.ts", "12345", "id-9");
    const text = fc.array(words, { maxLength: 5 }).map((all) => `${all.join(" ")} ${FILLER}`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text), { maxLength: 12 }),
        fc.integer({ min: 0, max: 5 }),
        (turns, preserveRecentRawTurns) => {
          const events = turns.flatMap(([args, answer]) => used("bash", answer, { args }));
          const one = look(events, { preserveRecentRawTurns });
          const all = look(events, { preserveRecentRawTurns }, true);
          expect([all.references, all.missed]).toEqual([one.references, one.missed]);
          expect(all.misses).toEqual(one.misses);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
