import type { DecidedResult } from "./decide-results.ts";
import type { HandledResult } from "./handled-result.ts";
import type { RequestPart } from "./request-part.ts";

/** The counts of an account: of all handled results, and of those handled now. */
export function accountOf(handled: readonly HandledResult[], now: readonly DecidedResult[]) {
  const count = (as: HandledResult["as"]) => handled.filter((each) => each.as === as).length;
  const sum = (of: readonly HandledResult[]) =>
    of.reduce((all, { savedChars }) => all + savedChars, 0);
  const fresh = now.filter((each) => each.fresh !== undefined && each.as !== "raw");
  const freshOf = (as: HandledResult["as"]) => fresh.filter((each) => each.as === as);
  return {
    large: handled.filter(({ isLarge }) => isLarge).length,
    shortened: count("short"),
    masked: count("masked"),
    leftRaw: count("raw"),
    savedChars: sum(handled),
    fresh: fresh.length,
    freshlyMasked: freshOf("masked").length,
    newChars: sum(fresh.filter(({ isNew }) => isNew)),
    decided: now.flatMap(({ fresh: decided }) => decided ?? []),
  };
}

/** The chars sent from the first result on that is masked now and had been sent before. */
export function brokenChars(
  { read: { transcript } }: RequestPart,
  now: readonly DecidedResult[],
): number {
  const first = now.findIndex(
    ({ as, fresh, isNew }) => as === "masked" && fresh !== undefined && !isNew,
  );
  const from = now[first];
  if (from === undefined) return 0;
  const saved = now.slice(first).reduce((all, { savedChars }) => all + savedChars, 0);
  const { messages } = transcript;
  return transcript.charsBefore(messages.length) - transcript.charsBefore(from.message) - saved;
}
