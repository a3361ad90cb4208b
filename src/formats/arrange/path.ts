import type { Arrangement, Found, FoundMessage } from "../../transcript/arrangement.ts";
import type { Sequence } from "../../transcript/sequence.ts";

/**
 * Marks that `arrangePath` knows. `link` is an entry without a message. `kept` and `unsent` speak of
 * the message after them and are no entries: it is a compaction, which keeps what stands from the
 * entry `id` on (or from entry number `parent`, counted from 0); or it is never sent to a model.
 */
export const PATH_MARKS = { link: "link", kept: "kept", unsent: "unsent" } as const;

/**
 * Arranges entries of which the last is the leaf: live is the path from it up to the root, nothing
 * beside it. Of what stands before the last compaction on the path only the part that it keeps is
 * live, after its summary. Where no entry names another, file order is the path, and nothing can be
 * dropped: another entry would change what entries are counted as.
 */
export function arrangePath(found: Sequence<Found>): readonly Arrangement[] {
  const { entries, kept, unsent } = sortOut([...found]);
  const path = pathOf(entries);
  const isTree = path.at(-1)?.id !== undefined && path !== entries;
  const compactionAt = path.findLastIndex(({ index }) => kept.has(index));
  const compaction = path[compactionAt];
  let inContext = path;
  if (compaction !== undefined) {
    const start = kept.get(compaction.index);
    const from = start === undefined ? -1 : path.indexOf(start);
    const isBefore = from >= 0 && from < compactionAt;
    const before = isBefore ? path.slice(from, compactionAt) : [];
    const own = before.filter(({ index }) => !kept.has(index));
    inContext = [compaction, ...own, ...path.slice(compactionAt + 1)];
  }
  const live = inContext.filter(isMessage).filter(({ index }) => !unsent.has(index));
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

/** The entries, from which one each compaction keeps what stands, and which messages are never sent. */
function sortOut(found: readonly Found[]): {
  readonly entries: readonly Found[];
  readonly kept: ReadonlyMap<number, Found | undefined>;
  readonly unsent: ReadonlySet<number>;
} {
  const entries = found.filter(({ mark }) => mark === undefined || mark === PATH_MARKS.link);
  const byId = indexById(entries);
  const kept = new Map<number, Found | undefined>();
  const unsent = new Set<number>();
  for (const { mark, id, parent, index } of found) {
    if (mark === PATH_MARKS.unsent) unsent.add(index + 1);
    if (mark === PATH_MARKS.kept)
      kept.set(index + 1, parent === undefined ? byId.get(id ?? "") : entries[Number(parent)]);
  }
  return { entries, kept, unsent };
}

function pathOf(entries: readonly Found[]): readonly Found[] {
  const byId = indexById(entries);
  const isLinked = entries.some(({ parent }) => parent !== undefined && byId.has(parent));
  if (!isLinked) return entries;
  const path = new Set<Found>();
  let at = entries.at(-1);
  while (at !== undefined && !path.has(at)) {
    path.add(at);
    at = at.parent === undefined ? undefined : byId.get(at.parent);
  }
  return [...path].reverse();
}

function indexById(entries: readonly Found[]): ReadonlyMap<string, Found> {
  const byId = new Map<string, Found>();
  for (const entry of entries) if (entry.id !== undefined) byId.set(entry.id, entry);
  return byId;
}

function isMessage(found: Found): found is FoundMessage {
  return found.mark === undefined;
}
