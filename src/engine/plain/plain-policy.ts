import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { rulesOf } from "../../reduce/pipeline/tiers.ts";
import type { RuleName } from "../../reduce/rules/index.ts";
import { chars4, type TokenCounter } from "../../transcript/model/size.ts";
import type { Job } from "../edits/job.ts";
import { budgetOf } from "./plain-budget.ts";
import { countsTask } from "./window-limit.ts";

/** Whether columns of tool results are enough for a job. */
export function isPlainJob(job: Job): boolean {
  const asksMore = job.objects || job.explain || job.answers !== undefined;
  return !asksMore && isPlainPolicy(job.policy);
}

/** The same for lines that are one conversation. */
export function isPlainForLines(job: Job): boolean {
  const { pressure, window } = job.policy;
  return pressure === undefined && !countsTask(window) && isPlainJob(job);
}

/** Whether columns of tool results are enough for a policy. */
export function isPlainPolicy(policy: Policy): boolean {
  const { window, rules, pressure } = policy;
  const { errors } = rules;
  return (
    rules.window !== undefined &&
    rulesOf(policy).active.every(({ name }) => PLAIN_RULES.has(name)) &&
    policy.summarizeAfter === undefined &&
    [policy.counter, pressure?.counter, window.counter].every(isPlainCounter) &&
    (pressure === undefined || budgetOf(policy) === undefined) &&
    !(typeof errors.kept === "object" && "excerpt" in errors.kept)
  );
}

/** Whether sizes are chars, or a quarter of them. */
function isPlainCounter(counter: TokenCounter | undefined): boolean {
  return counter === undefined || counter === chars4;
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
