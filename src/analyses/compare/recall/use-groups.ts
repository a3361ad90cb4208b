import type { Transcript } from "../../../transcript/model/transcript.ts";
import type { References } from "./find-references.ts";
import type { ReAsk } from "./re-asks.ts";

/** Counts of uses by group. Its keys are a public contract. */
export interface UseGroups {
  /** By the turns between a result and its use. */
  readonly age: Readonly<Record<string, number>>;
  /** By the tool that gave the result. */
  readonly tool: Readonly<Record<string, number>>;
  /** By kind of identifier: `path`, `number` (also of hex digits), `name`; `re-ask` for a call made again. */
  readonly kind: Readonly<Record<string, number>>;
}

/** The groups that a use is of. */
export type GroupsOf = { readonly [K in keyof UseGroups]: string };

/** The bands of ages, in turns, in order. */
export const AGE_BANDS = ["1-2", "3-5", "6-10", "11-20", "21-50", "51+"] as const;
const BAND_ENDS = [2, 5, 10, 20, 50];

/**
 * Empty counts. Objects without a prototype are dictionaries to V8, which would else make a hidden class for each new
 * name in each of them.
 */
export function noGroups(): { -readonly [K in keyof UseGroups]: Record<string, number> } {
  return { age: Object.create(null), tool: Object.create(null), kind: Object.create(null) };
}

/** Adds counts to those of the same groups. */
export function addGroups(into: ReturnType<typeof noGroups>, more: UseGroups): void {
  addCounts(into.age, more.age);
  addCounts(into.tool, more.tool);
  addCounts(into.kind, more.kind);
}

function addCounts(into: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const name in more) into[name] = (into[name] ?? 0) + (more[name] ?? 0);
}

/** Two counts together. */
export function sumOfGroups(one: UseGroups, other: UseGroups): UseGroups {
  const sum = noGroups();
  addGroups(sum, one);
  addGroups(sum, other);
  return sum;
}

/** Counts a use in each of its groups. */
export function countUse(into: ReturnType<typeof noGroups>, of: GroupsOf): void {
  into.age[of.age] = (into.age[of.age] ?? 0) + 1;
  into.tool[of.tool] = (into.tool[of.tool] ?? 0) + 1;
  into.kind[of.kind] = (into.kind[of.kind] ?? 0) + 1;
}

/** The groups of each reference and of each re-ask, in their order. */
export function groupsOf(
  transcript: Transcript,
  { references, reAsks }: Pick<References, "references"> & { readonly reAsks: readonly ReAsk[] },
): { readonly references: readonly GroupsOf[]; readonly reAsks: readonly GroupsOf[] } {
  const { turns } = transcript;
  const about = (turn: number, observation: ReAsk["observation"]) => ({
    age: bandOf(turn - turns.of(observation.message)),
    tool: transcript.toolName(observation) ?? "",
  });
  return {
    references: references.map(({ turn, origin, kind }) => ({ ...about(turn, origin), kind })),
    reAsks: reAsks.map(({ turn, observation }) => ({
      ...about(turn, observation),
      kind: "re-ask",
    })),
  };
}

function bandOf(age: number): string {
  const band = BAND_ENDS.findIndex((end) => age <= end);
  return AGE_BANDS[band === -1 ? BAND_ENDS.length : band] ?? "";
}
