import type { Arrange, Arrangement, Found, FoundMark } from "../../transcript/model/arrangement.ts";

/**
 * Arranges as `arrange` does, and then makes the messages dead that condensations made the model forget.
 *
 * A mark `forgotten` names a message by its `id`, and the condensation that forgot it by its `parent`. A
 * message with that condensation's id is the summary: it takes the position of the first message that it
 * replaces, and can be forgotten in turn. A condensation whose summary is not live did not happen on this
 * branch.
 */
export function arrangeCondensed(arrange: Arrange): Arrange {
  return (found) => {
    const all = [...found];
    const marks = all.filter(isForgotten);
    if (marks.length === 0) return arrange(found);
    const forgetting: Forgetting = {
      ids: new Map(all.flatMap((each) => (each.mark === undefined ? [[each.index, each.id]] : []))),
      condensations: byCondensation(marks),
      summaries: new Set(all.flatMap(({ mark, id = "" }) => (mark === undefined ? [id] : []))),
    };
    const others = all.filter((each) => !isForgotten(each));
    return arrange(others).map((arrangement) => condense(arrangement, forgetting));
  };
}

interface Forgetting {
  /** The ids of messages by index. */
  readonly ids: ReadonlyMap<number, string | undefined>;
  /** The messages that each condensation forgot. */
  readonly condensations: ReadonlyMap<string, readonly string[]>;
  /** Ids of messages, among them those of condensations with a summary. */
  readonly summaries: ReadonlySet<string>;
}

function isForgotten(each: Found): each is FoundMark {
  return each.mark === "forgotten";
}

function byCondensation(marks: readonly FoundMark[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { id = "", parent = "" } of marks) {
    const group = groups.get(parent);
    if (group === undefined) groups.set(parent, [id]);
    else group.push(id);
  }
  return groups;
}

function condense(
  { messages, dead = 0 }: Arrangement,
  { ids, condensations, summaries }: Forgetting,
): Arrangement {
  const all = [...messages];
  const live = all.slice(dead);
  const indices = new Map(live.map((index) => [ids.get(index), index]));
  const places = new Map(live.map((index, place) => [index, place]));
  const place = (index: number) => places.get(index) ?? 0;
  const gone = new Set<number>();
  for (const [condensation, forgotten] of condensations) {
    const summary = indices.get(condensation);
    if (summary === undefined && summaries.has(condensation)) continue;
    const now = forgotten.flatMap((id) => indices.get(id) ?? []);
    for (const index of now) gone.add(index);
    if (summary === undefined) continue;
    places.set(
      summary,
      now.reduce((first, index) => Math.min(first, place(index)), place(summary)),
    );
  }
  const kept = live.filter((index) => !gone.has(index)).sort((a, b) => place(a) - place(b));
  const forgotten = live.filter((index) => gone.has(index));
  return { messages: [...all.slice(0, dead), ...forgotten, ...kept], dead: dead + gone.size };
}
