import {
  type Arrangement,
  type Found,
  type FoundMessage,
  TORN,
} from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/**
 * Marks of `arrangePath`. `link` is an entry without a message. `kept`, `edited` and `unsent` are about the
 * next entry, and are no entries themselves. `kept`: it is a compaction, which keeps the entries from `id` on
 * (or from entry number `parent`, counted from 0). `edited`: it is sent in place of the entry `id`, as long
 * as it is on the path. `unsent`: it is never sent to a model.
 */
export const PATH_MARKS = {
  link: "link",
  kept: "kept",
  edited: "edited",
  unsent: "unsent",
} as const;

/**
 * Arranges entries whose last is the leaf: only the path from it up to the root is live. Of the entries
 * before the last compaction on the path, only the part that it keeps is live, after its summary. If no entry
 * names another, file order is the path, and nothing can be dropped: another entry would change the numbers
 * of entries.
 *
 * An entry on the path whose parent is missing in the file, or is its own descendant, shows damage: any
 * earlier entry may be its ancestor, so all are live. The same holds for entries before a compaction whose
 * first kept entry is missing. A compaction keeps no system messages. If the last line is torn, any entry may
 * have been its parent: everything after the last compaction of the file is live. If compactions count
 * entries, torn lines count.
 */
export function arrangePath(found: Sequence<Found>): readonly Arrangement[] {
  const { entries, byId, kept, edited, unsent } = sortOut([...found]);
  const path = pathOf(entries, byId);
  const isTree = path.at(-1)?.id !== undefined && path !== entries;
  const compactionAt = path.findLastIndex(({ index }) => kept.has(index));
  const compaction = path[compactionAt];
  let inContext = path;
  if (compaction !== undefined) {
    const before = keptBefore(path, { compactionAt, start: kept.get(compaction.index) });
    const own = before.filter((each) => !kept.has(each.index) && !isSystem(each));
    inContext = [compaction, ...own, ...path.slice(compactionAt + 1)];
  }
  if (found.at(found.length - 1)?.mark === TORN) {
    const since = entries.slice(entries.findLastIndex(({ index }) => kept.has(index)) + 1);
    inContext = [...new Set([...inContext, ...since])];
  }
  const replaced = new Set(inContext.map(({ index }) => edited.get(index)));
  const live = inContext
    .filter(isMessage)
    .filter(({ index, id }) => !unsent.has(index) && (id === undefined || !replaced.has(id)));
  const isLive = new Set(live.map(({ index }) => index));
  const dead = entries.filter(isMessage).filter(({ index }) => !isLive.has(index));
  return [
    {
      messages: [...dead, ...live].map(({ index }) => index),
      dead: dead.length,
      undroppable: isTree ? undefined : "sessions whose entries have no ids",
    },
  ];
}

/**
 * The entries, also by id, the first one that each compaction keeps, the targets of edits, and the messages that are
 * never sent.
 */
function sortOut(found: readonly Found[]): {
  readonly entries: readonly Found[];
  readonly byId: ReadonlyMap<string, Found>;
  readonly kept: ReadonlyMap<number, KeptTail>;
  readonly edited: ReadonlyMap<number, string>;
  readonly unsent: ReadonlySet<number>;
} {
  const entries = found.filter(isEntry);
  const byId = indexById(entries);
  const counted = found.filter((each) => isEntry(each) || each.mark === TORN);
  const kept = new Map<number, KeptTail>();
  const edited = new Map<number, string>();
  const unsent = new Set<number>();
  for (const { mark, id, parent, index } of found) {
    if (mark === PATH_MARKS.unsent) unsent.add(index + 1);
    if (mark === PATH_MARKS.edited && id !== undefined) edited.set(index + 1, id);
    if (mark === PATH_MARKS.kept)
      kept.set(index + 1, {
        from: parent === undefined ? byId.get(id ?? "") : firstEntry(counted, Number(parent)),
        isNamed: parent !== undefined || id !== undefined,
      });
  }
  return { entries, byId, kept, edited, unsent };
}

/** The first entry from a number on: torn lines count as well. */
function firstEntry(counted: readonly Found[], from: number): Found | undefined {
  let at = from;
  while (counted[at]?.mark === TORN) at++;
  return counted[at];
}

function isEntry({ mark }: Found): boolean {
  return mark === undefined || mark === PATH_MARKS.link;
}

function pathOf(entries: readonly Found[], byId: ReadonlyMap<string, Found>): readonly Found[] {
  const isLinked = entries.some(({ parent }) => parent !== undefined && byId.has(parent));
  if (!isLinked) return entries;
  const path = new Set<Found>();
  for (let at = entries.at(-1); at !== undefined; ) {
    path.add(at);
    if (at.parent === undefined) break;
    const above = byId.get(at.parent);
    if (above !== undefined && !path.has(above)) at = above;
    else return [...entriesBefore(entries, at, path), ...[...path].reverse()];
  }
  return [...path].reverse();
}

/** The entries before one that are not on the path to it. */
function entriesBefore(
  entries: readonly Found[],
  at: Found,
  path: ReadonlySet<Found>,
): readonly Found[] {
  return entries.filter((entry) => entry.index < at.index && !path.has(entry));
}

/** The entries of a path that a compaction on it keeps: all of them, if the first one is lost. */
function keptBefore(
  path: readonly Found[],
  { compactionAt, start }: { readonly compactionAt: number; readonly start: KeptTail | undefined },
): readonly Found[] {
  if (start === undefined || !start.isNamed) return [];
  const from = start.from === undefined ? 0 : path.indexOf(start.from);
  return from >= 0 && from < compactionAt ? path.slice(from, compactionAt) : [];
}

/** The first of the earlier entries that a compaction keeps, and whether it names one. */
interface KeptTail {
  readonly from: Found | undefined;
  readonly isNamed: boolean;
}

function indexById(entries: readonly Found[]): ReadonlyMap<string, Found> {
  const byId = new Map<string, Found>();
  for (const entry of entries) if (entry.id !== undefined) byId.set(entry.id, entry);
  return byId;
}

function isMessage(found: Found): found is FoundMessage {
  return found.mark === undefined;
}

function isSystem(found: Found): boolean {
  return isMessage(found) && found.role === "system";
}
