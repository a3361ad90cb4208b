/**
 * What stands for each observation by the words of the passes, evaluated anew on a prefix: the oracle
 * for the form that asks every rule once. Shares with it who belongs to which turn and pair, the words
 * of the notes, and how a call is taken apart.
 */
import type { ReduceOptions } from "../../src/reduce/options.ts";
import type { ObservationPart } from "../../src/transcript/message.ts";
import { type Transcript, turnOfObservation } from "../../src/transcript/transcript.ts";
import { candidatesOf, NAIVE_TEMPLATE } from "./naive-masking.ts";

/** The rule and the text for each masked part, by its index. */
export function passesNaively(
  transcript: Transcript,
  options: ReduceOptions,
): ReadonlyMap<number, string> {
  const result = new Map<number, string>();
  for (const candidate of candidatesOf(transcript, options)) {
    const { part, isNamed, isKept, canBeMasked } = candidate;
    const text = transcript.text(part);
    const isOpen = part.editable && !text.startsWith("[Old");
    const about = { part, text, isOpen, isKept };
    if (options.observationMasking !== false && isNamed && canBeMasked)
      result.set(
        part.index,
        `window ${NAIVE_TEMPLATE.replace("{originalLength}", `${text.length}`)}`,
      );
    else {
      const note = dedupe(transcript, options, about);
      if (note !== undefined && note.length < text.length) result.set(part.index, note);
    }
  }
  return result;
}

interface About {
  readonly part: ObservationPart;
  readonly text: string;
  readonly isOpen: boolean;
  readonly isKept: boolean;
}

function dedupe(transcript: Transcript, options: ReduceOptions, about: About): string | undefined {
  const { part, text, isOpen, isKept } = about;
  if (options.dedupe !== true || !isOpen || isKept || text.length < 200) return undefined;
  const name = transcript.toolName(part);
  const copies = [...transcript.observations()].filter(
    (o) => transcript.toolName(o) === name && transcript.text(o) === text,
  );
  const inOrder = copies.filter((o, k) => {
    const turns = copies.slice(0, k).map((before) => turnOfObservation(transcript, before));
    return turns.every((turn) => turn <= turnOfObservation(transcript, o));
  });
  const next = inOrder[inOrder.findIndex(({ index }) => index === part.index) + 1];
  if (next === undefined || !inOrder.some(({ index }) => index === part.index)) return undefined;
  const args = JSON.parse(argumentsOf(transcript, next)) as Record<string, string>;
  const words = `${name} ${args.file_path ?? args.command ?? argumentsOf(transcript, next)}`;
  const line = words.replace(/\s+/g, " ");
  const shown = line.length > 80 ? `${line.slice(0, 77)}...` : line;
  return `dedupe [same as the later result of ${shown}, ${text.length} chars]`;
}

function argumentsOf(transcript: Transcript, part: ObservationPart): string {
  const call = transcript.parts.at(transcript.pairs.mate(part.index) ?? -1);
  return call?.kind === "call" ? transcript.text(call).slice(call.name.length) : "{}";
}
