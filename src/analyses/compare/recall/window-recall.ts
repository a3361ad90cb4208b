import type { Replay } from "../../../reduce/replay/replayed-prompts.ts";
import { scanIdentifiers } from "../../../transcript/model/identifiers.ts";
import type { ObservationPart } from "../../../transcript/model/message.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import {
  type DrawnOptions,
  findReferences,
  type Reference,
  type References,
  type Uses,
} from "./find-references.ts";
import { findReAsks, type ReAsk } from "./re-asks.ts";
import type { Recall } from "./recall.ts";
import { Sight } from "./sight.ts";
import { countUse, type GroupsOf, groupsOf, noGroups, type UseGroups } from "./use-groups.ts";

/** A result that a turn needs but would not have had in view. */
export interface Needed {
  readonly turn: number;
  readonly observation: ObservationPart;
}

/** A use of something that would not have been visible. */
export interface Miss {
  /** The step that used it: the number of turns seen by then. */
  readonly step: number;
  /** The identifier used; for a re-ask, the tool's name. */
  readonly token: string;
  readonly observation: ObservationPart;
  /** How many turns before the use the observation came. */
  readonly age: number;
  readonly kind: "reference" | "re-ask";
}

/** The references and re-asks of a transcript, found once for any number of policies. */
export interface Drawn {
  recall(replay: Replay): Recall;
  /** The recall, and the results that missed uses needed, in the order of the turns. */
  look(replay: Replay): { readonly recall: Recall; readonly needed: readonly Needed[] };
  misses(replay: Replay): Iterable<Miss>;
  readonly uses: readonly Uses[];
  /** The first uses of what observations brought, and calls made again, by age, tool and kind. */
  readonly drawnOn: UseGroups;
  /** Calls that ask again for what an earlier observation answered. */
  readonly reAsks: readonly ReAsk[];
}

/**
 * Finds the references and re-asks of a transcript. `mayDrop`: some of the policies drop messages or shorten
 * calls.
 */
export function drawnFrom(
  transcript: Transcript,
  { mayDrop = false, isNew = () => true }: { mayDrop?: boolean } & Pick<DrawnOptions, "isNew"> = {},
): Drawn {
  const { reAsks, call: onCall } = findReAsks(transcript, { isNew });
  const found = findReferences(transcript, { keepsAll: mayDrop, isNew, onCall });
  const groups = groupsOf(transcript, { references: found.references, reAsks });
  const drawnOn = noGroups();
  for (const group of [...groups.references, ...groups.reAsks]) countUse(drawnOn, group);
  const references = found.references.reduce((sum, { again }) => sum + 1 + again, 0);
  const sight = new Sight(transcript, found.references, { mayDrop });
  const look = (replay: Replay) => {
    const missedBy = noGroups();
    const needed: Needed[] = [];
    let missed = 0;
    let asked = 0;
    found.references.forEach((reference, k) => {
      if (!sight.isMissed(k, replay)) return;
      missed++;
      countUse(missedBy, groups.references[k] as GroupsOf);
      needed.push({ turn: reference.turn, observation: reference.origin });
    });
    reAsks.forEach((reAsk, k) => {
      if (!isGone(reAsk, replay)) return;
      asked++;
      countUse(missedBy, groups.reAsks[k] as GroupsOf);
      needed.push(reAsk);
    });
    return {
      recall: {
        missedBy: needed.length === 0 ? undefined : missedBy,
        references,
        missed,
        reAsks: asked,
      },
      needed: needed.sort((one, other) => one.turn - other.turn),
    };
  };
  return {
    uses: found.uses,
    drawnOn,
    reAsks,
    look,
    recall: (replay) => look(replay).recall,
    *misses(replay) {
      yield* inOrder(missesOf(transcript, { found, reAsks, replay, sight }));
    },
  };
}

/** Whether the earlier result of a repeated call would be masked or dropped by then. */
function isGone({ turn, observation }: ReAsk, replay: Replay): boolean {
  return Math.min(replay.maskedFrom(observation), replay.droppedFrom(observation.message)) < turn;
}

function* missesOf(
  transcript: Transcript,
  {
    found,
    reAsks,
    replay,
    sight,
  }: { found: References; reAsks: readonly ReAsk[]; replay: Replay; sight: Sight },
): Iterable<Miss> {
  const { turns } = transcript;
  const miss = (turn: number, observation: ObservationPart) => ({
    step: turn - 1,
    observation,
    age: turn - turns.of(observation.message),
  });
  for (const [k, reference] of found.references.entries()) {
    if (!sight.isMissed(k, replay)) continue;
    const { turn, origin } = reference;
    const token = tokenIn(transcript.text(origin), reference);
    yield { ...miss(turn, origin), token, kind: "reference" };
  }
  for (const reAsk of reAsks) {
    if (!isGone(reAsk, replay)) continue;
    const { turn, observation } = reAsk;
    const token = transcript.toolName(observation) ?? "";
    yield { ...miss(turn, observation), token, kind: "re-ask" };
  }
}

function inOrder(misses: Iterable<Miss>): readonly Miss[] {
  return [...misses].sort((a, b) => a.step - b.step || a.observation.index - b.observation.index);
}

/** The text of an identifier, found in a text that has it. */
function tokenIn(text: string, { high, low }: Reference): string {
  let token = "";
  scanIdentifiers(text, (start, end, itsHigh, itsLow) => {
    if (itsHigh === high && itsLow === low) token ||= text.slice(start, end);
  });
  return token;
}
