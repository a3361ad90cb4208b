import fc from "fast-check";
import { expect, it } from "vitest";
import { arrangeChains } from "../../../src/formats/arrange/arrange-chains.ts";
import { isCutOff } from "../../../src/formats/arrange/cut-chain.ts";
import type { Found } from "../../../src/transcript/model/arrangement.ts";
import type { PartHead } from "../../../src/transcript/model/heads.ts";
import { runs } from "../../support/runs.ts";

/** A line: how far above its parent is, 0 for one that is missing; its reply, and the id of its call or result. */
const lines = fc.array(
  fc.record({
    above: fc.oneof(
      { weight: 6, arbitrary: fc.constant(1) },
      fc.integer({ min: -2, max: 4 }),
      fc.constant(undefined),
    ),
    kind: fc.constantFrom("text", "call", "observation", "call", "observation", "boundary"),
    reply: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
    call: fc.constantFrom("c1", "c2"),
    isAside: fc.integer({ max: 9, min: 0 }).map((number) => number === 0),
  }),
  { minLength: 1, maxLength: 12 },
);
type Line = typeof lines extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

function foundIn(all: readonly Line[]): readonly Found[] {
  return all.map(({ above, kind, reply, call, isAside }, index) => {
    const parentIndex =
      above === undefined || above === 0 || index - above < 0 || index - above >= all.length
        ? undefined
        : index - above;
    const place = { index, parentIndex, id: `${index}`, thread: isAside ? "aside" : undefined };
    const parent = above === undefined ? undefined : `${index - above}`;
    if (kind === "boundary") return { ...place, parent, mark: "boundary" };
    const role = kind === "observation" ? "user" : "assistant";
    return { ...place, parent, role, reply, parts: partsOf(kind, call) };
  });
}

function partsOf(kind: string, id: string): readonly PartHead[] {
  if (kind === "call") return [{ kind, id, name: "f" }];
  if (kind !== "observation") return [];
  return [{ kind, callId: id, toolName: undefined, isError: false, editable: true }];
}

/** Writes the records into the list and arranges it anew. */
function isCutOffAnew(
  found: readonly Found[],
  { newest, hasSummary }: { readonly newest: readonly number[]; readonly hasSummary: boolean },
): boolean {
  const place = Math.min(found.length, ...newest);
  const boundary: Found = { index: place, mark: "boundary", parentIndex: undefined };
  const summary: Found = { index: place + 1, role: "user", id: "", parentIndex: place, parts: [] };
  const inserted = hasSummary ? [boundary, summary] : [boundary];
  const moved = (index: number) => (index < place ? index : index + inserted.length);
  const own = found.map((each) => {
    const above = each.parentIndex === undefined ? undefined : moved(each.parentIndex);
    const isHung = each.index === newest[0] && each.parent !== undefined;
    const parentIndex = isHung ? place + inserted.length - 1 : above;
    return { ...each, index: moved(each.index), parentIndex };
  });
  const all = [...own.slice(0, place), ...inserted, ...own.slice(place)];
  const main = arrangeChains(all).find(
    ({ messages }) => all[messages.at(0) ?? -1]?.thread === undefined,
  );
  const live = main === undefined ? [] : [...main.messages].slice(main.dead ?? 0);
  return `${live}` === `${[...(hasSummary ? [place + 1] : []), ...newest.map(moved)]}`;
}

it("is judged like the conversation written anew with the boundary", () => {
  const verdicts = new Set<boolean>();
  fc.assert(
    fc.property(lines, fc.boolean(), fc.nat(), (all, hasSummary, from) => {
      const found = foundIn(all);
      const main = arrangeChains(found).find(
        ({ messages }) => found[messages.at(0) ?? -1]?.thread === undefined,
      );
      const live = main === undefined ? [] : [...main.messages].slice(main.dead ?? 0);
      const cut = { newest: live.slice(from % (live.length + 1)), hasSummary };
      const verdict = isCutOff(found, cut);
      expect(verdict).toBe(isCutOffAnew(found, cut));
      verdicts.add(verdict);
    }),
    { numRuns: runs(2000) },
  );
  expect([...verdicts].sort()).toEqual([false, true]);
});
