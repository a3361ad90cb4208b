import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { createCompactPool } from "../../../src/engine/workers/compact-pool.ts";
import { createPool } from "../../../src/engine/workers/pool.ts";
import { type RunningTask, threadRunner } from "../../../src/engine/workers/thread-runner.ts";

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

/** A thread that doubles numbers, but ends at 0, and at negative numbers by an error that nobody catches. */
const DOUBLING = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", (message) => {
    if (message.kind === "end") return parentPort.close();
    const { task } = message;
    if (task === 0) process.exit(3);
    if (task < 0) setImmediate(() => { throw new Error("no " + task); });
    else parentPort.postMessage(2 * task);
  });`;

it("goes on after a thread has ended in the middle of a task, which fails", async () => {
  const pool = createPool(2, () =>
    threadRunner(
      new Worker(DOUBLING, { eval: true }),
      (doubled: number, { done }: RunningTask<undefined, never, number>) => done(doubled),
    ),
  );
  const tasks = [1, -1, 2, 0, -2, 3, 4, 0, 5];
  const outcomes = await Promise.allSettled(tasks.map((task) => pool.run(task, undefined)));
  const told = outcomes.map((each) =>
    each.status === "fulfilled" ? each.value : `${each.reason}`,
  );
  const [a, b] = ["Error: no -1", "Error: no -2"];
  const ended = "Error: a thread ended with 3";
  expect(told).toEqual([2, a, 4, ended, b, 6, 8, ended, 10]);
  expect(await pool.run(6, undefined)).toBe(12);
  await pool.close();
});
