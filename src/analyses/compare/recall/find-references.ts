import {
  FOUND_STRIDE,
  IDENTIFIER_KINDS,
  identifiersIn,
} from "../../../transcript/kernel/identifier-kernel.ts";
import { scanIdentifiers } from "../../../transcript/model/identifiers.ts";
import type { CallPart, ObservationPart, Part } from "../../../transcript/model/message.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import { liveMessages } from "../../inspect/live-messages.ts";
import { NO_ORIGIN } from "./entries.ts";
import { type IdentifierKind, kindOfIdentifier } from "./identifier-kind.ts";
import { IdentifierLog } from "./identifier-log.ts";

/** A use, in a turn, of an identifier that an earlier observation introduced. */
export interface Reference {
  /** The turn whose action or text uses it, and the number of the part that does. */
  readonly turn: number;
  readonly part: number;
  /** How many later turns use it as well, and can find it in this one. */
  readonly again: number;
  /** The observation that introduced it. */
  readonly origin: ObservationPart;
  /** The numbers of other parts that have it and came before the use. */
  readonly copies: readonly number[];
  /** The 64-bit hash of the identifier. */
  readonly high: number;
  readonly low: number;
  readonly kind: IdentifierKind;
}

/** The later uses of an observation's identifiers. */
export interface Uses {
  readonly observation: ObservationPart;
  /** Identifiers that occur nowhere before it. */
  readonly novel: number;
  /** Turns that use any of them, and the newest part that does. */
  readonly turns: number;
  readonly lastPart: number | undefined;
}

/** Options for finding references. */
export interface DrawnOptions {
  readonly keepsAll?: boolean;
  /** Whether a message belongs to this context: those copied from earlier ones are no uses. */
  isNew?(message: number): boolean;
  /** Called for each live call of the agent, once its text was read. */
  onCall?(call: CallPart): void;
}

/** The forward references of a transcript. */
export interface References {
  readonly references: readonly Reference[];
  /** The uses of each live observation, in order. */
  readonly uses: readonly Uses[];
}

/**
 * Finds every forward reference of a transcript in one pass over its texts.
 *
 * An identifier is novel in the first observation that has it, if nothing before has it: no system, user or
 * assistant text and no call, not even its own call (an echo is not new). It is not novel if another observation
 * of the same turn has it too, nor if more than `max(5, a quarter)` of the observations have it: that is
 * boilerplate. A use is a call or a text of a later turn that has it, once a turn. Reasoning is left out on both
 * sides: providers drop that of old turns.
 *
 * `keepsAll` yields each use separately, with all copies before it, for policies that drop messages. Else the
 * first use counts for the later ones too: they find the identifier in it, since it is never masked.
 */
export function findReferences(
  transcript: Transcript,
  { keepsAll = false, isNew = () => true, onCall }: DrawnOptions = {},
): References {
  const log = LOG;
  log.begin({ keepsAll });
  for (const message of liveMessages(transcript)) {
    const turn = transcript.turns.of(message.index);
    const isUser = message.role === "assistant" && !message.fixed && isNew(message.index);
    for (const part of message.parts) {
      if (part.kind === "reasoning" || part.kind === "image") continue;
      if (part.kind === "observation" && !message.fixed) log.beginObservation(part, turn);
      else log.beginSaid(part, { turn, mayUse: isUser });
      logIdentifiers(transcript, part, log);
      if (part.kind === "call" && !message.fixed) onCall?.(part);
    }
  }
  return collect(log, { keepsAll });
}

/** Reused for every transcript, one at a time: a table for each would take longer than to fill it. */
const LOG = new IdentifierLog();

/** Notes the identifiers of a part, mostly from the bytes of its text. */
function logIdentifiers(transcript: Transcript, part: Part, log: IdentifierLog): void {
  const raw = transcript.raw(part);
  // A call's name goes right before its arguments: those of an object begin with no character of identifiers.
  const isApart = part.kind !== "call" || raw?.bytes[0] === OPEN_BRACE;
  const found = raw && isApart ? identifiersIn(raw) : undefined;
  const own = found === undefined ? transcript.text(part) : part.kind === "call" ? part.name : "";
  scanIdentifiers(own, (start, end, high, low) => {
    const brought = log.see(high, low);
    if (brought !== undefined) log.entries.kinds[brought] = kindOfIdentifier(own, start, end);
  });
  if (found === undefined) return;
  for (let at = 0; at < found.length; at += FOUND_STRIDE) {
    const brought = log.see(found[at] ?? 0, found[at + 1] ?? 0);
    if (brought !== undefined)
      log.entries.kinds[brought] = IDENTIFIER_KINDS[found[at + 2] ?? 0] ?? "name";
  }
}

const OPEN_BRACE = 0x7b;

/** The uses found, without those of identifiers that turned out not to be novel. */
function collect(
  { entries, observations, found }: IdentifierLog,
  { keepsAll }: { readonly keepsAll: boolean },
): References {
  const limit = Math.max(MIN_BOILERPLATE, observations.length * BOILERPLATE_SHARE);
  const isNovel = (entry: number) =>
    entries.origins.at(entry) !== NO_ORIGIN &&
    entries.shared.at(entry) === 0 &&
    entries.outputs.at(entry) <= limit;

  type Found = { -readonly [K in keyof Uses]: Uses[K] } & {
    /** The latest turn that uses any. */
    lastTurn: number;
  };
  const uses = observations.map(
    (observation): Found => ({
      observation,
      novel: 0,
      turns: 0,
      lastPart: undefined,
      lastTurn: 0,
    }),
  );
  for (let entry = 0; entry < entries.origins.length; entry++) {
    const of = isNovel(entry) ? uses[entries.origins.at(entry)] : undefined;
    if (of !== undefined) of.novel++;
  }

  const references: { -readonly [K in keyof Reference]: Reference[K] }[] = [];
  const firstUses = new Map<number, number>();
  for (let use = 0; use < found.entries.length; use++) {
    const entry = found.entries.at(use);
    const of = uses[entries.origins.at(entry)];
    if (of === undefined || !isNovel(entry)) continue;
    const turn = found.turns.at(use);
    const part = found.parts.at(use);
    if (of.lastTurn !== turn) of.turns++;
    of.lastTurn = turn;
    of.lastPart = part;
    const first = keepsAll ? undefined : references[firstUses.get(entry) ?? -1];
    if (first !== undefined) {
      first.again++;
      continue;
    }
    firstUses.set(entry, references.length);
    references.push({
      turn,
      part,
      again: 0,
      origin: of.observation,
      copies: [...entries.copies(entry)].filter((copy) => copy < part),
      high: entries.highs.at(entry),
      low: entries.lows.at(entry),
      kind: entries.kinds[entry] ?? "name",
    });
  }
  return { references, uses };
}

/** An identifier of more observations than this, or than this share of them, is boilerplate. */
const MIN_BOILERPLATE = 5;
const BOILERPLATE_SHARE = 1 / 4;
