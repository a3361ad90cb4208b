/**
 * How something is made again from the texts of an archive: what the `recipe` of a unit entry holds.
 */
export type Recipe = UnitRecipe | HeadRecipe | JoinedRecipe;

/** A compacted unit, which is what the entry's digest is of, becomes the original. */
export interface UnitRecipe {
  readonly as: "unit";
  /** Bytes of the compacted unit. */
  readonly length: number;
  readonly original: Measured;
  /**
   * The part that a file continued since must still begin with: the unit up to the end of its last edit, or all
   * of it if messages were only removed. None if that would not distinguish it from other units.
   */
  readonly head?: CompactedHead;
  /** The line of the input that a row stood on, from 1, where that is known. */
  readonly line?: number;
  /** In order; of a unit with many, those that are not in `more`. */
  readonly edits: readonly Edit[];
  /** Digests of texts that are arrays of edits as JSON, before those. */
  readonly more?: readonly string[];
}

/**
 * The entry's digest is that of the first bytes of a compacted unit, as many as the largest power of
 * two that its head has: so a file continued since is found by trying few lengths.
 */
export interface HeadRecipe {
  readonly as: "head";
  /** Digest of the unit. */
  readonly unit: string;
}

/** The entry's digest is that of several texts with a blank line between two: what a summary is of. */
export interface JoinedRecipe {
  readonly as: "joined";
  /** Digests of the texts; of very many, those that are not in `more`. */
  readonly parts: readonly string[];
  /** Digests of texts that are arrays of digests as JSON, before those. */
  readonly more?: readonly string[];
}

/** The start of a compacted unit, and what it was. */
export type CompactedHead = Measured & { readonly original: Measured };

/** The SHA-256 of bytes, and how many they are. */
export interface Measured {
  readonly digest: string;
  readonly length: number;
}

/** `length` bytes at offset `at` of the compacted unit are replaced by these pieces. */
export type Edit = readonly [at: number, length: number, pieces: readonly RecipePiece[]];

/**
 * A piece of the original: inline text, the raw bytes of an entry (found by the first digits of their SHA-256), a
 * text, or a text in base64.
 */
export type RecipePiece =
  | string
  | readonly [kind: "raw", digest: string, rawDigest: string]
  | readonly [kind: "text" | "base64", digest: string];

/** The recipe of a unit entry; undefined if it is none that is known. */
export function parseRecipe(recipe: unknown): Recipe | undefined {
  const as = (recipe as Partial<Recipe> | null | undefined)?.as;
  return as === "unit" || as === "head" || as === "joined" ? (recipe as Recipe) : undefined;
}

/**
 * Digests of all texts that a recipe needs. `textOf` gives the text of a digest, for long recipes whose parts are
 * entries of their own.
 */
export function* textsOf(
  recipe: Recipe,
  textOf: (digest: string) => string | undefined,
): Iterable<string> {
  if (recipe.as === "head") return;
  if (recipe.as === "joined") {
    yield* recipe.more ?? [];
    yield* partsOf(recipe, textOf);
    return;
  }
  yield* recipe.more ?? [];
  for (const [, , pieces] of editsOf(recipe, textOf))
    for (const piece of pieces) if (typeof piece !== "string") yield piece[1];
}

/** The digests of the texts that are joined, in order; those whose list is not there are left out. */
export function* partsOf(
  { parts, more = [] }: JoinedRecipe,
  textOf: (digest: string) => string | undefined,
): Iterable<string> {
  yield* listed<string>(more, textOf);
  yield* parts;
}

/** The edits of a unit, in order; those whose text is not there are left out. */
export function* editsOf(
  { edits, more = [] }: UnitRecipe,
  textOf: (digest: string) => string | undefined,
): Iterable<Edit> {
  yield* listed<Edit>(more, textOf);
  yield* edits;
}

/** The items of a list that is kept in texts. */
function* listed<T>(
  digests: readonly string[],
  textOf: (digest: string) => string | undefined,
): Iterable<T> {
  for (const digest of digests) yield* JSON.parse(textOf(digest) ?? "[]") as readonly T[];
}
