import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { maskingOptions } from "../../support/policies.ts";
import { runs } from "../../support/runs.ts";

const lines = (count: number, line: (k: number) => string) =>
  Array.from({ length: count }, (_, k) => line(k)).join("\n");
const FILE = lines(80, (k) => `line ${k} of the heron's own code`);
const NONE_REQUIRED = { requiredKeys: [] };
const OPTIONS = { redundant: true, observationMasking: false };

interface Said {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
}

interface Turn {
  readonly says?: string;
  readonly args?: object;
  readonly result?: string;
  /** Results of further calls of the turn. */
  readonly more?: readonly string[];
  readonly user?: string;
}

/** Turns: what the agent says and hands to its tool, what that answers, and what the user says then. */
function session(...turns: readonly Turn[]): Said[] {
  const messages: object[] = [{ role: "user", content: "write" }];
  for (const [turn, about] of turns.entries()) {
    const { says = "", args = {}, result = "done", more = [], user } = about;
    const results = [result, ...more];
    const calls = results.map((_, k) => ({
      id: `${turn}-${k}`,
      type: "function",
      function: { name: "write_file", arguments: k === 0 ? JSON.stringify(args) : "{}" },
    }));
    messages.push({ role: "assistant", content: says, tool_calls: calls });
    for (const [k, content] of results.entries())
      messages.push({ role: "tool", tool_call_id: `${turn}-${k}`, content });
    if (user !== undefined) messages.push({ role: "user", content: user });
  }
  return messages as Said[];
}

/** What stands for the first turn's result. */
function resultAfter(turns: readonly Turn[], options: ReduceOptions = {}) {
  return reduce(session(...turns), { ...OPTIONS, ...options }).messages[2]?.content;
}

const ALL = `[all of it stands in its call or after it, ${FILE.length} chars]`;

describe("a result gives way to a note", () => {
  it("where its call has it", () => {
    const result = `written: heron\n${FILE}`;
    expect(resultAfter([{ args: { text: FILE }, result }, {}, {}])).toBe(
      `[99% of it stands in its call or after it: 1 line left, ${result.length} chars]\nwritten: heron`,
    );
  });

  it.each<[string, Turn]>([
    ["the agent", { says: `So:\n${FILE}` }],
    ["a later call", { args: { path: "heron", text: FILE } }],
    ["a later result", { result: FILE }],
    ["the user", { user: FILE }],
  ])("where %s has it", (_, turn) => {
    expect(resultAfter([{ result: FILE }, {}, turn])).toBe(ALL);
    expect(resultAfter([{ result: FILE }, turn, {}])).toBe(ALL);
  });

  it("as soon as enough has followed, two turns after it or later", () => {
    const half = FILE.length / 2;
    const turns = [
      { result: FILE },
      {},
      { says: FILE.slice(0, half + 20) },
      { says: FILE.slice(half - 20) },
    ];
    expect(resultAfter(turns)).toBe(ALL);
    expect(resultAfter(turns.slice(0, 3))).toBe(FILE);
    expect(resultAfter([{ args: { text: FILE }, result: FILE }, {}])).toBe(FILE);
  });

  it("within the 64 KB after it", () => {
    const noise = (chars: number) => ({ says: "word ".repeat(chars / 5) });
    expect(resultAfter([{ result: FILE }, noise(60_000), { says: FILE }])).toBe(ALL);
    expect(resultAfter([{ result: FILE }, noise(64_000), { says: FILE }])).toBe(FILE);
  });

  it("with numbers before its lines or without", () => {
    const numbered = lines(
      80,
      (k) => `${String(k + 1).padStart(6)}\tline ${k} of the heron's own code`,
    );
    expect(resultAfter([{ result: numbered }, {}, { args: { text: FILE } }])).toMatch(
      /^\[all of it/,
    );
    expect(resultAfter([{ result: FILE }, {}, { result: numbered }])).toBe(ALL);
  });
});

describe("what matters stays", () => {
  it("a line that was changed when a file was written anew", () => {
    const text = FILE.replace("line 40 of", "line 40 out of");
    expect(resultAfter([{ result: FILE }, {}, { args: { text } }])).toBe(
      `[98% of it stands in its call or after it: 1 line left, ${FILE.length} chars]\nline 40 of the heron's own code`,
    );
  });

  it("lines of a log that are like others but for a number", () => {
    const log = (from: number) => lines(80, (k) => `request ${from + k} took ${(k * 7) % 40} ms`);
    expect(resultAfter([{ result: log(100) }, { result: log(300) }, {}])).toBe(log(100));
  });

  it("numbers before lines that do not count them", () => {
    const codes = (code: number) => lines(80, (k) => `${code}: reply to request number ${k % 9}`);
    expect(resultAfter([{ result: codes(200) }, { result: codes(500) }, {}])).toBe(codes(200));
  });

  it("a record of JSON that is like another but for a value", () => {
    const flights = (price: number) =>
      JSON.stringify(Array.from({ length: 40 }, (_, k) => ({ flight: `HE${k}`, price, seats: 4 })));
    expect(resultAfter([{ result: flights(120) }, { result: flights(210) }, {}])).toBe(
      flights(120),
    );
  });

  it("what is said again in itself, and nowhere else", () => {
    const twice = `${FILE}\n${FILE}`;
    expect(resultAfter([{ result: twice }, {}, {}])).toBe(twice);
  });

  it("what is only half said, or was said before", () => {
    expect(resultAfter([{ result: FILE }, { says: FILE.slice(0, FILE.length / 2) }, {}])).toBe(
      FILE,
    );
    const { messages } = reduce(session({ result: FILE }, { result: FILE }, {}, {}), OPTIONS);
    expect(messages[4]?.content).toBe(FILE);
  });

  it("lines that another text has one by one, in another order", () => {
    const words = lines(300, (k) => `word ${(k * 7) % 300}`);
    expect(resultAfter([{ result: words }, { result: lines(300, (k) => `word ${k}`) }, {}])).toBe(
      words,
    );
  });

  it("what is short", () => {
    const little = FILE.slice(0, 1900);
    expect(resultAfter([{ args: { text: little }, result: little }, {}, {}])).toBe(little);
  });
});

describe("nothing is pointed at that another pass may take out", () => {
  it.each<[string, ReduceOptions]>([
    ["--stale-reads", { staleReads: true }],
    ["--collapse-failures", { collapseFailures: true }],
    ["--clamp", { clamp: 100_000 }],
  ])("%s: results do not count, words and calls do", (_, options) => {
    expect(resultAfter([{ result: FILE }, { result: FILE }, {}], options)).toBe(FILE);
    expect(resultAfter([{ result: FILE }, { says: FILE }, {}], options)).toBe(ALL);
    expect(resultAfter([{ result: FILE }, { args: { text: FILE } }, {}], options)).toBe(ALL);
  });

  it("not a result that is gone already, nor what is behind it", () => {
    const gone = "[Old tool result content cleared]";
    expect(resultAfter([{ result: FILE }, { result: gone }, { says: FILE }])).toBe(FILE);
    expect(resultAfter([{ result: FILE }, { says: FILE }, { result: gone }])).toBe(ALL);
  });

  it("a result that is itself left out has its own lines left", () => {
    const other = `${FILE}\nand the heron sleeps`;
    const turns = [{ result: FILE }, { result: other }, { says: FILE }, {}];
    const { messages } = reduce(session(...turns), OPTIONS);
    expect(messages[2]?.content).toBe(ALL);
    expect(messages[4]?.content).toMatch(/1 line left, \d+ chars\]\nand the heron sleeps$/);
  });
});

