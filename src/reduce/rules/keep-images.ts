import type { ImagePart } from "../../transcript/message.ts";
import { type Image, imageIn, imageNote } from "../images/image.ts";
import { ownerOf } from "../part-edits.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** A block around a note: what it is larger than it by. */
const BLOCK_BYTES = 32;

/**
 * Puts a note in the place of all images but the newest, so many, from the step at which that many newer
 * ones are there (strategy S15): inside observations and beside them.
 */
export const keepImagesRule: Rule = {
  *propose(context) {
    for (const { part, image, newer } of olderImages(context)) {
      const from = context.transcript.turns.of(newer.message);
      const note = () => {
        const text = imageNote(image);
        return text.length + BLOCK_BYTES < part.bytes ? text : undefined;
      };
      if (part.editable) yield { kind: "mask", part, from, text: note };
    }
  },
  untouched(context) {
    let count = 0;
    for (const { part } of olderImages(context)) if (!part.editable) count++;
    return count;
  },
};

/** An image, and the one that is newer by as many as stay. */
interface OlderImage {
  readonly part: ImagePart;
  readonly image: Image;
  readonly newer: ImagePart;
}

function* olderImages({ transcript, policy }: RuleContext): Iterable<OlderImage> {
  const { keepImages } = policy.passes;
  if (keepImages === undefined) return;
  const newest: { readonly part: ImagePart; readonly image: Image }[] = [];
  for (const part of transcript.parts) {
    if (part.kind !== "image" || part.message < transcript.firstLive) continue;
    if (transcript.isFixed(part.message) || isKept({ transcript, policy }, part)) continue;
    const image = imageIn(transcript.text(part));
    if (image === undefined) continue;
    newest.push({ part, image });
    const older = newest.length > keepImages ? newest.shift() : undefined;
    if (older !== undefined) yield { ...older, newer: part };
  }
}

function isKept(
  { transcript, policy }: Pick<RuleContext, "transcript" | "policy">,
  part: ImagePart,
) {
  const { keepTool } = policy.guards;
  if (keepTool === undefined) return false;
  const owner = transcript.parts.at(ownerOf(transcript, part));
  const name = owner?.kind === "observation" ? transcript.toolName(owner) : undefined;
  return name !== undefined && keepTool(name);
}
