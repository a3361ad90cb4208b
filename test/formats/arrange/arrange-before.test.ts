/** What is arranged before each of several compactions in one go is what is arranged before each of them alone. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { anchoredBefore } from "../../../src/formats/arrange/anchored-before.ts";
import { ANCHOR_MARKS, arrangeAnchored } from "../../../src/formats/arrange/arrange-anchored.ts";
import { arrangeChains } from "../../../src/formats/arrange/arrange-chains.ts";
import {
  arrangeCompacted,
  COMPACTED_MARKS,
} from "../../../src/formats/arrange/arrange-compacted.ts";
import {
  arrangeEvents,
  EVENT_MARKS,
  eventsBefore,
} from "../../../src/formats/arrange/arrange-events.ts";
import {
  arrangeJournal,
  JOURNAL_MARKS,
  journalBefore,
} from "../../../src/formats/arrange/arrange-journal.ts";
import { arrangePath, PATH_MARKS } from "../../../src/formats/arrange/arrange-path.ts";
import {
  arrangeSummarized,
  SUMMARIZED,
  summarizedBefore,
} from "../../../src/formats/arrange/arrange-summarized.ts";
import { chainsBefore } from "../../../src/formats/arrange/chains-before.ts";
import { compactedBefore } from "../../../src/formats/arrange/compacted-before.ts";
import { pathBefore } from "../../../src/formats/arrange/path-before.ts";
import { arrangeHistory, historyBefore } from "../../../src/formats/codex/codex-history.ts";
import type { Format } from "../../../src/formats/format.ts";
import { FORMATS } from "../../../src/formats/index.ts";
import {
  type Arrange,
  type ArrangeBefore,
  type Found,
  TORN,
} from "../../../src/transcript/model/arrangement.ts";
import { firstOf } from "../../../src/transcript/model/sequence.ts";
import { runs } from "../../support/runs.ts";

interface Case {
  readonly arrange: Arrange;
  readonly before: ArrangeBefore;
  readonly startsAnew: readonly string[];
  readonly marks: readonly string[];
  /** Ids of marks: of messages, or numbers. */
  readonly ids: readonly string[];
  readonly hasThreads: boolean;
}

const NAMES = ["0", "1", "2 1", "3", "instructions", "9", "12"];

const CASES: Readonly<Record<string, Case>> = {
  chains: {
    arrange: arrangeChains,
    before: chainsBefore,
    startsAnew: ["boundary"],
    marks: ["link", "leaf", "preserved", TORN],
    ids: [],
    hasThreads: true,
  },
  "Codex' history": {
    arrange: arrangeHistory,
    before: historyBefore,
    startsAnew: ["replaced", "summarized"],
    marks: ["turn", "rolled back"],
    ids: ["1", "2"],
    hasThreads: false,
  },
  journals: {
    arrange: arrangeJournal,
    before: journalBefore,
    startsAnew: [JOURNAL_MARKS.compaction, JOURNAL_MARKS.clear],
    marks: [...Object.values(JOURNAL_MARKS), TORN],
    ids: NAMES,
    hasThreads: false,
  },
  events: {
    arrange: arrangeEvents,
    before: eventsBefore,
    startsAnew: [EVENT_MARKS.compacted, EVENT_MARKS.cleared],
    marks: Object.values(EVENT_MARKS),
    ids: NAMES,
    hasThreads: true,
  },
  "events that stay": {
    arrange: arrangeEvents,
    before: eventsBefore,
    startsAnew: [EVENT_MARKS.compacted, EVENT_MARKS.cleared],
    marks: [EVENT_MARKS.compacting],
    ids: NAMES,
    hasThreads: true,
  },
  paths: {
    arrange: arrangePath,
    before: pathBefore,
    startsAnew: [PATH_MARKS.kept],
    marks: [PATH_MARKS.link, PATH_MARKS.edited, PATH_MARKS.unsent, TORN],
    ids: [],
    hasThreads: false,
  },
  "paths with compactions": {
    arrange: arrangePath,
    before: pathBefore,
    startsAnew: [PATH_MARKS.kept],
    marks: [PATH_MARKS.link],
    ids: ["0", "1", "3", "7", "9", "12", "20"],
    hasThreads: false,
  },
  "requests for summaries": {
    arrange: arrangeCompacted,
    before: compactedBefore,
    startsAnew: [COMPACTED_MARKS.summary],
    marks: [COMPACTED_MARKS.compaction, COMPACTED_MARKS.compaction, COMPACTED_MARKS.unsent],
    ids: ["0", "1", "2", "3", "7", "9", "12", "20"],
    hasThreads: false,
  },
  "requests for summaries, taken back": {
    arrange: arrangeCompacted,
    before: compactedBefore,
    startsAnew: [COMPACTED_MARKS.summary],
    marks: Object.values(COMPACTED_MARKS),
    ids: ["0", "1", "2", "3", "7", "9", "12", "20"],
    hasThreads: false,
  },
  anchors: {
    arrange: arrangeAnchored,
    before: anchoredBefore,
    startsAnew: [ANCHOR_MARKS.summary, ANCHOR_MARKS.cut],
    marks: [ANCHOR_MARKS.unsent, TORN],
    ids: ["0", "1", "3", "7", "9", "12", "20"],
    hasThreads: false,
  },
  summaries: {
    arrange: arrangeSummarized,
    before: summarizedBefore,
    startsAnew: [SUMMARIZED],
    marks: [],
    ids: [],
    hasThreads: false,
  },
};