/** Texts of which many have most lines of others. */
const alike = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 60, max: 100 }), fc.nat({ max: 3 }))
  .map(([from, to, changed]) =>
    lines(
      to - from,
      (k) => `line ${from + k} of the ${k % 31 === changed ? "owl" : "heron"}'s code`,
    ),
  );
const turn: fc.Arbitrary<Turn> = fc.record(
  {
    says: alike,
    args: alike.map((text) => ({ text })),
    result: alike,
    more: fc.array(alike, { maxLength: 2 }),
    user: fc.oneof(alike, fc.constant("go on")),
  },
  { requiredKeys: ["result"] },
);

/** The window takes precedence: in half of the cases there is none. */
const besides: fc.Arbitrary<ReduceOptions> = fc
  .tuple(maskingOptions, fc.boolean())
  .map(([masking, observationMasking]) => ({ ...masking, observationMasking }));

/** The lines that messages show: what is said, handed to tools and answered. */
function shownLines(messages: readonly Said[]): ReadonlySet<string> {
  const texts = messages.flatMap(({ content, tool_calls: calls = [] }) => [
    content ?? "",
    ...calls.map((call) => JSON.parse(call.function.arguments).text ?? ""),
  ]);
  return new Set(texts.flatMap((text) => text.split("\n")));
}

it("leaves no line out that is not there to be read", () => {
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 3, maxLength: 10 }),
      besides,
      fc.boolean(),
      (turns, masking, dedupe) => {
        const before = session(...turns);
        const options = { ...masking, dedupe, redundant: true, keepErrors: "none" } as const;
        const { messages } = reduce(before, options);
        for (const [index, { content }] of messages.entries()) {
          if (!content?.includes("of it stands in its call or after it")) continue;
          count++;
          const call = messages.slice(0, index).findLastIndex(({ role }) => role === "assistant");
          const own = messages.slice(call, call + 1).concat(messages.slice(index));
          const shown = shownLines(own);
          for (const line of before[index]?.content?.split("\n") ?? [])
            expect(shown).toContain(line);
        }
      },
    ),
    { numRuns: runs(5000) },
  );
  expect(count).toBeGreaterThan(20);
});

describe("a second run", () => {
  it("changes nothing, whatever else is masked and for whatever reason", () => {
    let count = 0;
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 3, maxLength: 10 }),
        besides,
        fc.record({ dedupe: fc.boolean(), maxInputChars: fc.nat({ max: 40_000 }) }, NONE_REQUIRED),
        (turns, masking, others) => {
          const options = { ...masking, ...others, redundant: true, keepErrors: "none" } as const;
          const once = reduce(session(...turns), options);
          expect(reduce(once.messages, options).messages).toEqual(once.messages);
          count += once.messages.filter(({ content }) => content?.includes("after it")).length;
        },
      ),
      { numRuns: runs(5000) },
    );
    expect(count).toBeGreaterThan(7);
  });

  it("changes nothing, with the window or without", () => {
    const other = FILE.replace("line 9 of", "line nine of");
    const turns = [{ result: FILE }, { result: other, more: [FILE] }, { says: other }, {}, {}];
    const once = reduce(session(...turns), OPTIONS);
    expect(once.maskedCount).toBe(3);
    expect(reduce(once.messages, OPTIONS).messages).toBe(once.messages);
    const after = reduce(once.messages, { redundant: true, preserveRecentRawTurns: 0 });
    expect(after.messages.slice(2, 4)).toEqual(once.messages.slice(2, 4));
  });

  it("takes what only begins like a note for any other text", () => {
    const text = `[98% of it stands in its call or after it: 1 line left, 9 chars]\n${FILE}`;
    expect(resultAfter([{ result: text }, {}, { says: text }])).toMatch(/^\[all of it/);
  });
});
