import { describe, expect, it } from "vitest";
import {
  hiddenBy,
  NOTHING_HIDDEN,
  resultUses,
} from "../../../src/analyses/evaluate/hidden-results.ts";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";

const LONG = "nothing else is said here\n".repeat(9);

/** A turn that calls a tool with a path, and what it answers. */
const turn = (k: number, path: string, text: string) => [
  {
    role: "assistant",
    content: null,
    tool_calls: [
      {
        id: `c${k}`,
        type: "function",
        function: { name: "read", arguments: `{"path":"${path}"}` },
      },
    ],
  },
  { role: "tool", tool_call_id: `c${k}`, content: `${text}\n${LONG}` },
];

const { transcript } = readChat([
  { role: "user", content: "Go." },
  ...turn(1, "index", "src/alpha/first_module.ts"),
  ...turn(2, "more", "src/beta/second_module.ts"),
  ...turn(3, "other", "src/beta/second_module.ts again"),
  ...turn(4, "src/alpha/first_module.ts", "src/gamma/third_module.ts"),
  ...turn(5, "src/beta/second_module.ts", "done"),
]);
const results = [...transcript.observations()];
const indexOf = (k: number) => results[k - 1]?.index ?? -1;
const uses = resultUses(transcript, createPolicy({}, PROGRAM_DEFAULTS), () => true);
const numbers = (found: readonly { readonly index: number }[]) =>
  found.map(({ index }) => results.findIndex((each) => each.index === index) + 1);

describe("the results that a reply uses", () => {
  it("are those whose words no other text has", () => {
    expect(numbers(uses.usedAt(3))).toEqual([1]);
    // The third result says the same as the second.
    expect(numbers(uses.usedAt(4))).toEqual([]);
    expect(numbers(uses.usedAt(1))).toEqual([]);
  });

  it("count among hidden ones where nothing in view has them", () => {
    const used = (...hidden: number[]) =>
      numbers(uses.usedOnlyFrom(4, new Set(hidden.map(indexOf))));
    expect(used(2)).toEqual([]);
    expect(used(2, 3)).toEqual([2]);
    expect(used(1, 3)).toEqual([]);
  });

  it("are no longer among those that are never used again, until they are used", () => {
    expect(numbers(uses.unusedAt(3))).not.toContain(1);
    expect(numbers(uses.unusedAt(4))).toContain(1);
    expect(numbers(uses.unusedAt(4))).toContain(4);
    expect(numbers(uses.unusedAt(4))).not.toContain(2);
  });
});

describe("what is hidden", () => {
  it("is what edits replace by the step, where the text gets shorter", () => {
    const replacements = uses.hiding(results.slice(0, 2));
    expect(replacements.map(({ text }) => text)).toEqual([
      `[observation masked — ${results[0]?.chars} chars]`,
      `[observation masked — ${results[1]?.chars} chars]`,
    ]);
    const edits = { ...NOTHING_HIDDEN, replacements: () => replacements };
    expect(numbers(hiddenBy(transcript, edits, 4))).toEqual([1, 2]);
    expect(numbers(hiddenBy(transcript, edits, 1))).toEqual([1]);
    expect(hiddenBy(transcript, NOTHING_HIDDEN, 4)).toEqual([]);
  });
});
