import { expect, it } from "vitest";
import { createSlots } from "../../src/base/slots.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets a few in at a time, in the order in which they came", async () => {
  const slots = createSlots(2);
  const inside: number[] = [];
  const leaving: (() => void)[] = [];
  for (let k = 0; k < 4; k++)
    void slots.enter().then((leave) => {
      inside.push(k);
      leaving[k] = leave;
    });
  await settled();
  expect(inside).toEqual([0, 1]);
  leaving[1]?.();
  await settled();
  expect(inside).toEqual([0, 1, 2]);
  leaving[1]?.(); // Left already: lets nobody in.
  await settled();
  expect(inside).toEqual([0, 1, 2]);
  leaving[0]?.();
  await settled();
  expect(inside).toEqual([0, 1, 2, 3]);
});

it("lets one in at once where all have left", async () => {
  const slots = createSlots(1);
  (await slots.enter())();
  (await slots.enter())();
  expect(await slots.enter()).toBeTypeOf("function");
});
