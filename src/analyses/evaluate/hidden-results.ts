import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import type { Reduction, Replacement } from "../../reduce/pipeline/reduction.ts";
import { placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import type { Step } from "../../reduce/windows/window-ends.ts";
import type { ObservationPart, Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { findReferences, type Reference } from "../compare/recall/find-references.ts";

/** Edits of a prompt: those of a policy, or of a control. */
export type PromptEdits = Pick<Reduction, "replacements" | "edits" | "condensation">;

/** Which results of a transcript later turns use, and the edits that hide them. */
export interface ResultUses {
  /** The results that the reply after a step uses, and that no other text before it repeats. */
  usedAt(step: Step): readonly ObservationPart[];
  /** The results among hidden parts that the reply after a step uses, and that no part in view repeats. */
  usedOnlyFrom(step: Step, hidden: ReadonlySet<number>): readonly ObservationPart[];
  /** The results seen by a step that could be followed, and that nothing after it uses. */
  unusedAt(step: Step): readonly ObservationPart[];
  /** Edits that hide some results and nothing else; those whose placeholder is not shorter stay. */
  hiding(results: readonly ObservationPart[]): readonly Replacement[];
}

/** Edits that hide nothing. */
export const NOTHING_HIDDEN: PromptEdits = {
  replacements: () => [],
  edits: () => [],
  condensation: undefined,
};

/** Finds the results that turns use, by identifiers, paths and literals that occur first in them. */
export function resultUses(
  transcript: Transcript,
  policy: Policy,
  isNew: (message: number) => boolean,
): ResultUses {
  const { references, uses } = findReferences(transcript, { keepsAll: true, isNew });
  const byTurn = new Map<number, Reference[]>();
  const lastUse = new Map<number, number>();
  for (const reference of references) {
    const { turn, origin } = reference;
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), reference]);
    lastUse.set(origin.index, Math.max(turn, lastUse.get(origin.index) ?? 0));
  }
  const { turns, firstLive } = transcript;
  const placeholders = placeholdersOf(transcript, policy);
  const isSeen = ({ message }: ObservationPart, step: Step) =>
    message >= firstLive && message < turns.messagesUpTo(step) && !transcript.isFixed(message);
  const usedBy = (step: Step, test: (reference: Reference) => boolean) => {
    const found = (byTurn.get(step + 1) ?? []).filter(test);
    const origins = new Map(found.map(({ origin }) => [origin.index, origin]));
    return [...origins.values()].filter((origin) => isSeen(origin, step));
  };
  return {
    usedAt: (step) => usedBy(step, ({ copies }) => copies.length === 0),
    usedOnlyFrom: (step, hidden) =>
      usedBy(step, ({ origin, copies }) => [origin.index, ...copies].every((at) => hidden.has(at))),
    unusedAt: (step) =>
      uses
        .filter(({ novel, observation }) => {
          const isFollowed = novel > 0 && isSeen(observation, step);
          return isFollowed && (lastUse.get(observation.index) ?? 0) <= step;
        })
        .map(({ observation }) => observation),
    hiding: (results) =>
      results.flatMap((part) => {
        const text = placeholders.textFor(part);
        const isShorter = text !== undefined && text.length < part.chars;
        return isShorter ? [{ part, text, rule: "window" }] : [];
      }),
  };
}

/** The live parts that edits hide at a step: masked or dropped results, and other edited parts. */
export function hiddenBy(
  transcript: Transcript,
  { replacements, edits, condensation }: PromptEdits,
  step: Step,
): readonly Part[] {
  const { firstLive, turns } = transcript;
  const end = turns.messagesUpTo(step);
  const hidden = new Map<number, Part>();
  for (const { part } of [...replacements(), ...edits()])
    if (part.message >= firstLive && part.message < end) hidden.set(part.index, part);
  const dropped = condensation?.drop.indices;
  if (dropped !== undefined)
    for (const part of transcript.observations())
      if (part.message < end && dropped.has(part.message)) hidden.set(part.index, part);
  return [...hidden.values()];
}
