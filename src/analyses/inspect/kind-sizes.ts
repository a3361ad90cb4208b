import type { Part, Role } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveMessages } from "./live-messages.ts";
import type { Inspection, KindChars } from "./result.ts";

/** How many chars there are of each kind and role, and how many images. */
export type Sizes = Pick<
  Inspection,
  "chars" | "byRole" | "images" | "imageBytes" | "deadMessages" | "deadChars" | keyof KindChars
>;

/** The key under which the chars of a kind of part are counted; an image has none. */
const KIND_KEYS = {
  text: "textChars",
  reasoning: "reasoningChars",
  call: "callChars",
  observation: "observationChars",
  image: undefined,
} as const satisfies Record<Part["kind"], keyof KindChars | undefined>;

/** Adds up the parts that reach the model. */
export function sizesOf(transcript: Transcript): Sizes {
  const byRole = { system: noChars(), user: noChars(), assistant: noChars(), tool: noChars() };
  let images = 0;
  let imageBytes = 0;
  for (const { role, parts } of liveMessages(transcript)) {
    for (const part of parts) {
      const key = KIND_KEYS[part.kind];
      if (key !== undefined) byRole[role][key] += part.chars;
      if (part.kind !== "image") continue;
      images++;
      imageBytes += part.bytes;
    }
  }
  const kinds = noChars();
  for (const own of Object.values(byRole)) addChars(kinds, own);
  return {
    chars: charsOf(kinds),
    ...kinds,
    byRole,
    images,
    imageBytes,
    deadMessages: transcript.firstLive,
    deadChars: transcript.charsBefore(transcript.firstLive),
  };
}

/** The roles in the order in which they are shown. */
export const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];

/** Chars by kind, to be added to. */
export type KindCounts = { -readonly [K in keyof KindChars]: number };

export function noChars(): KindCounts {
  return { textChars: 0, reasoningChars: 0, callChars: 0, observationChars: 0 };
}

export function addChars(sum: KindCounts, more: KindChars): void {
  sum.textChars += more.textChars;
  sum.reasoningChars += more.reasoningChars;
  sum.callChars += more.callChars;
  sum.observationChars += more.observationChars;
}

/** Chars of all kinds. */
export function charsOf(kinds: KindChars): number {
  return kinds.textChars + kinds.reasoningChars + kinds.callChars + kinds.observationChars;
}
