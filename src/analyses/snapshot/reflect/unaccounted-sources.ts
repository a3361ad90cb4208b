import { oneLine } from "../../../reduce/texts/white-space.ts";
import { entryName, taskName } from "../entry-text.ts";
import { itemsOf } from "../result.ts";
import type { PlanTask, ReachedInputs } from "../snapshot-inputs.ts";
import type { ReflectedReply } from "./reflection-reply.ts";
import { isPartOf, sourceNames, sourcesOf, type TraceSource } from "./trace.ts";
import { contentStems } from "./word-stem.ts";

/** Statuses of tasks that nobody has to hear of again. */
const OVER = /^(?:passed|done|completed?|finished|closed|resolved|merged|skipped|cancell?ed)$/;

/**
 * The names of entries and tasks of which a reply says nothing: no item cites or repeats them, and
 * `dropped` does not name them. What a model merely forgets must not be lost. Tasks that are over need not
 * be named.
 */
export function unaccountedSources(
  reply: ReflectedReply,
  inputs: ReachedInputs,
): readonly string[] {
  const sources = sourcesOf(inputs);
  const cited = new Set([...citedSources(reply, inputs).values()].flat().map(sourceNames.keyOf));
  const said = itemsOf(reply.content)
    .map(({ text }) => text)
    .filter(saysEnough);
  const dropped = reply.dropped.map(({ value }) => value);
  return namesToAccountFor(inputs).filter((name) => {
    const key = sourceNames.keyOf(name);
    const source = sources.get(key);
    if (source === undefined || cited.has(key)) return false;
    return !isSaidBy(said, source) && !isDroppedBy(dropped, { key, source });
  });
}

/**
 * The sources that each item of a reply cites: existing ones that share a word with it. An item that cites every
 * source accounts for no more than what it says.
 */
export function citedSources(
  { content, sources: cited }: ReflectedReply,
  inputs: ReachedInputs,
): ReadonlyMap<string, readonly string[]> {
  const sources = sourcesOf(inputs);
  return new Map(
    itemsOf(content).map(({ text }) => {
      const stems = contentStems(text);
      const names = (cited.get(oneLine(text)) ?? []).filter((name) => {
        const source = sources.get(sourceNames.keyOf(name));
        return source !== undefined && stems.some((stem) => source.stems.has(stem));
      });
      return [oneLine(text), names];
    }),
  );
}

function namesToAccountFor({ entries, tasks }: ReachedInputs): readonly string[] {
  const isOpen = ({ status }: PlanTask) => !OVER.test(status);
  return [...new Set([...entries.map(entryName), ...tasks.filter(isOpen).map(taskName)])];
}

/** Whether a text is more than a word that any source could have. */
function saysEnough(text: string): boolean {
  return contentStems(text).length > 1;
}

function isSaidBy(items: readonly string[], source: TraceSource): boolean {
  return items.some((text) => isPartOf([source], text));
}

/** Whether one of these texts is the name of a source, or repeats what it says. */
function isDroppedBy(
  dropped: readonly string[],
  { key, source }: { readonly key: string; readonly source: TraceSource },
): boolean {
  return dropped.some(
    (text) => sourceNames.keyOf(text) === key || (saysEnough(text) && isPartOf([source], text)),
  );
}
