import type { ReadTranscript } from "./read-transcript.ts";

/** Whether the program that resumes a transcript asks its provider to drop reasoning that edits broke. */
export function asksToDrop({ reader, transcript, placed, open }: ReadTranscript): true | undefined {
  if (typeof reader.asksToDrop !== "function") return reader.asksToDrop;
  const [first] = transcript.messages;
  const place = first && placed.units(first)[0];
  return place !== undefined && reader.asksToDrop(open(place.record).tree, 0) ? true : undefined;
}
