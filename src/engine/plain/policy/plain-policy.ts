import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { rulesOf } from "../../../reduce/pipeline/tiers.ts";
import { chars4, type TokenCounter } from "../../../transcript/model/size.ts";
import type { Job } from "../../edits/job.ts";
import { budgetOf } from "./plain-budget.ts";
import { countsTask } from "./window-limit.ts";

/** Whether columns of tool results are enough for a job. */
export function isPlainJob(job: Job): boolean {
  const asksMore = job.objects || job.explain || job.answers !== undefined;
  return !asksMore && isPlainPolicy(job.policy);
}

/** Whether columns of tool results are enough for a job whose lines are one conversation. */
export function isPlainForLines(job: Job): boolean {
  return !countsTask(job.policy.window) && isPlainJob(job);
}

/** Whether columns of tool results are enough for a policy. */
export function isPlainPolicy(policy: Policy): boolean {
  const { window, rules, pressure } = policy;
  return (
    rules.window !== undefined &&
    rulesOf(policy).active.every(({ rule, setting }) => rule.inColumns?.(setting)) &&
    policy.summarizeAfter === undefined &&
    [policy.counter, pressure?.counter, window.counter].every(isPlainCounter) &&
    (pressure === undefined || budgetOf(policy) === undefined)
  );
}

/** Whether sizes are chars, or a quarter of them. */
function isPlainCounter(counter: TokenCounter | undefined): boolean {
  return counter === undefined || counter === chars4;
}
