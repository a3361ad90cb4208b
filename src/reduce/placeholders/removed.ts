import { digestOfTexts, REF_DIGITS } from "../../base/digest.ts";
import type { Message, Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/** The separator between the texts of messages that were removed together. */
export const REMOVED_SEPARATOR = "\n\n";

/** The parts of messages with text, in order. */
export function* removedParts(dropped: Iterable<Message>): Iterable<Part> {
  for (const { parts } of dropped)
    for (const part of parts) if (part.kind !== "image" && part.chars > 0) yield part;
}

/** The reference of all text of removed messages, joined by blank lines. */
export function removedRef(transcript: Transcript, dropped: Iterable<Message>): string {
  return digestOfTexts(removedTexts(transcript, dropped)).slice(0, REF_DIGITS);
}

function* removedTexts(transcript: Transcript, dropped: Iterable<Message>): Iterable<string> {
  let isFirst = true;
  for (const part of removedParts(dropped)) {
    if (!isFirst) yield REMOVED_SEPARATOR;
    isFirst = false;
    yield transcript.text(part);
  }
}
