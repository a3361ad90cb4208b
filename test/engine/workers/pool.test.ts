import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { createCompactPool } from "../../../src/engine/workers/compact-pool.ts";

it("starts its threads ahead, and ends them though none had a task", async () => {
  const started: Worker[] = [];
  const note = (worker: Worker) => void started.push(worker);
  process.on("worker", note);
  const pool = createCompactPool(2);
  await new Promise(setImmediate);
  expect(started).toHaveLength(0);
  pool.start();
  pool.start();
  await new Promise(setImmediate);
  process.off("worker", note);
  expect(started).toHaveLength(2);
  const ended = started.map((worker) => once(worker, "exit"));
  await pool.close();
  expect((await Promise.all(ended)).flat()).toEqual([0, 0]);
});
