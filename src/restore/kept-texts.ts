import type { Archive, TextEntry, UnitEntry } from "../archive/archive.ts";
import { isDigest } from "../archive/entry.ts";
import {
  type Measured,
  parseRecipe,
  type RecipePiece,
  type UnitRecipe,
} from "../archive/recipe.ts";
import { trueTextOf } from "../archive/text-of.ts";
import { rawDigestOf } from "../engine/edits/keep-raw.ts";

/** The text with a digest; undefined if there is none, or the digest does not match. */
export function textWith(archive: Archive, digest: string): string | undefined {
  for (const entry of textsWith(archive, digest)) {
    const text = trueTextOf(entry);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The entries of texts with a digest: the same text may have several, with different bytes. */
function textsWith(archive: Archive, digest: string): readonly TextEntry[] {
  if (!isDigest(digest)) return [];
  return archive.find(digest, "text").filter((entry) => entry.kind === "text");
}

/** The recipes of a unit: several, if different originals were compacted to the same bytes. */
export function recipesFor(archive: Archive, { digest, length }: Measured): readonly UnitRecipe[] {
  const recipes: UnitRecipe[] = [];
  for (const recipe of recipesWith(archive, digest))
    if (recipe.as === "unit" && recipe.length === length) recipes.push(recipe);
  return recipes;
}

/** The recipes of units with this prefix. */
export function* recipesFrom(archive: Archive, landmark: Measured): Iterable<UnitRecipe> {
  for (const recipe of recipesWith(archive, landmark.digest)) {
    if (recipe.as !== "head") continue;
    for (const unit of recipesWith(archive, recipe.unit)) if (unit.as === "unit") yield unit;
  }
}

/** The bytes of a piece; undefined where the archive does not have it. */
export function bytesOf(archive: Archive, piece: RecipePiece): Buffer | undefined {
  if (typeof piece === "string") return Buffer.from(piece);
  const [kind, digest, rawDigest] = piece;
  if (kind === "raw") {
    for (const { raw } of textsWith(archive, digest))
      if (rawDigestOf(raw) === rawDigest) return Buffer.from(raw);
    return undefined;
  }
  const text = textWith(archive, digest);
  if (text === undefined) return undefined;
  if (kind === "json") return Buffer.from(JSON.stringify(text));
  return Buffer.from(text, kind === "base64" ? "base64" : "utf8");
}

function* recipesWith(archive: Archive, digest: string) {
  if (!isDigest(digest)) return;
  for (const entry of archive.find(digest, "unit") as readonly UnitEntry[]) {
    const recipe = parseRecipe(entry.recipe);
    if (recipe !== undefined) yield recipe;
  }
}
