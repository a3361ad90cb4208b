import { categoriesOf, hasQuestionMark } from "./categories/categories.ts";
import { entryItem, taskItem, valueText } from "./entry-text.ts";
import { linksIn } from "./evidence-links.ts";
import { itemText } from "./item-text.ts";
import type { ListField } from "./result.ts";
import type { MemoryEntry, ReachedInputs } from "./snapshot-inputs.ts";
import { type Limited, withinLimits } from "./snapshot-limits.ts";

/** Lines of a progress log, counted from its end, in which open questions are looked for. */
const PROGRESS_LINES = 200;

/** Statuses of tasks that block work. */
export const BLOCKING: ReadonlySet<string> = new Set(["failed", "blocked"]);

/** Statuses of tasks that are still to be done. */
const PENDING = new Set(["pending", "todo", "not_started", "in_progress"]);

/** Sorts memory, tasks and progress into a snapshot by their keywords. */
export function deterministicContent(inputs: ReachedInputs): Limited {
  const found: Record<ListField, string[]> = {
    open_hypotheses: [],
    blockers: [],
    next_actions: [],
    unresolved_questions: [],
    required_evidence_links: [],
  };
  // The first items of a list are kept where it has too many: what is certain, then the newest.
  for (const task of inputs.tasks) {
    if (BLOCKING.has(task.status)) found.blockers.push(taskItem(task));
    else if (PENDING.has(task.status)) found.next_actions.push(taskItem(task));
  }
  for (const entry of newestFirst(inputs)) {
    for (const category of categoriesOfEntry(entry)) found[category].push(entryItem(entry));
    found.required_evidence_links.push(...linksIn(textWithLines(entry.value)));
  }
  for (const line of (inputs.progress ?? "").split(/\r?\n/).slice(-PROGRESS_LINES).reverse())
    if (hasQuestionMark(line)) found.unresolved_questions.push(line);
  return withinLimits({ current_objective: objectiveOf(inputs), ...found });
}

/** Entries by iteration, newest first, in their own order within each; those of none count as new. */
function newestFirst({ entries, iteration }: ReachedInputs): readonly MemoryEntry[] {
  const of = ({ sourceIteration = iteration }: MemoryEntry) => sourceIteration;
  return entries.toSorted((a, b) => of(b) - of(a));
}

/** The objective: the issue's, else that of the snapshot before. */
export function objectiveOf({ objective, last }: ReachedInputs): string {
  return itemText(objective ?? "") || last?.current_objective || "No objective is given.";
}

/** Values of a key such as `status` that say that a whole entry is over. */
const SETTLED =
  /^(resolved|fixed|closed|done|completed?|obsolete|superseded|cancell?ed|irrelevant)$/i;

function categoriesOfEntry({ scope, key, value }: MemoryEntry): ReturnType<typeof categoriesOf> {
  if (isSettled(value)) return [];
  return categoriesOf(`${scope}. ${key}: ${valueText(value)}`);
}

function isSettled(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { status, state, resolved } = value as Record<string, unknown>;
  return (
    resolved === true ||
    [status, state].some((each) => typeof each === "string" && SETTLED.test(each.trim()))
  );
}

/** The strings of a value with its line breaks: a link ends with its line. */
function textWithLines(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textWithLines).join("\n");
}
