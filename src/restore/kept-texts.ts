import type { Archive, TextEntry, UnitEntry } from "../archive/archive.ts";
import { type Measured, type Piece, parseRecipe, type UnitRecipe } from "../archive/recipe.ts";
import { rawDigestOf } from "../compact/keep-raw.ts";

/** The text of an entry. */
export function textOf(entry: TextEntry): string {
  if (entry.text !== undefined) return entry.text;
  return JSON.parse(Buffer.from(entry.raw).toString()) as string;
}

/** The text with a digest. */
export function textWith(archive: Archive, digest: string): string | undefined {
  const [entry] = archive.find(digest, "text");
  return entry?.kind === "text" ? textOf(entry) : undefined;
}

/** The recipes of a unit: several, where different ones became the same. */
export function recipesFor(archive: Archive, { digest, length }: Measured): readonly UnitRecipe[] {
  const recipes: UnitRecipe[] = [];
  for (const recipe of recipesWith(archive, digest))
    if (recipe.as === "unit" && recipe.length === length) recipes.push(recipe);
  return recipes;
}

/** The recipes of units that begin as a landmark does. */
export function* recipesFrom(archive: Archive, landmark: Measured): Iterable<UnitRecipe> {
  for (const recipe of recipesWith(archive, landmark.digest)) {
    if (recipe.as !== "head") continue;
    for (const unit of recipesWith(archive, recipe.unit)) if (unit.as === "unit") yield unit;
  }
}

/** The bytes of a piece; undefined where the archive does not have it. */
export function bytesOf(archive: Archive, piece: Piece): Buffer | undefined {
  if (typeof piece === "string") return Buffer.from(piece);
  const [kind, digest, rawDigest] = piece;
  if (kind === "raw") {
    for (const entry of archive.find(digest, "text"))
      if (entry.kind === "text" && rawDigestOf(entry.raw) === rawDigest)
        return Buffer.from(entry.raw);
    return undefined;
  }
  const text = textWith(archive, digest);
  if (text === undefined) return undefined;
  return Buffer.from(text, kind === "base64" ? "base64" : "utf8");
}

function* recipesWith(archive: Archive, digest: string) {
  for (const entry of archive.find(digest, "unit") as readonly UnitEntry[]) {
    const recipe = parseRecipe(entry.recipe);
    if (recipe !== undefined) yield recipe;
  }
}
