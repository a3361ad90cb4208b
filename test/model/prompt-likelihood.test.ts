import { describe, expect, it } from "vitest";
import { promptLikelihood } from "../../src/model/prompt-likelihood.ts";

const before = "A long résumé 🙂 is\n";
const text = "naïve 🙂 text";
const tokens = ["A long", " résumé", " 🙂", " is\n", "naïve", " 🙂", " text"];
const logprobs = [null, -1, -2, -3, -0.5, -0.25, -0.125];

/** Where each token begins, counted by what a server counts by. */
function answer(
  lengthOf: (text: string) => number,
  { first = [] as readonly string[], usage = {} as object, made = ["!"] as readonly string[] } = {},
) {
  const all = [...first, ...tokens, ...made];
  const text_offset: number[] = [];
  let at = 0;
  for (const token of all) {
    text_offset.push(at);
    at += lengthOf(token);
  }
  const token_logprobs = [...first.map(() => -7), ...logprobs, ...made.map(() => -9)];
  return { choices: [{ logprobs: { tokens: all, token_logprobs, text_offset } }], usage };
}

const EXPECTED = { logprob: -0.875, tokens: 3 };

describe("the likelihood of a text after a prompt", () => {
  it.each([
    ["characters", (token: string) => [...token].length],
    ["bytes", (token: string) => Buffer.byteLength(token)],
    ["units", (token: string) => token.length],
  ])("is that of its tokens, in a server that counts %s", (_, lengthOf) => {
    expect(promptLikelihood(answer(lengthOf), { before, text })).toEqual(EXPECTED);
  });

  const lengthOf = (token: string) => [...token].length;

  it("is found where the server puts something before the prompt, or makes no token", () => {
    const begun = answer(lengthOf, { first: ["<s>"] });
    expect(promptLikelihood(begun, { before, text })).toEqual(EXPECTED);
    const bare = answer(lengthOf, { made: [], usage: { completion_tokens: 0 } });
    expect(promptLikelihood(bare, { before, text })).toEqual(EXPECTED);
  });

  it("is found without offsets", () => {
    const [choice] = answer(lengthOf).choices;
    const { tokens: all, token_logprobs } = choice?.logprobs ?? {};
    const bare = { choices: [{ logprobs: { tokens: all, token_logprobs } }] };
    expect(promptLikelihood(bare as never, { before, text })).toEqual(EXPECTED);
  });

  it("leaves out a token that begins before the text", () => {
    const joined = answer(lengthOf);
    const [choice] = joined.choices;
    choice?.logprobs.tokens.splice(3, 2, " is\nnaïve");
    choice?.logprobs.token_logprobs.splice(3, 2, -3.5);
    choice?.logprobs.text_offset.splice(4, 1);
    expect(promptLikelihood(joined, { before, text })).toEqual({ logprob: -0.375, tokens: 2 });
  });

  it.each([
    ["none at all", {}],
    ["none of the prompt", { choices: [{ logprobs: { tokens: ["!"], token_logprobs: [-1] } }] }],
    [
      "gaps",
      { choices: [{ logprobs: { tokens: ["x", "y", "!"], token_logprobs: [null, null, -1] } }] },
    ],
  ])("is not to be had of an answer with %s", (_, said) => {
    expect(() => promptLikelihood(said as never, { before: "x", text: "y" })).toThrow(
      "the server sends no log-probabilities of the prompt",
    );
  });
});
