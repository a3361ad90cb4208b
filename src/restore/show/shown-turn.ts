import type { Archive } from "../../archive/archive.ts";
import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { PlaceholderRefs } from "../../reduce/placeholders/placeholder-ref.ts";
import type { CallPart, ObservationPart, Part } from "../../transcript/model/message.ts";
import { type Transcript, turnOfObservation } from "../../transcript/model/transcript.ts";
import { originalFor } from "../by-ref.ts";

/** A turn of the agent: its reasoning and text, its calls, their results. */
export interface ShownTurn {
  readonly turn: number;
  readonly reasoning: readonly string[];
  /** Calls with their results, then observations without a call. */
  readonly steps: readonly ShownStep[];
}

export interface ShownStep {
  readonly action?: { readonly tool: string; readonly arguments: string };
  readonly observation?: ShownObservation;
}

export interface ShownObservation {
  readonly text: string;
  /** Whether it is masked in the file. */
  readonly isMasked: boolean;
  /** Whether the text is the original from the archive. */
  readonly isOriginal: boolean;
}

/** How to recognise masked observations, and where their originals are. */
export interface Originals {
  /** Texts to show instead of old observations, by the part. */
  readonly placeholders?: ReadonlyMap<number, string>;
  readonly archive: Archive | undefined;
  readonly refsIn: (text: string) => PlaceholderRefs | undefined;
}

/** A turn of a transcript, from 1; undefined if it does not exist. */
export function turnOf(
  { transcript }: ReadTranscript,
  turn: number,
  originals: Originals,
): ShownTurn | undefined {
  const { turns, pairs } = transcript;
  if (turn < 1 || turn > turns.count) return undefined;
  const reasoning: string[] = [];
  const steps: ShownStep[] = [];
  const observed = new Set<number>();
  const show = (part: ObservationPart) => {
    observed.add(part.index);
    const placeholder = originals.placeholders?.get(part.index);
    return placeholder === undefined
      ? shownObservation(transcript.text(part), originals)
      : { text: placeholder, isMasked: true, isOriginal: false };
  };
  for (const part of replyParts(transcript, turn)) {
    if ((part.kind === "text" || part.kind === "reasoning") && part.chars > 0)
      reasoning.push(transcript.text(part));
    if (part.kind !== "call") continue;
    const mate = pairs.mate(part.index);
    const answer = mate === undefined ? undefined : transcript.parts.at(mate);
    steps.push({
      action: actionOf(part, transcript.text(part)),
      ...(answer?.kind === "observation" && { observation: show(answer) }),
    });
  }
  for (const part of transcript.observations())
    if (!observed.has(part.index) && turnOfObservation(transcript, part) === turn)
      steps.push({ observation: show(part) });
  return { turn, reasoning, steps };
}

/** The parts of the agent's own messages in a turn. */
function* replyParts({ turns, messages }: Transcript, turn: number): Iterable<Part> {
  const end = turns.messagesUpTo(turn);
  for (let index = turns.messagesUpTo(turn - 1); index < end; index++) {
    const message = messages.at(index);
    if (message?.role === "assistant" && !message.fixed) yield* message.parts;
  }
}

/** A call's text is its name and its arguments. */
function actionOf({ name }: CallPart, text: string): NonNullable<ShownStep["action"]> {
  return { tool: name, arguments: text.startsWith(name) ? text.slice(name.length) : text };
}

function shownObservation(text: string, { archive, refsIn }: Originals): ShownObservation {
  const refs = refsIn(text);
  const original = refs && archive && originalFor(archive, refs);
  if (original !== undefined) return { text: original.text, isMasked: true, isOriginal: true };
  return { text, isMasked: refs?.isCertain ?? false, isOriginal: false };
}
