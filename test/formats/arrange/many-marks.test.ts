/** Sessions with compactions, rewinds and calls by the thousand: the work grows with their number. */
import { expect, it } from "vitest";
import {
  arrangeCompacted,
  COMPACTED_MARKS,
} from "../../../src/formats/arrange/arrange-compacted.ts";
import { arrangeEvents, EVENT_MARKS } from "../../../src/formats/arrange/arrange-events.ts";
import { arrangeGeminiRecords } from "../../../src/formats/arrange/gemini-records.ts";
import { arrangeHistory } from "../../../src/formats/codex/codex-history.ts";
import { ADK_MARKS, arrangeAdk } from "../../../src/formats/gemini/adk-arrange.ts";
import type { Arrange, Found, Mark } from "../../../src/transcript/model/arrangement.ts";
import type { PartHead } from "../../../src/transcript/model/heads.ts";
import { PairFinder } from "../../../src/transcript/model/pairs.ts";
import { stepsOf } from "../../support/steps.ts";

type Said = {
  readonly role: "user" | "assistant" | "tool";
  readonly id?: string;
  readonly parts?: readonly PartHead[];
};

/** Messages and marks, in order. */
function found(all: readonly (Said | Mark)[]): readonly Found[] {
  return all.map((each, index) =>
    "mark" in each
      ? { index, parentIndex: undefined, ...each }
      : { index, parentIndex: undefined, parts: [], ...each },
  );
}

const times = <T>(count: number, each: (k: number) => readonly T[]) =>
  Array.from({ length: count }, (_, k) => each(k)).flat();

const answer = (callId: string): PartHead => ({
  ...({
    kind: "observation",
    callId,
    toolName: undefined,
    isError: false,
    editable: true,
  } as const),
});

const SESSIONS: readonly (readonly [
  string,
  Arrange,
  (count: number) => readonly (Said | Mark)[],
])[] = [
  [
    "Codex sessions that are rolled back again and again",
    arrangeHistory,
    (count) => [
      ...times(count, (k) => [{ mark: "turn" }, { role: "user", id: `${k}` }] as const),
      ...times(
        count,
        () => [{ mark: "turn" }, { role: "user" }, { mark: "rolled back", id: "1" }] as const,
      ),
    ],
  ],
  [
    "Codex sessions that are summarized again and again",
    arrangeHistory,
    (count) =>
      times(
        count,
        () => [{ role: "user" }, { role: "assistant" }, { mark: "summarized" }] as const,
      ),
  ],
  [
    "logs of events with rewinds",
    arrangeEvents,
    (count) =>
      times(
        count,
        (k) =>
          [
            { role: "user", id: `${k}` },
            { mark: EVENT_MARKS.rewound, id: `${k}` },
          ] as const,
      ),
  ],
  [
    "sessions with compactions that were not completed",
    arrangeCompacted,
    (count) =>
      times(
        count,
        (k) =>
          [
            { mark: COMPACTED_MARKS.compaction, id: `${k}` },
            { role: "user", id: `${k}` },
          ] as const,
      ),
  ],
  [
    "events of ADK with summaries",
    arrangeAdk,
    (count) =>
      times(count, (k) => [
        { mark: ADK_MARKS.event, id: `${k}`, parent: `${k}` },
        ...(k % 2 === 0 ? [] : [{ mark: ADK_MARKS.compaction, id: `${k}`, parent: `${k + 0.5}` }]),
        { role: "user" } as const,
      ]),
  ],
  [
    "results of Gemini CLI that are in their reply as well",
    arrangeGeminiRecords,
    (count) => [
      { role: "assistant", parts: times(count, (k) => [answer(`${k}`)]) },
      ...times(count, (k) => [{ role: "tool", parts: [answer(`${count - k - 1}`)] }] as const),
    ],
  ],
];

it.each(SESSIONS)("the work to arrange %s grows with their number", (_, arrange, session) => {
  const steps = (count: number) => {
    const all = found(session(count));
    return stepsOf(() => arrange(all));
  };
  expect(steps(3000)).toBeLessThan(steps(1000) * 4.5);
});

it("takes back more events than a call has arguments", () => {
  const events = times(200_000, () => [{ role: "user" }] as const);
  const [arrangement] = arrangeEvents(found([...events, { mark: EVENT_MARKS.cleared }]));
  expect(arrangement?.dead).toBe(200_000);
});

it("the work to pair calls without ids grows with their number", () => {
  const steps = (count: number) =>
    stepsOf(() => {
      const pairs = new PairFinder();
      const half = (index: number, k: number) => ({ index, id: undefined, name: `${k}`, turn: 1 });
      for (let k = 0; k < count; k++) pairs.call(half(k, k));
      for (let k = 0; k < count; k++) pairs.observation(half(count + k, count - 1 - k));
      expect(pairs.violations).toBe(0);
    });
  expect(steps(3000)).toBeLessThan(steps(1000) * 4.5);
});
