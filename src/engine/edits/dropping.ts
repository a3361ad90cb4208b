import type { Format } from "../../formats/format.ts";
import type { Dropping } from "../../reduce/pipeline/reduction.ts";
import type { PlacedTranscript } from "../../transcript/model/placed.ts";
import type { ReadTranscript } from "../input/transcripts/read-transcript.ts";

/** How messages may be dropped from a transcript of a format. */
export function droppingOf({ dropping }: Format, { undroppable }: PlacedTranscript): Dropping {
  if (undroppable !== undefined) return "never";
  return typeof dropping === "string" ? dropping : dropping.keeps;
}

/** Why nothing can be dropped, in words; undefined if something can. */
export function undroppableIn({ reader, format, placed }: ReadTranscript): string | undefined {
  return placed.undroppable ?? (reader.dropping === "never" ? format : undefined);
}
