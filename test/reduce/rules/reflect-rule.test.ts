import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import type { Answer, Ask } from "../../../src/reduce/asking/ask.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";

/** Results of each turn; a turn with two has parallel calls. */
function session(...turns: readonly (readonly string[])[]): { role: string; content: string }[] {
  const messages: object[] = [{ role: "user", content: "count the herons" }];
  for (const [turn, results] of turns.entries()) {
    const ids = results.map((_, index) => `c${turn}_${index}`);
    messages.push({
      role: "assistant",
      content: `look ${turn}`,
      tool_calls: ids.map((id) => ({
        id,
        type: "function",
        function: { name: "ls", arguments: `{"path":"nest_${turn}"}` },
      })),
    });
    for (const [index, content] of results.entries())
      messages.push({ role: "tool", tool_call_id: ids[index], content });
  }
  return messages as { role: string; content: string }[];
}

const LONG = "heron_1 sits here\n".repeat(200);
const OTHER = "stork_2 sits there\n".repeat(200);

function reflect(
  messages: { role: string; content: string }[],
  answer: (ask: Ask) => Answer | undefined,
  options: ReduceOptions = {},
) {
  const { transcript } = readChat(messages, { findsErrors: true });
  const policy = createPolicy({ reflect: true, ...options }, PROGRAM_DEFAULTS);
  const reduction = reduceTranscript(transcript, policy, { answers: answer });
  const texts = [...reduction.replacements()].map(({ text, rule }) => `${rule}: ${text}`);
  const refused = reduction.asks.map(({ outcome }) =>
    typeof outcome === "string" ? outcome : outcome.refused,
  );
  return { texts, refused, asks: reduction.asks.map(({ ask }) => ask), reduction };
}

const says = (text: string) => (): Answer => ({ ok: true, text });
const SHORT = '<result id="1">\nheron_1 ...(199 more)\n</result>';

describe("a step is shown", () => {
  it("with the one before it and the two after it, its results with ids", () => {
    const { asks } = reflect(session(["a"], [LONG, OTHER], ["b"], ["c"]), () => undefined);
    expect(asks).toHaveLength(1);
    const [ask] = asks;
    expect({
      ...ask,
      prompt: ask?.prompt.replace(/(\w+ sits \w+\n)\1+/g, "$1…\n"),
    }).toMatchSnapshot();
  });

  it("when two more are complete, if it has 500 tokens", () => {
    const count = (...turns: string[][]) => reflect(session(...turns), () => undefined).asks.length;
    expect(count([LONG], ["b"])).toBe(0);
    expect(count([LONG], ["b"], ["c"])).toBe(1);
    expect(count(["short"], ["b"], ["c"])).toBe(0);
    expect(count([LONG], [LONG], ["b"], ["c"])).toBe(2);
  });

  it("only if neither the window masks it nor an error is kept", () => {
    const messages = session([LONG], [LONG], ["b"], ["c"]);
    const ask = () => undefined;
    expect(reflect(messages, ask, { preserveRecentRawTurns: 3 }).asks).toHaveLength(1);
    expect(reflect(session([`Error: ${LONG}`], ["b"], ["c"]), ask).asks).toEqual([]);
  });

  it("only where that was asked for", () => {
    const messages = session([LONG], ["b"], ["c"]);
    expect(reflect(messages, says(SHORT), { reflect: false }).asks).toEqual([]);
  });
});

describe("what a model makes of a step", () => {
  const messages = session([LONG], ["b"], ["c"]);

  it("stands for the result, marked, and everything else stays", () => {
    const { texts, reduction } = reflect(messages, says(SHORT));
    expect(texts).toEqual([`reflect: [condensed — ${LONG.length} chars]\nheron_1 ...(199 more)`]);
    expect(reduction.stage).toBe("masking");
    expect(reduction.byRule().reflect?.masked).toBe(1);
  });

  it("is not looked at again", () => {
    const { texts } = reflect(messages, says(SHORT));
    const once = messages.map((message) =>
      message.content === LONG ? { ...message, content: texts[0]?.slice(9) ?? "" } : message,
    );
    const twice = reflect(once, says(SHORT));
    expect([twice.asks, twice.texts]).toEqual([[], []]);
  });

  it("goes to the results that it names, whichever they are", () => {
    const both = session([LONG, OTHER], ["b"], ["c"]);
    const reply = '<result id="2">\nstork_2\n</result>';
    const { texts } = reflect(both, says(reply));
    expect(texts).toEqual([`reflect: [condensed — ${OTHER.length} chars]\nstork_2`]);
  });

  it.each([
    ["heron_1", "is not the results asked for"],
    [`Here it is: ${SHORT}`, "is not the results asked for"],
    [`${SHORT}\n${SHORT}`, "is not the results asked for"],
    ['<result id="7">\nheron_1\n</result>', "has a result 7 that was not given"],
    ['<result id="1">\n\n</result>', "has nothing for result 1"],
    ['<result id="1">\neagle_9\n</result>', "names eagle_9, which the steps do not"],
    [`<result id="1">\n${LONG}\n</result>`, "saves too little"],
    [`<result id="1">\n${LONG.slice(0, 1700)}\n</result>`, "saves too little"],
  ])("is refused where it is not what was asked for: %#", (reply, reason) => {
    const { texts, refused } = reflect(messages, says(reply));
    expect(texts).toEqual([]);
    expect(refused).toEqual([reason]);
  });

  it("may save less by the gate of the artifact", () => {
    const reply = `<result id="1">\n${LONG.slice(0, 1700)}\n</result>`;
    expect(reflect(messages, says(reply), { reflectGate: "artifact" }).refused).toEqual([
      "accepted",
    ]);
  });

  it("gives way to the window, once that masks it", () => {
    const later = session([LONG], ["b"], ["c"], ["d"]);
    const { texts } = reflect(later, says(SHORT), { preserveRecentRawTurns: 3 });
    expect(texts).toEqual([`window: [observation masked — ${LONG.length} chars]`]);
  });
});
