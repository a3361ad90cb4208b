import type { PlacedTranscript } from "../../../transcript/model/placed.ts";
import type { Context, ReadTranscript } from "./read-transcript.ts";

/** The contexts of a transcript, made of what it was arranged from. */
export function contextsOf(
  {
    reader,
    findings,
    placed,
    transcript,
    lineOf,
  }: Pick<ReadTranscript, "reader" | "findings" | "placed" | "transcript" | "lineOf">,
  contextOf: (placed: PlacedTranscript) => Pick<Context, "transcript" | "lineOf">,
): readonly Context[] {
  const { arrange, startsAnew } = reader;
  const contexts: Context[] = [];
  let last = 0;
  if (findings !== undefined && arrange !== undefined && startsAnew !== undefined) {
    for (const past of findings.contextsBefore(startsAnew, arrange)) {
      if (past.thread !== placed.thread) continue;
      const { order } = past.placed;
      contexts.push({
        ...contextOf(past.placed),
        placed: past.placed,
        isNew: (message) => order(message) >= past.since,
      });
      last = Math.max(last, past.end);
    }
  }
  contexts.push({ transcript, placed, lineOf, isNew: (message) => placed.order(message) >= last });
  return contexts;
}
