import { oneLine } from "../../../reduce/texts/white-space.ts";
import { categoriesOf } from "../categories/categories.ts";
import { objectiveOf } from "../deterministic.ts";
import { entryItem, entryName, taskItem, taskName, valueText } from "../entry-text.ts";
import { type Item, itemsOf } from "../result.ts";
import type { ReachedInputs } from "../snapshot-inputs.ts";
import type { ReflectedReply } from "./reflection-reply.ts";
import { contentStems } from "./word-stem.ts";

/** Where an item may come from: what it says in all ways that it may be repeated. */
export interface TraceSource {
  readonly texts: readonly string[];
  readonly stems: ReadonlySet<string>;
}

/** The key of a source's name: case and white space do not count. */
export const sourceNames = { keyOf: (name: string): string => comparable(name) };

/** The name under which the objective is cited. */
const OBJECTIVE = "objective";

/**
 * The items of a reply that come from no source. Each item must occur in a source as it is, or have only words of
 * the sources that it cites; a link must occur there as it is.
 * The snapshots before are no sources: what they said may be over.
 */
export function untracedItems(reply: ReflectedReply, inputs: ReachedInputs): readonly Item[] {
  const sources = sourcesOf(inputs);
  const all = [...sources.values()];
  return itemsOf(reply.content).filter(({ field, text }) => {
    if (isPartOf(all, text)) return false;
    if (field === "required_evidence_links") return true;
    const names = reply.sources.get(oneLine(text)) ?? [];
    const cited = names.flatMap((name) => sources.get(sourceNames.keyOf(name)) ?? []);
    return !isMadeOf(cited, text) || (field === "blockers" && isTurnedRound(cited, text));
  });
}

/** All that an item may come from, by the keys of their names. */
export function sourcesOf(inputs: ReachedInputs): ReadonlyMap<string, TraceSource> {
  const sources = new Map<string, TraceSource>();
  const add = (name: string, ...texts: string[]) => {
    const key = sourceNames.keyOf(name);
    const already = sources.get(key);
    sources.set(key, {
      texts: [...(already?.texts ?? []), ...texts.map(comparable)],
      stems: new Set([...(already?.stems ?? []), ...texts.flatMap(contentStems)]),
    });
  };
  add(OBJECTIVE, objectiveOf(inputs), inputs.objective ?? "");
  for (const entry of inputs.entries) {
    const { value } = entry;
    const said = typeof value === "string" ? value : JSON.stringify(value);
    const name = entryName(entry);
    add(name, `${name} - ${valueText(value)}`, entryItem(entry), said);
  }
  for (const task of inputs.tasks) add(taskName(task), taskItem(task), task.title);
  return sources;
}

/** Whether a source contains a text, with nothing before it that would invert its meaning. */
export function isPartOf(sources: readonly TraceSource[], text: string): boolean {
  const part = comparable(text).replace(/(?:\.\.\.|…|[.;!,])+$/, "");
  if (contentStems(part).length === 0) return false;
  return sources.some(({ texts }) => texts.some((whole) => standsIn(whole, part)));
}

function standsIn(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const before = whole.slice(Math.max(0, at - LOOKED_AT), at);
    const isWhole = !cutsWord(before, part) && !cutsWord(part, whole.slice(at + part.length));
    if (isWhole && !DENIED.test(before)) return true;
  }
  return false;
}

/** Chars before a part in which a word that denies it is looked for. */
const LOOKED_AT = 60;

/** Ends with a word that denies what follows: `no error found` does not say `error found`. */
const DENIED = /(?:\b(?:no|not|never|without|zero|cannot)|n['’]t)(?: \w+)? ?$/;

function cutsWord(before: string, after: string): boolean {
  return /[\p{L}\p{N}_]$/u.test(before) && /^[\p{L}\p{N}_]/u.test(after);
}

/** Whether every meaningful word of a text is in one of these sources. */
function isMadeOf(sources: readonly TraceSource[], text: string): boolean {
  const stems = contentStems(text);
  return stems.length > 0 && stems.every((stem) => sources.some((each) => each.stems.has(stem)));
}

/** Whether a text says that something is in the way, and the sources only that nothing is. */
function isTurnedRound(sources: readonly TraceSource[], text: string): boolean {
  const isBlocker = (said: string) => categoriesOf(said).includes("blockers");
  return isBlocker(text) && !sources.some(({ texts }) => texts.some(isBlocker));
}

function comparable(text: string): string {
  return oneLine(text.normalize("NFKC").replace(/[“”]/g, '"').replace(/[‘’]/g, "'")).toLowerCase();
}
