import type { Replay } from "../../../reduce/replay/replayed-prompts.ts";
import { scanIdentifiers } from "../../../transcript/model/identifiers.ts";
import type { ObservationPart, Part } from "../../../transcript/model/message.ts";
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
  const sight = new Sight(transcript, found.references);
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
    const recall = { references, missed, reAsks: asked };
    return {
      recall: needed.length === 0 ? recall : { missedBy, ...recall },
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

/** Tests, under any number of policies, whether a reference's identifier was visible in the prompt of its turn. */
class Sight {
  private readonly references: readonly Reference[];
  /** The identifiers of replacement texts, most of which occur many times. */
  private readonly shown = new Map<string, ReadonlySet<string>>();
  /** For each reference the parts sent for its turn that have its identifier, those that are never masked first. */
  private readonly sent: readonly (readonly Part[])[];

  constructor(transcript: Transcript, references: readonly Reference[]) {
    this.references = references;
    this.sent = references.map((reference) => partsSent(transcript, reference));
  }

  /** Whether the identifier of reference number `index` is not there in its turn's prompt. */
  isMissed(index: number, replay: Replay): boolean {
    const reference = this.references[index] as Reference;
    const step = reference.turn - 1;
    for (const part of this.sent[index] ?? [])
      if (this.isVisible(part, reference, replay)) return false;
    const summary = replay.summaryAt(step);
    return summary === undefined || !identifiersIn(summary).has(keyOf(reference));
  }

  private isVisible(part: Part, reference: Reference, replay: Replay): boolean {
    const step = reference.turn - 1;
    if (replay.droppedFrom(part.message) <= step) return false;
    if (part.kind === "observation" ? replay.maskedFrom(part) > step : part.kind !== "call")
      return true;
    const text = replay.textAt(part, step);
    return text === undefined || this.identifiersOf(text).has(keyOf(reference));
  }

  private identifiersOf(text: string): ReadonlySet<string> {
    const known = this.shown.get(text);
    if (known !== undefined) return known;
    const identifiers = identifiersIn(text);
    this.shown.set(text, identifiers);
    return identifiers;
  }
}

/** The parts sent for the turn of a reference that have its identifier, those that are never masked first. */
function partsSent(
  { parts, turns }: Transcript,
  { copies, origin, turn }: Reference,
): readonly Part[] {
  const said: Part[] = [];
  const masked: Part[] = [];
  for (const copy of copies) {
    const part = parts.at(copy);
    if (part === undefined || turns.of(part.message) >= turn) continue;
    (part.kind === "text" ? said : masked).push(part);
  }
  if (turns.of(origin.message) < turn) masked.push(origin);
  return [...said, ...masked];
}

function keyOf({ high, low }: Pick<Reference, "high" | "low">): string {
  return `${high} ${low}`;
}

function identifiersIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  scanIdentifiers(text, (_start, _end, high, low) => found.add(keyOf({ high, low })));
  return found;
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
