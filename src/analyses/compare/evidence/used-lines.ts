import { argumentsOf } from "../../../reduce/pipeline/call-of.ts";
import { stringsIn } from "../../../reduce/redundancy/strings-in.ts";
import { scanIdentifiers } from "../../../transcript/model/identifiers.ts";
import type { ObservationPart, Part } from "../../../transcript/model/message.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import { liveMessages } from "../../inspect/live-messages.ts";
import type { Reference } from "../recall/find-references.ts";

/** A line of a result that later turns use: names first seen in it, or the whole line. */
export interface UsedLine {
  /** The identifiers of it that are used, as keys. */
  readonly keys: Set<string>;
  /** The line itself, where a turn quotes it. */
  quoted: string | undefined;
}

/** Shorter lines are repeated by chance. */
const LEAST_QUOTE = 24;

/** The lines of a result that turns use once it is shortened, by their number. */
export type UsedLinesOf = (
  observation: ObservationPart,
  about: {
    /** The step from which it is shortened. */
    readonly after: number;
    readonly references: readonly Reference[];
    /** Whether another part is in view: then a line need not be in this one. */
    isInView(part: number): boolean;
  },
) => ReadonlyMap<number, UsedLine>;

/** Finds the lines of results that later turns use. */
export function usedLinesIn(transcript: Transcript): UsedLinesOf {
  const said = saidLines(transcript);
  const holders = holdersOf(transcript, said);
  return (observation, { after, references, isInView }) => {
    const isElsewhere = (line: string, turn: number) =>
      (holders.get(line) ?? []).some(
        (holder) =>
          holder.part !== observation.index && holder.turn < turn && isInView(holder.part),
      );
    const used = new Map<number, UsedLine>();
    const wanted = new Set(
      references.filter(({ turn }) => turn > after).map(({ high, low }) => `${high} ${low}`),
    );
    transcript
      .text(observation)
      .split("\n")
      .forEach((line, at) => {
        const keys = new Set<string>();
        if (wanted.size > 0)
          scanIdentifiers(line, (_start, _end, high, low) => {
            const key = `${high} ${low}`;
            // A name counts in the first line that has it.
            if (wanted.delete(key)) keys.add(key);
          });
        const whole = line.trim();
        const turn = said.get(whole) ?? 0;
        const isQuoted = turn > after && !isElsewhere(whole, turn);
        if (keys.size > 0 || isQuoted) used.set(at, { keys, quoted: isQuoted ? whole : undefined });
      });
    return used;
  };
}

/** The parts that hold lines which the agent says, with their turns. */
function holdersOf(
  transcript: Transcript,
  said: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly { readonly part: number; readonly turn: number }[]> {
  const holders = new Map<string, { part: number; turn: number }[]>();
  const note = (part: Part, turn: number) => {
    for (const line of new Set(
      transcript
        .text(part)
        .split("\n")
        .map((one) => one.trim()),
    )) {
      const known = holders.get(line);
      if (known !== undefined) known.push({ part: part.index, turn });
      else if (said.has(line)) holders.set(line, [{ part: part.index, turn }]);
    }
  };
  for (const { index, role, parts } of liveMessages(transcript))
    for (const part of parts)
      if (part.kind === "observation" || (part.kind === "text" && role !== "assistant"))
        note(part, transcript.turns.of(index));
  return holders;
}

/** The lines in the agent's texts and calls, with the first turn of each: from then on they are visible there. */
function saidLines(transcript: Transcript): ReadonlyMap<string, number> {
  const said = new Map<string, number>();
  for (const { text, turn } of agentTexts(transcript))
    for (const line of text.split("\n")) {
      const whole = line.trim();
      if (whole.length >= LEAST_QUOTE && !said.has(whole)) said.set(whole, turn);
    }
  return said;
}

/** The agent's texts, and the strings in its calls. */
function* agentTexts(
  transcript: Transcript,
): Iterable<{ readonly text: string; readonly turn: number }> {
  for (const { index, role, parts } of liveMessages(transcript)) {
    if (role !== "assistant") continue;
    const turn = transcript.turns.of(index);
    for (const part of parts) {
      if (part.kind === "call") yield { text: stringsIn(argumentsOf(transcript, part)), turn };
      else if (part.kind === "text") yield { text: transcript.text(part), turn };
    }
  }
}

/** Whether the used parts of a line are all in a text. */
export function staysIn(text: string): (line: UsedLine) => boolean {
  const keys = new Set<string>();
  scanIdentifiers(text, (_start, _end, high, low) => keys.add(`${high} ${low}`));
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  return (line) =>
    [...line.keys].every((key) => keys.has(key)) &&
    (line.quoted === undefined || lines.has(line.quoted));
}
