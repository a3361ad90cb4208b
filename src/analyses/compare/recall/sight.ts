import type { Replay } from "../../../reduce/replay/replayed-prompts.ts";
import { scanIdentifiers } from "../../../transcript/model/identifiers.ts";
import type { Part } from "../../../transcript/model/message.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import type { Reference } from "./find-references.ts";

/** Tests, under any number of policies, whether a reference's identifier was visible in the prompt of its turn. */
export class Sight {
  private readonly references: readonly Reference[];
  /** The identifiers of replacement texts, most of which occur many times. */
  private readonly shown = new Map<string, Hashes>();
  /** For each reference the parts sent for its turn that have its identifier; none if one of them is always seen. */
  private readonly sent: readonly (readonly Part[] | undefined)[];

  constructor(
    transcript: Transcript,
    references: readonly Reference[],
    { mayDrop }: { readonly mayDrop: boolean },
  ) {
    this.references = references;
    this.sent = references.map((reference) => {
      const parts = partsSent(transcript, reference);
      const isSeen = !mayDrop && parts.some(({ kind }) => kind !== "observation");
      return isSeen ? undefined : parts;
    });
  }

  /** Whether the identifier of reference number `index` is not there in its turn's prompt. */
  isMissed(index: number, replay: Replay): boolean {
    const parts = this.sent[index];
    if (parts === undefined) return false;
    const reference = this.references[index] as Reference;
    for (const part of parts) if (this.isVisible(part, reference, replay)) return false;
    const summary = replay.summaryAt(reference.turn - 1);
    return summary === undefined || !this.holds(summary, reference);
  }

  private isVisible(part: Part, reference: Reference, replay: Replay): boolean {
    const step = reference.turn - 1;
    if (replay.droppedFrom(part.message) <= step) return false;
    if (part.kind === "observation" ? replay.maskedFrom(part) > step : part.kind !== "call")
      return true;
    const text = replay.textAt(part, step);
    return text === undefined || this.holds(text, reference);
  }

  /** Whether a replacement has the identifier of a reference. */
  private holds(text: string, { high, low }: Reference): boolean {
    const known = this.shown.get(text);
    const hashes = known ?? hashesIn(text);
    if (known === undefined) this.shown.set(text, hashes);
    for (let at = 0; at < hashes.length; at += 2)
      if (hashes[at] === high && hashes[at + 1] === low) return true;
    return false;
  }
}

/** The hashes of identifiers, both halves of each. */
type Hashes = readonly number[];

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

function hashesIn(text: string): Hashes {
  const found: number[] = [];
  scanIdentifiers(text, (_start, _end, high, low) => found.push(high, low));
  return found;
}
