/** A tool for loops with a scripted model, and what has to be true of the prompts that it was sent. */
import { expect } from "vitest";
import type { MessageShape } from "../../../src/api/chat/shape-readers.ts";
import { check } from "../../../src/api/check.ts";

/** The result of the tool at a step: longer than the limit of the loops. */
export const resultOf = (step: number): string =>
  Array.from({ length: 60 }, (_, line) => `${step}: line ${line} of a long result`).join("\n");

export const LIMIT = 500;

/** The newest reference in a prompt. */
export function refIn(prompt: unknown): string {
  return (
    JSON.stringify(prompt)
      .match(/show ([0-9a-f]{12})/g)
      ?.at(-1)
      ?.slice(-12) ?? "none"
  );
}

/** Checks the prompts of a loop of so many calls of the tool, the last of which read a result again. */
export function expectCompacted(
  prompts: readonly (readonly object[])[],
  { shape, steps }: { readonly shape: MessageShape; readonly steps: number },
): void {
  expect(prompts).toHaveLength(steps + 2);
  const texts = prompts.map((prompt) => prompt.map((message) => JSON.stringify(message)));
  for (const [k, prompt] of texts.entries()) {
    const before = texts[k - 1] ?? [];
    expect(prompt.slice(0, before.length), `prompt ${k + 1}`).toEqual(before);
    expect(check(prompts[k] ?? [], { shape }).findings).toEqual([]);
  }
  const last = texts.at(-1)?.join("") ?? "";
  expect(last.length).toBeLessThan(steps * (LIMIT + 500) + resultOf(0).length + 2000);
  for (let step = 1; step <= steps; step++) expect(last).toContain(`${step}: line 0 of`);
  // The last message is the answer of the tool that reads originals.
  expect(texts.at(-1)?.at(-1)).toContain(JSON.stringify(resultOf(steps)).slice(1, -1));
}
