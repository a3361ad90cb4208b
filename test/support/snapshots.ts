import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { readObjective } from "../../src/analyses/snapshot/read/read-issue.ts";
import { readMemory } from "../../src/analyses/snapshot/read/read-memory.ts";
import type { FileBytes } from "../../src/analyses/snapshot/read/read-records.ts";
import { readSnapshot } from "../../src/analyses/snapshot/read/read-snapshot.ts";
import { readTasks } from "../../src/analyses/snapshot/read/read-tasks.ts";
import { reduceTrajectory } from "../../src/analyses/snapshot/reduce-trajectory.ts";
import type { Dropped } from "../../src/analyses/snapshot/reflect/reflection-reply.ts";
import type { ListField } from "../../src/analyses/snapshot/result.ts";
import type { SnapshotInputs } from "../../src/analyses/snapshot/snapshot-inputs.ts";
import type { ModelReply, ModelRequest } from "../../src/model/model-request.ts";
import { anyCodePoint } from "./code-points.ts";

/** A state folder for each of three iterations, and what a model replied to the third. */
export const FOLDER = fileURLToPath(new URL("../../fixtures/snapshot", import.meta.url));

export const NOW = "2026-03-02T10:00:00.000Z";

/** A file of that folder. */
export function fixture(name: string): FileBytes {
  return { name, bytes: readFileSync(join(FOLDER, name)) };
}

/** A file that holds a text. */
export function fileOf(text: string, name = "a.json"): FileBytes {
  return { name, bytes: Buffer.from(text) };
}

/** The inputs of the third iteration, as they lie in its folder. */
export function tideInputs(): SnapshotInputs {
  return {
    iteration: 3,
    entries: readMemory(fixture("iteration-3/memory.ndjson")),
    tasks: readTasks(fixture("iteration-3/tasks.json")),
    objective: readObjective(fixture("iteration-3/issue.json")) ?? "",
    progress: fixture("iteration-3/progress.txt").bytes.toString(),
    previous: [1, 2].map((n) => readSnapshot(fixture(`iteration-${n}/active-context.json`))),
  };
}

/** What the model replied, as an object to be changed. */
export function tideReply() {
  return JSON.parse(fixture("reply.json").bytes.toString()) as Record<ListField, string[]> & {
    current_objective: string;
    dropped: Dropped[];
    sources: Record<string, string[]>;
  };
}

/** A reply that is larger than what it is about. */
export function tooLargeReply() {
  const reply = tideReply();
  for (const { value } of tideInputs().entries.slice(0, 15))
    if (!`${value}`.startsWith("[")) reply.next_actions.push(`${value}`);
  return reply;
}

/** Inputs with nothing in them but what is given. */
export function inputsWith(some: Partial<SnapshotInputs> = {}): SnapshotInputs {
  return { iteration: 1, entries: [], tasks: [], previous: [], ...some };
}

/** The reduction of inputs by keywords alone. */
export function reduced(inputs: SnapshotInputs) {
  return reduceTrajectory(inputs, { now: NOW });
}

/** The reduction of inputs with a model that replies so; its requests are kept. */
export async function reflected(inputs: SnapshotInputs, reply: ModelReply | string | object) {
  const requests: ModelRequest[] = [];
  let time = 0;
  const result = await reduceTrajectory(inputs, {
    now: NOW,
    asking: {
      clock: () => {
        time += 40;
        return time;
      },
      async ask(request) {
        requests.push(request);
        if (typeof reply === "string") return { ok: true, text: reply };
        return "ok" in reply ? (reply as ModelReply) : { ok: true, text: JSON.stringify(reply) };
      },
    },
  });
  return { ...result, requests };
}

const WORDS =
  "no error errors found tests failing blocked risk next todo verify hypothesis unclear why? not fixed cache parser of the and https://a.example/b?c=d src/a/b.ts 3".split(
    " ",
  );

const texts = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 60 })
  .map((words) => words.join(" "));

const values = fc.oneof(
  texts,
  fc.string({ unit: anyCodePoint }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.record({ status: texts, note: texts }),
);

/** Inputs of any kind, many of whose entries say the same. */
export const anyInputs: fc.Arbitrary<SnapshotInputs> = fc.record({
  iteration: fc.constant(4),
  entries: fc.array(
    fc.record({
      scope: fc.constantFrom("session", "decisions"),
      key: fc.constantFrom("ci", "next", "a", "b"),
      value: values,
      sourceIteration: fc.nat(5),
    }),
    { maxLength: 60 },
  ),
  tasks: fc.array(
    fc.record({
      id: fc.constantFrom("T1", "T2"),
      title: texts,
      status: fc.constantFrom("failed", "blocked", "pending", "passed"),
    }),
    { maxLength: 40 },
  ),
  objective: texts,
  progress: fc.array(texts, { maxLength: 40 }).map((lines) => lines.join("\n")),
  previous: fc.constant([]),
});
