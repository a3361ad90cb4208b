import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { TOKENIZERS } from "../../src/tokenizers/index.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

describe("o200k", () => {
  it.each([
    "The quick brown fox jumps over the lazy dog.\n",
    "naïve café — \ud83d\ude00 日本語",
    'def f(x):\n    return {"a": x}\n',
    "",
  ])("counts %j as its encoder does", async (text) => {
    const { count } = await TOKENIZERS.o200k();
    expect(count(text)).toBe(encode(text).length);
  });

  it("counts special tokens as text", async () => {
    const { count } = await TOKENIZERS.o200k();
    expect(count("a <|endoftext|> b")).toBeGreaterThan(3);
  });

  it("gets through long unbroken runs, near what they come to", async () => {
    const { count } = await TOKENIZERS.o200k();
    expect(count("=".repeat(1_000_000))).toBeGreaterThan(1000);
    expect(count(" ".repeat(1_000_000))).toBeGreaterThan(1000);
    expect(count("ab1".repeat(300_000))).toBeGreaterThan(100_000);
  });
});

it("a budget in tokens names its tokenizer", async () => {
  const argv = ["--max-input-tokens", "1k", "--tokenizer", "o200k"];
  const { stderr } = await elision(argv, { stdin: sessionLines(30) });
  expect(stderr).toMatch(/tokens [\d,]+ -> [\d,]+ \(o200k\)/);
  const rough = await elision(["--max-input-tokens", "1k"], { stdin: sessionLines(30) });
  expect(rough.stderr).toMatch(/tokens [\d,]+ -> [\d,]+ \(chars4\)/);
});
