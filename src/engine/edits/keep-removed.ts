import type { Archive } from "../../archive/archive.ts";
import type { JoinedRecipe } from "../../archive/recipe.ts";
import { createDigest } from "../../base/create-digest.ts";
import type { Reduction, Replacement } from "../../reduce/pipeline/reduction.ts";
import { REMOVED_SEPARATOR, removedParts } from "../../reduce/placeholders/removed.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { ReadTranscript } from "../input/transcripts/read-transcript.ts";
import { keepText } from "./keep-raw.ts";

/**
 * Archives the text of an observation to be replaced, unless its bytes are archived under the same digest anyway.
 */
export function keepObservation(
  archive: Archive,
  { transcript, placed, open }: ReadTranscript,
  { part }: Replacement,
): void {
  const { record, slot } = placed.place(part);
  const found = open(record).parts.slot(slot);
  if (found === undefined || (found.shape === undefined && found.inside === undefined)) return;
  keepText(archive, transcript.text(part));
}

/** Archives the messages that a summary replaces: each text, and all of them under the summary's ref. */
export function keepSummarized(
  archive: Archive,
  transcript: Transcript,
  { condensation }: Reduction,
): void {
  if (condensation?.summary === undefined) return;
  const digest = createDigest();
  let parts: string[] = [];
  const more: string[] = [];
  for (const part of removedParts(condensation.drop)) {
    if (parts.length === MOST_PARTS) {
      more.push(keepText(archive, JSON.stringify(parts)));
      parts = [];
    }
    const text = transcript.text(part);
    if (parts.length + more.length > 0) digest.update(REMOVED_SEPARATOR);
    digest.update(text);
    parts.push(keepText(archive, text));
  }
  const recipe: JoinedRecipe = { as: "joined", parts, ...(more.length > 0 && { more }) };
  archive.add({ kind: "unit", digest: digest.digest("hex"), recipe });
}

/** Texts that a recipe lists inline; longer lists are split into texts of this many. */
const MOST_PARTS = 1000;
