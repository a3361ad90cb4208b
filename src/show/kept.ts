import type { Archive } from "../archive/archive.ts";
import { parseRecipe, partsOf } from "../archive/recipe.ts";
import { REMOVED_SEPARATOR } from "../reduce/removed.ts";
import { textOf, textWith } from "../restore/kept-texts.ts";

/** A text that an archive has. */
export interface KeptText {
  /** Its SHA-256, 64 hex digits. */
  readonly digest: string;
  readonly text: string;
}

/**
 * The texts whose digests begin with a reference: observations, and what messages said that a summary
 * stands for. More than one where different texts share the digits.
 */
export function textsFor(archive: Archive, ref: string): readonly KeptText[] {
  const texts = new Map<string, string>();
  for (const entry of archive.find(ref)) {
    const { digest } = entry;
    const text = entry.kind === "text" ? textOf(entry) : joinedText(archive, entry.recipe);
    if (text !== undefined) texts.set(digest, text);
  }
  return [...texts].map(([digest, text]) => ({ digest, text }));
}

/** The texts that a recipe joins; undefined where it does something else, or one is missing. */
function joinedText(archive: Archive, entry: unknown): string | undefined {
  const recipe = parseRecipe(entry);
  if (recipe?.as !== "joined") return undefined;
  const textIn = (digest: string) => textWith(archive, digest);
  if (recipe.more?.some((digest) => textIn(digest) === undefined)) return undefined;
  const parts = Array.from(partsOf(recipe, textIn), textIn);
  return parts.includes(undefined) ? undefined : parts.join(REMOVED_SEPARATOR);
}
