import { isRecord } from "../../../base/json-value.ts";
import { oneLine } from "../../../reduce/texts/white-space.ts";
import { type FileBytes, objectIn } from "./read-records.ts";

/** Reads what an issue gives as objective, if it gives one: the most particular that it has. */
export function readObjective(file: FileBytes): string | undefined {
  const issue = objectIn(file);
  const status = isRecord(issue.status) ? issue.status : {};
  const inner = isRecord(issue.issue) ? issue.issue : {};
  const given = [
    status.currentObjective,
    status.current_objective,
    issue.current_objective,
    issue.objective,
    issue.summary,
    inner.title,
    issue.title,
  ];
  return given
    .filter((each): each is string => typeof each === "string")
    .map(oneLine)
    .find((text) => text !== "");
}
