import { eachBefore } from "../../../formats/arrange/each-before.ts";
import type { PlacedTranscript } from "../../../transcript/model/placed.ts";
import type { Context, ReadTranscript } from "./read-transcript.ts";

/** Finds the contexts of a transcript, once, in what it was arranged from. */
export function contextsOf(
  read: Pick<ReadTranscript, "reader" | "findings" | "placed" | "transcript" | "lineOf">,
  contextOf: (placed: PlacedTranscript) => Pick<Context, "transcript" | "lineOf">,
): () => readonly Context[] {
  let contexts: readonly Context[] | undefined;
  return () => {
    contexts ??= [...findContexts(read, contextOf)];
    return contexts;
  };
}

function* findContexts(
  {
    reader,
    findings,
    placed,
    transcript,
    lineOf,
  }: Pick<ReadTranscript, "reader" | "findings" | "placed" | "transcript" | "lineOf">,
  contextOf: (placed: PlacedTranscript) => Pick<Context, "transcript" | "lineOf">,
): Iterable<Context> {
  const { arrange, startsAnew, arrangeBefore = arrange && eachBefore(arrange) } = reader;
  let last = 0;
  if (findings !== undefined && arrangeBefore !== undefined && startsAnew !== undefined) {
    const { thread } = placed;
    for (const past of findings.contextsBefore(startsAnew, { thread, arrangeBefore })) {
      const { order } = past.placed;
      yield {
        ...contextOf(past.placed),
        placed: past.placed,
        isNew: (message) => order(message) >= past.since,
      };
      last = Math.max(last, past.end);
    }
  }
  yield { transcript, placed, lineOf, isNew: (message) => placed.order(message) >= last };
}
