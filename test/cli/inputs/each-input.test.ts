import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { eachInput } from "../../../src/cli/inputs/each-input.ts";
import type { Input } from "../../../src/cli/inputs/input.ts";

const inputs = Array.from({ length: 40 }, (): Input => ({ kind: "stdin", name: "stdin" }));

const quiet = { fail() {}, skip() {} };

it("begins no more inputs than may be worked on at once, in order", async () => {
  let running = 0;
  let most = 0;
  const ended: number[] = [];
  let begun = 0;
  const take = async (_: Input, turn: Promise<unknown>) => {
    const k = begun++;
    most = Math.max(most, ++running);
    await nextTurn();
    await turn;
    ended.push(k);
    running--;
  };
  await eachInput(inputs, { ...quiet, take }, { atOnce: 5 });
  expect(most).toBe(5);
  expect(ended).toEqual(inputs.map((_, k) => k));
});

it("works on one after another unless told otherwise", async () => {
  let running = 0;
  const take = async () => {
    expect(++running).toBe(1);
    await nextTurn();
    running--;
  };
  await eachInput(inputs, { ...quiet, take });
  expect(running).toBe(0);
});

it("begins no more inputs after an error that ends the run, which it throws", async () => {
  let begun = 0;
  const take = async (_: Input, turn: Promise<unknown>) => {
    if (++begun === 3) throw new Error("the reader has left");
    await turn;
  };
  const isLast = () => true;
  const done = eachInput(inputs, { ...quiet, take, isLast }, { atOnce: 2 });
  await expect(done).rejects.toThrow("the reader has left");
  expect(begun).toBeLessThan(6);
});
