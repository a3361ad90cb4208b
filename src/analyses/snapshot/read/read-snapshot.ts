import { ElisionError } from "../../../base/errors.ts";
import { LIST_FIELDS, type Snapshot, snapshotOf } from "../result.ts";
import { type FileBytes, kindOf, objectIn } from "./read-records.ts";

/**
 * Reads a snapshot that was written before.
 *
 * @throws {ElisionError} where it is none: what it had could not be retired.
 */
export function readSnapshot(file: FileBytes): Snapshot {
  const given = objectIn(file);
  const bad = (name: string, expected: string): ElisionError =>
    new ElisionError("bad-input", `${name}: expected ${expected} (got ${kindOf(given[name])})`, {
      file: file.name,
      hint: "it is no snapshot of schema_version 1: mend it, or move it away",
    });
  if (given.schema_version !== 1) throw bad("schema_version", "1");
  const { generated_at: now, iteration, current_objective } = given;
  if (typeof now !== "string") throw bad("generated_at", "a time");
  if (typeof iteration !== "number" || !Number.isInteger(iteration))
    throw bad("iteration", "a whole number");
  if (typeof current_objective !== "string") throw bad("current_objective", "a text");
  const list = (name: (typeof LIST_FIELDS)[number]): readonly string[] => {
    const value = given[name];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw bad(name, "an array of texts");
  };
  const [hypotheses, blockers, actions, questions, links] = LIST_FIELDS.map(list);
  return snapshotOf(
    {
      current_objective,
      open_hypotheses: hypotheses ?? [],
      blockers: blockers ?? [],
      next_actions: actions ?? [],
      unresolved_questions: questions ?? [],
      required_evidence_links: links ?? [],
    },
    { now, iteration },
  );
}
