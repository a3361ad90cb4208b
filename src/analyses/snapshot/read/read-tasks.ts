import { isRecord } from "../../../base/json-value.ts";
import { oneLine } from "../../../reduce/texts/white-space.ts";
import type { PlanTask } from "../snapshot-inputs.ts";
import { type FileBytes, type JsonRecord, kindOf, recordsIn } from "./read-records.ts";

/** Reads tasks: an array, an object with `tasks`, or a task a line. */
export function readTasks(file: FileBytes): readonly PlanTask[] {
  return recordsIn(file, ["tasks"]).map(taskOf);
}

function taskOf(record: JsonRecord): PlanTask {
  const { value: given } = record;
  if (!isRecord(given))
    throw record.error(`expected a task {"id", "title", "status"} (got ${kindOf(given)})`);
  const id = textOf(given.id ?? given.taskId);
  if (id === undefined) throw record.error(`id: expected a text (got ${kindOf(given.id)})`);
  const status = textOf(given.status);
  if (status === undefined)
    throw record.error(`status: expected a text (got ${kindOf(given.status)})`);
  return {
    id,
    title: textOf(given.title ?? given.summary) ?? id,
    status: status.toLowerCase().replace(/[\s-]+/g, "_"),
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return oneLine(text) || undefined;
}
