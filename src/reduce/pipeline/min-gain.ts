import { charsWith, type Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { charsOfEdit } from "./part-edits.ts";

/** The program's least savings of a mask, in chars: a short result costs little and often says the essential. */
export const PROGRAM_MIN_GAIN = 32;

/**
 * Whether replacing a text is worthwhile: it saves `minGain` chars or more, and bytes of the file. `savedBytes` is
 * the length of the old JSON string in the file minus that of the new one, escapes included.
 */
export function savesEnough(savedChars: number, savedBytes: number, minGain: number): boolean {
  return savedChars >= minGain && savedBytes > 0;
}

/** Why masking a result is not worthwhile; undefined if it is. */
export function notWorth(
  savedChars: number,
  savedBytes: number,
  minGain: number,
): "min-gain" | "not-shorter" | undefined {
  if (savesEnough(savedChars, savedBytes, minGain)) return undefined;
  return savesEnough(savedChars, savedBytes, 1) ? "min-gain" : "not-shorter";
}

/** The least that an edit has to save. */
export interface Worth {
  readonly transcript: Transcript;
  /** Chars that masking an observation has to save, 1 or more. */
  readonly minGain: number;
}

/**
 * The text for a part if replacing it is worth it, else undefined. An observation has to save `minGain`
 * chars, the bytes of its images counted as such; other text one char; an image bytes alone. Reasoning
 * is removed as a whole, which is always less.
 */
export function ifWorthIt(
  { transcript, minGain }: Worth,
  part: Part,
  text: string,
): string | undefined {
  switch (part.kind) {
    case "observation": {
      const gain = part.chars + (part.extra?.imageBytes ?? 0) - charsWith(part, text);
      if (gain < minGain) return undefined;
      return savesEnough(gain, savedBytes(transcript, part, text), minGain) ? text : undefined;
    }
    case "image":
      return transcript.savedBytes(part, text) > 0 ? text : undefined;
    case "call": {
      const gain = part.chars - charsOfEdit(transcript, part, text);
      return savesEnough(gain, transcript.savedBytes(part, text), 1) ? text : undefined;
    }
    case "reasoning":
    case "text":
      return text;
    default:
      return part satisfies never;
  }
}

/** Bytes for a char and for what is around it, at most: escaped three times over, in a block of its own. */
const MOST_BYTES_A_CHAR = 10;
const MOST_BYTES_AROUND = 128;

/** The saved bytes, or a lower bound if that is enough to decide. */
function savedBytes(transcript: Transcript, part: Part, text: string): number {
  // A char takes a byte or more.
  const certain = part.chars - MOST_BYTES_A_CHAR * text.length - MOST_BYTES_AROUND;
  return certain > 0 ? certain : transcript.savedBytes(part, text);
}