it.each(Object.entries(CASES))("is the same one by one: %s", (_, each) => {
  fc.assert(
    fc.property(fc.array(itemOf(each), { maxLength: 40 }), (items) => {
      const found = items.map((make, index) => make(index));
      const isEnd = ({ mark, thread }: Found) =>
        mark !== undefined && each.startsAnew.includes(mark) && thread === undefined;
      const ends = found.filter(isEnd).map(({ index }) => index);
      let since = 0;
      [...each.before(found, ends)].forEach((arrangements, k) => {
        const end = ends[k] ?? 0;
        const own = ({ messages }: { messages: Iterable<number> }) =>
          found[[...messages][0] ?? -1]?.thread === undefined;
        const [expected] = each.arrange(firstOf(found, end)).filter(own);
        const [actual] = arrangements.filter(own);
        expect(live(actual)).toEqual(live(expected));
        expect(dead(actual, since)).toEqual(dead(expected, since));
        since = end;
      });
    }),
    { numRuns: runs(10_000) },
  );
});

it("is done by every format that has compactions", () => {
  const formats: readonly Format[] = Object.values(FORMATS);
  const slow = formats.filter((each) => each.startsAnew && !each.arrangeBefore);
  expect(slow.map(({ name }) => name)).toEqual([]);
});

type Arranged = ReturnType<Arrange>[number] | undefined;

function live(arranged: Arranged): readonly number[] {
  return [...(arranged?.messages ?? [])].slice(arranged?.dead ?? 0);
}

function dead(arranged: Arranged, since: number): readonly number[] {
  const all = [...(arranged?.messages ?? [])].slice(0, arranged?.dead ?? 0);
  return all.filter((index) => index >= since);
}

/** Marks that name no parent: that of a compaction of pi would be the number of an entry. */
const ALONE: readonly string[] = ["boundary", PATH_MARKS.kept];

/** A message or a mark, made at an index: parents are mostly the one before, and some further up. */
function itemOf({
  startsAnew,
  marks,
  ids,
  hasThreads,
}: Case): fc.Arbitrary<(index: number) => Found> {
  const parents = fc.oneof(
    { weight: 8, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 20 }) },
    { weight: 1, arbitrary: fc.constant(0) },
  );
  const threads = fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: hasThreads ? 1 : 0, arbitrary: fc.constant("aside") },
  );
  const links = (index: number, up: number) => {
    const parentIndex = up > 0 && index >= up ? index - up : undefined;
    return { parentIndex, ...(up > 0 && { parent: `${index - up}` }) };
  };
  const message = fc
    .record({
      role: fc.constantFrom("system", "user", "assistant", "assistant", "tool"),
      up: parents,
      thread: threads,
      call: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ role, up, thread, call }) => (index: number): Found => {
      const id = `${index}`;
      const about = { index, role: role as "user", thread, id, ...links(index, up) };
      if (role === "assistant")
        return { ...about, parts: [{ kind: "call", id: `c${call}`, name: "t" }] };
      const observation = {
        ...({ kind: "observation", callId: `c${call}` } as const),
        ...{ toolName: undefined, isError: false, editable: true },
      };
      return { ...about, parts: role === "tool" ? [observation] : [] };
    });
  const mark = (words: readonly string[]) =>
    fc
      .record({
        word: fc.constantFrom(...words),
        up: parents,
        id: ids.length === 0 ? fc.constant(undefined) : fc.constantFrom(...ids),
        thread: threads,
      })
      .map(({ word, up, id, thread }) => (index: number): Found => {
        const own = ids.length === 0 ? `${index}` : id;
        return {
          index,
          mark: word,
          id: own,
          thread,
          ...links(index, ALONE.includes(word) ? 0 : up),
        };
      });
  return fc.oneof(
    { weight: 6, arbitrary: message },
    { weight: 1, arbitrary: mark(startsAnew) },
    ...(marks.length === 0 ? [] : [{ weight: 1, arbitrary: mark(marks) }]),
  );
}
