import { replay } from "../../../reduce/replay/replay-transcript.ts";
import type { Requests } from "../../../reduce/replay/requests.ts";
import type { ObservationPart } from "../../../transcript/model/message.ts";
import { liveMessages } from "../../inspect/live-messages.ts";
import { findReferences, type Reference } from "../recall/find-references.ts";
import type { PassToCheck } from "./checked-passes.ts";
import { headOnly, randomLines, tailOnly } from "./other-excerpts.ts";
import type { EvidenceKept } from "./result.ts";
import { staysIn, type UsedLine, usedLinesIn } from "./used-lines.ts";

/** How often lines are drawn at random. */
const DRAWS = 5;

/**
 * The lines that later turns use, and how many of them passes leave: each pass by itself, over the requests of a
 * context. A turn counts where it came after the pass had shortened the result. Names and lines that are visible
 * elsewhere by then, in another result or in a message, are not evidence that a pass can lose.
 */
export function evidenceKept(
  requests: Requests,
  passes: readonly PassToCheck[],
  isNew: (message: number) => boolean = () => true,
): readonly EvidenceKept[] {
  const { transcript } = requests;
  const { references } = findReferences(transcript, { isNew });
  const byOrigin = new Map<number, Reference[]>();
  for (const reference of references) {
    const { index } = reference.origin;
    byOrigin.set(index, [...(byOrigin.get(index) ?? []), reference]);
  }
  const usedLines = usedLinesIn(transcript);
  return passes.map(({ name, policy }) => {
    const replayed = replay(requests, policy);
    const { count } = transcript.turns;
    const isInView = (index: number) => {
      const part = transcript.parts.at(index);
      return part?.kind !== "observation" || replayed.textAt(part, count) === undefined;
    };
    const sum = { ...NOTHING, pass: name };
    for (const part of observationsOf(requests)) {
      const excerpt = replayed.textAt(part, count);
      if (excerpt === undefined) continue;
      const own = (byOrigin.get(part.index) ?? []).filter(({ copies }) => !copies.some(isInView));
      const after = replayed.maskedFrom(part);
      const used = usedLines(part, { after, references: own, isInView });
      addResult(sum, { text: transcript.text(part), excerpt, used: [...used.values()] });
    }
    return sum;
  });
}

type EvidenceSum = { -readonly [K in keyof EvidenceKept]: EvidenceKept[K] };

const NOTHING: EvidenceKept = {
  pass: "",
  results: 0,
  chars: 0,
  keptChars: 0,
  lines: 0,
  kept: 0,
  head: 0,
  tail: 0,
  random: 0,
};

function addResult(
  sum: EvidenceSum,
  {
    text,
    excerpt,
    used,
  }: { readonly text: string; readonly excerpt: string; readonly used: readonly UsedLine[] },
): void {
  const size = excerpt.length;
  const kept = (other: string) => used.filter(staysIn(other)).length;
  sum.results++;
  sum.chars += text.length;
  sum.keptChars += size;
  sum.lines += used.length;
  if (used.length === 0) return;
  sum.kept += kept(excerpt);
  sum.head += kept(headOnly(text, size));
  sum.tail += kept(tailOnly(text, size));
  for (let draw = 0; draw < DRAWS; draw++)
    sum.random += kept(randomLines(text, size, draw)) / DRAWS;
}

function* observationsOf({ transcript }: Requests): Iterable<ObservationPart> {
  for (const { parts } of liveMessages(transcript))
    for (const part of parts) if (part.kind === "observation") yield part;
}
