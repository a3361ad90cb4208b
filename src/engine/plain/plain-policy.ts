import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { rulesOf } from "../../reduce/pipeline/tiers.ts";
import type { RuleName } from "../../reduce/rules/index.ts";
import { chars4 } from "../../transcript/model/size.ts";
import type { Job } from "../edits/job.ts";
import { countsTask } from "./window-limit.ts";

/** Whether columns of tool results are enough for a job. */
export function isPlainJob(job: Job): boolean {
  const asksMore = job.objects || job.explain || job.answers !== undefined;
  return !asksMore && isPlainPolicy(job.policy);
}

/** The same for lines that are one conversation, whose size is known only when all are read. */
export function isPlainForLines(job: Job): boolean {
  const { maxInputChars, pressure, window } = job.policy;
  if (maxInputChars !== undefined || pressure !== undefined || countsTask(window)) return false;
  return isPlainJob(job);
}

/** Whether columns of tool results are enough for a policy. */
export function isPlainPolicy(policy: Policy): boolean {
  const { window, rules } = policy;
  const { errors } = rules;
  return (
    rules.window !== undefined &&
    rulesOf(policy).active.every(({ name }) => PLAIN_RULES.has(name)) &&
    policy.maxInputTokens === undefined &&
    policy.counter === undefined &&
    policy.maxObservationChars === undefined &&
    policy.summarizeAfter === undefined &&
    (policy.pressure === undefined || isPlainPressure(policy)) &&
    window.counter === undefined &&
    !(typeof errors.kept === "object" && "excerpt" in errors.kept)
  );
}

/** Whether the trigger is measured in chars, and there is no budget as well. */
function isPlainPressure({ pressure, maxInputChars }: Policy): boolean {
  const counter = pressure?.counter;
  return maxInputChars === undefined && (counter === undefined || counter === chars4);
}

/** The rules that columns can apply: see `keeperOf`. No result of these formats has tags. */
const PLAIN_RULES: ReadonlySet<RuleName> = new Set<RuleName>([
  "window",
  // No conversation with signed reasoning is read as columns.
  "bound-reasoning",
  "errors",
  "last-per-tool",
  "keep-tool",
  "only-tool",
  "exempt",
  "first",
  "keep-dead",
  "larger",
  "orphan",
  "tagged",
]);
