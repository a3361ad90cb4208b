import { describe, expect, it } from "vitest";
import { reduce } from "../../../src/messages/reduce.ts";
import { coverage } from "../../../src/reduce/coverage.ts";

const FILE = Array.from({ length: 80 }, (_, line) => `line ${line} of the heron's own code`).join(
  "\n",
);
const OPTIONS = { redundant: true, observationMasking: false };

interface Said {
  readonly role: string;
  readonly content: string | null;
}

interface Turn {
  readonly says?: string;
  readonly args?: object;
  readonly result?: string;
}

/** Turns: what the agent says and hands to its tool, and what that answers. */
function session(...turns: readonly Turn[]): Said[] {
  const messages: object[] = [{ role: "user", content: "write" }];
  for (const [turn, { says = "", args = {}, result = "done" }] of turns.entries()) {
    const call = { name: "write_file", arguments: JSON.stringify(args) };
    messages.push(
      {
        role: "assistant",
        content: says,
        tool_calls: [{ id: `${turn}`, type: "function", function: call }],
      },
      { role: "tool", tool_call_id: `${turn}`, content: result },
    );
  }
  return messages as Said[];
}

function resultAfter(...turns: readonly Turn[]): string | null | undefined {
  return reduce(session(...turns), OPTIONS).messages[2]?.content;
}

const NOTE = /^\[(?:9\d|100)% of it stands in the call or the replies after it, \d+ chars\]$/;

describe("a result gives way to a note", () => {
  it("where the call has it", () => {
    expect(resultAfter({ args: { text: FILE }, result: `ok:\n${FILE}` }, {}, {})).toMatch(NOTE);
  });

  it("where one of the two turns after it has it", () => {
    expect(resultAfter({ result: FILE }, {}, { says: FILE })).toMatch(NOTE);
    expect(resultAfter({ result: FILE }, { args: { text: FILE } }, {})).toMatch(NOTE);
  });

  it("not before these two are complete, nor for what comes later", () => {
    expect(resultAfter({ args: { text: FILE }, result: FILE }, {})).toBe(FILE);
    expect(resultAfter({ result: FILE }, {}, {}, { says: FILE })).toBe(FILE);
  });

  it("not for what another result has, or half of it, or little", () => {
    expect(resultAfter({ result: FILE }, { result: FILE }, {})).toBe(FILE);
    expect(resultAfter({ result: FILE }, { says: FILE.slice(0, FILE.length / 2) }, {})).toBe(FILE);
    const little = FILE.slice(0, 1900);
    expect(resultAfter({ args: { text: little }, result: little }, {}, {})).toBe(little);
  });

  it("once: a second run changes nothing", () => {
    const once = reduce(session({ args: { text: FILE }, result: FILE }, {}, {}), OPTIONS);
    expect(reduce(once.messages, { ...OPTIONS, observationMasking: true }).messages).toBe(
      once.messages,
    );
  });
});

describe("the share of a text that stands in another", () => {
  it("is that of its lines, whatever stands in front of them", () => {
    const numbered = FILE.split("\n").map((line, index) => `  ${index + 1}\t${line}`);
    expect(coverage(numbered.join("\n"), `before\n${FILE}\nafter`)).toBe(1);
    expect(coverage("one line\nelse\n}", "one line\n}")).toBeCloseTo(8 / 12);
    expect([coverage(FILE, ""), coverage("", FILE)]).toEqual([0, 0]);
  });

  it("is nothing for lines that are alike but for a number", () => {
    expect(coverage(FILE.replaceAll(/line (\d+)/g, "line 1$1x"), FILE)).toBe(0);
  });
});
