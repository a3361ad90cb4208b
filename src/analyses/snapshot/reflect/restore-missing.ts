import { oneLine } from "../../../reduce/texts/white-space.ts";
import { BLOCKING } from "../deterministic.ts";
import { entryItem, entryName, taskItem, taskName } from "../entry-text.ts";
import { comparableKey } from "../item-text.ts";
import { itemsOf, type ListField, type SnapshotContent } from "../result.ts";
import type { ReachedInputs } from "../snapshot-inputs.ts";
import type { ReflectedReply } from "./reflection-reply.ts";
import { sourceNames } from "./trace.ts";

/** Content with what it must not be without, and how many items that took. */
export interface PutBack {
  readonly content: SnapshotContent;
  readonly count: number;
}

/**
 * Puts back what the keywords' snapshot has and a model's must not be without: failed and blocked tasks,
 * open questions and links of evidence. They come first, so that the limits of a list do not cut them.
 * A task or a question is there if an item of any list repeats a part of it or cites where it comes from.
 */
export function withPutBack(
  reply: ReflectedReply,
  {
    deterministic,
    inputs,
  }: { readonly deterministic: SnapshotContent; readonly inputs: ReachedInputs },
): PutBack {
  const { content } = reply;
  const named = namesOfItems(inputs);
  const isThere = (text: string): boolean => {
    const whole = comparableKey(text);
    const name = named.get(whole);
    return itemsOf(content).some(({ field, text: said }) => {
      if (field === "current_objective") return false;
      const cited = reply.sources.get(oneLine(said)) ?? [];
      return (
        whole.includes(comparableKey(said)) ||
        (name !== undefined && cited.some((each) => sourceNames.keyOf(each) === name))
      );
    });
  };
  const failed = inputs.tasks.filter(({ status }) => BLOCKING.has(status)).map(taskItem);
  const links = new Set(content.required_evidence_links.map(comparableKey));
  const missing: Partial<Record<ListField, readonly string[]>> = {
    blockers: failed.filter((text) => !isThere(text)),
    unresolved_questions: deterministic.unresolved_questions.filter((text) => !isThere(text)),
    required_evidence_links: deterministic.required_evidence_links.filter(
      (link) => !links.has(comparableKey(link)),
    ),
  };
  const fields = Object.entries(missing) as [ListField, readonly string[]][];
  return {
    content: {
      ...content,
      ...Object.fromEntries(fields.map(([field, items]) => [field, [...items, ...content[field]]])),
    },
    count: fields.reduce((sum, [, items]) => sum + items.length, 0),
  };
}

/** The names of sources by the items that keywords make of them. */
function namesOfItems({ entries, tasks }: ReachedInputs): ReadonlyMap<string, string> {
  return new Map([
    ...entries.map((entry): [string, string] => [
      comparableKey(entryItem(entry)),
      sourceNames.keyOf(entryName(entry)),
    ]),
    ...tasks.map((task): [string, string] => [
      comparableKey(taskItem(task)),
      sourceNames.keyOf(taskName(task)),
    ]),
  ]);
}
