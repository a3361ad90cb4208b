import { digestOf } from "../../base/digest.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/**
 * A mark for each turn, by its number: a digest of the agent's text and calls in it, unique among earlier turns.
 * Does not depend on results, which may be rewritten or masked.
 */
export function turnMarks(
  transcript: Transcript,
  { withArguments }: { readonly withArguments: boolean },
): readonly string[] {
  const counts = new Map<string, number>();
  const marks = [""];
  for (let turn = 1; turn <= transcript.turns.count; turn++) {
    const said = [...saidIn(transcript, turn, { withArguments })];
    const mark = digestOf(JSON.stringify(said));
    const before = counts.get(mark) ?? 0;
    counts.set(mark, before + 1);
    marks.push(`${mark} ${before}`);
  }
  return marks;
}

/** The agent's text and calls in a turn. */
function* saidIn(
  transcript: Transcript,
  turn: number,
  { withArguments }: { readonly withArguments: boolean },
): Iterable<string> {
  const { turns, messages } = transcript;
  const end = turns.messagesUpTo(turn);
  for (let at = turns.messagesUpTo(turn - 1); at < end; at++)
    for (const part of messages.at(at)?.parts ?? []) {
      if (part.kind === "text") yield transcript.text(part);
      else if (part.kind === "call") yield withArguments ? transcript.text(part) : part.name;
    }
}
