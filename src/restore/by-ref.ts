import { isUtf8 } from "node:buffer";
import type { Archive, TextEntry } from "../archive/archive.ts";
import { trueTextOf } from "../archive/text-of.ts";
import type { ReadTranscript } from "../engine/input/transcripts/read-transcript.ts";
import { partSplices } from "../formats/shared/record-edits.ts";
import { encodeString } from "../json/splice/encode.ts";
import { type Splice, sortSplices } from "../json/splice/splice.ts";
import type { PlaceholderRefs } from "../reduce/placeholders/placeholder-ref.ts";
import type { ObservationPart, Place } from "../transcript/model/message.ts";

/** How to recognise placeholders, and listeners for their restoring. */
export interface RefReading {
  readonly archive: Archive;
  /** The references in an observation's whole text; undefined if it is no placeholder. */
  readonly refsIn: (text: string) => PlaceholderRefs | undefined;
  onRestored(): void;
  /** Called for a placeholder, or a summary, whose original is not known. */
  onLost(what: "observation" | "summary"): void;
}

/**
 * The splices that replace placeholders by their originals, by ref, in order. Only the texts of one record are in
 * memory at a time.
 */
export function* restoredByRef(
  reads: readonly ReadTranscript[],
  reading: RefReading,
): Iterable<Splice> {
  const found = reads.flatMap((read) => [...placeholdersIn(read, reading)]);
  found.sort((a, b) => a.place.record - b.place.record);
  let splices: Splice[] = [];
  let record = -1;
  for (const each of found) {
    if (each.place.record !== record) {
      yield* sortSplices(splices);
      splices = [];
      record = each.place.record;
    }
    for (const splice of splicesFor(each, reading)) splices.push(splice);
  }
  yield* sortSplices(splices);
}

interface Placeholder {
  readonly read: ReadTranscript;
  readonly part: ObservationPart;
  readonly place: Place;
  readonly text: string;
}

function* placeholdersIn(read: ReadTranscript, reading: RefReading): Iterable<Placeholder> {
  const { transcript, placed } = read;
  for (const part of transcript.parts) {
    if (part.kind === "text" && isSummary(transcript.excerpt(part, -SUMMARY_CHARS)))
      reading.onLost("summary");
    if (part.kind !== "observation" || !part.editable) continue;
    const text = transcript.text(part);
    const refs = reading.refsIn(text);
    if (refs === undefined) continue;
    if (originalFor(reading.archive, refs) === undefined) {
      if (refs.isCertain) reading.onLost("observation");
      continue;
    }
    reading.onRestored();
    yield { read, part, place: placed.place(part), text };
    for (const copy of placed.again(part))
      if (copy.chars === part.chars) yield { read, part, place: copy, text };
  }
}

const SUMMARY_CHARS = 40;

/** Whether a text ends as a summary does whose original is in an archive. */
function isSummary(end: string): boolean {
  return /\n- Original: ref [0-9a-f]{12}$/.test(end);
}

/** A text that a placeholder refers to, and its entry. */
export interface Original {
  readonly entry: TextEntry;
  readonly text: string;
}

/** The one text that a placeholder refers to; texts that were changed in the archive do not count. */
export function originalFor(archive: Archive, about: PlaceholderRefs): Original | undefined {
  for (const ref of about.refs) {
    const originals: Original[] = [];
    for (const entry of archive.find(ref, "text")) {
      const text = entry.kind === "text" ? trueTextOf(entry) : undefined;
      if (entry.kind !== "text" || text === undefined) continue;
      if (about.originalLength === undefined || text.length === about.originalLength)
        originals.push({ entry, text });
    }
    if (new Set(originals.map(({ entry }) => entry.digest)).size === 1) return originals[0];
  }
  return undefined;
}

function splicesFor(
  { read, part, place, text: placeholder }: Placeholder,
  { archive, refsIn }: RefReading,
): readonly Splice[] {
  const refs = refsIn(placeholder);
  const original = refs && originalFor(archive, refs);
  if (original === undefined) return [];
  const { entry, text } = original;
  const opened = read.open(place.record);
  const splices = partSplices(opened, { slot: place.slot, part, text });
  const [only] = splices;
  const isPlain = splices.length === 1 && only?.text === encodeString(text, asIn(opened.tree));
  // Uses the original's escapes, if it was in a string as it is now.
  if (!isPlain || entry.text !== undefined || !isUtf8(entry.raw)) return splices;
  return [{ ...only, text: Buffer.from(entry.raw).toString() }];
}

function asIn(tree: { readonly isAscii: boolean }): { readonly ascii: boolean } {
  return { ascii: tree.isAscii };
}
