import type { Archive } from "../../archive/archive.ts";
import { parseRecipe, partsOf } from "../../archive/recipe.ts";
import { trueTextOf } from "../../archive/text-of.ts";
import { digestOf } from "../../base/digest.ts";
import { REMOVED_SEPARATOR } from "../../reduce/placeholders/removed.ts";
import { textWith } from "../kept-texts.ts";

/** A text that an archive has. */
export interface KeptText {
  /** The SHA-256 of the text, in 64 hex digits. */
  readonly digest: string;
  readonly text: string;
}

/** The texts of an archive for a reference. */
export interface KeptTexts {
  readonly texts: readonly KeptText[];
  /** Digests of texts that were changed on disk, or of which a part is missing. */
  readonly damaged: readonly string[];
}

/**
 * The texts whose digests begin with a reference: observations, and messages that a summary replaced. More than
 * one if different texts share the digits. Only texts that match their digest are returned.
 */
export function textsFor(archive: Archive, ref: string): KeptTexts {
  const texts = new Map<string, string>();
  const damaged = new Set<string>();
  for (const entry of archive.find(ref)) {
    const { digest } = entry;
    if (entry.kind === "unit" && parseRecipe(entry.recipe)?.as !== "joined") continue;
    const text = entry.kind === "text" ? trueTextOf(entry) : joinedText(archive, entry.recipe);
    if (text !== undefined && digestOf(text) === digest) texts.set(digest, text);
    else damaged.add(digest);
  }
  return {
    texts: [...texts].map(([digest, text]) => ({ digest, text })),
    damaged: [...damaged].filter((digest) => !texts.has(digest)),
  };
}

/** The texts that a recipe joins; undefined if it is another kind, or a text is missing. */
function joinedText(archive: Archive, entry: unknown): string | undefined {
  const recipe = parseRecipe(entry);
  if (recipe?.as !== "joined") return undefined;
  const textIn = (digest: string) => textWith(archive, digest);
  if (recipe.more?.some((digest) => textIn(digest) === undefined)) return undefined;
  const parts = Array.from(partsOf(recipe, textIn), textIn);
  return parts.includes(undefined) ? undefined : parts.join(REMOVED_SEPARATOR);
}
