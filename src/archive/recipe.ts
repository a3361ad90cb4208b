/** How to rebuild something from the texts of an archive: the `recipe` of a unit entry. */
export type Recipe = UnitRecipe | HeadRecipe | JoinedRecipe;

/** Restores the original of a compacted unit, whose digest the entry has. */
export interface UnitRecipe {
  readonly as: "unit";
  /** Bytes of the compacted unit. */
  readonly length: number;
  readonly original: Measured;
  /**
   * The part that a file continued since must still begin with: the unit up to the end of its last edit, or all of
   * it if messages were only removed. Undefined if that would not distinguish it from other units.
   */
  readonly head?: CompactedHead;
  /** The line of the row in the input, from 1, if known. */
  readonly line?: number;
  /** The edits in order; if there are many, those not in `more`. */
  readonly edits: readonly Edit[];
  /** Digests of texts with earlier edits, as arrays in JSON. */
  readonly more?: readonly string[];
}

/**
 * The entry's digest is that of a prefix of a compacted unit: its length is the largest power of two within the
 * head. So a file that was continued since is found by trying few lengths.
 */
export interface HeadRecipe {
  readonly as: "head";
  /** Digest of the unit. */
  readonly unit: string;
}

/** The entry's digest is that of several texts joined by blank lines: the messages that a summary replaces. */
export interface JoinedRecipe {
  readonly as: "joined";
  /** Digests of the texts; if there are many, those not in `more`. */
  readonly parts: readonly string[];
  /** Digests of texts with earlier digests, as arrays in JSON. */
  readonly more?: readonly string[];
}

/** The start of a compacted unit, and its original. */
export type CompactedHead = Measured & { readonly original: Measured };

/** The SHA-256 of bytes, and their number. */
export interface Measured {
  readonly digest: string;
  readonly length: number;
}

/** `length` bytes at offset `at` of the compacted unit are replaced by these pieces. */
export type Edit = readonly [at: number, length: number, pieces: readonly RecipePiece[]];

/**
 * A piece of the original: inline text, the raw bytes of an entry (found by the first digits of their SHA-256), a
 * text as `JSON.stringify` writes it, a text, or a text in base64.
 */
export type RecipePiece =
  | string
  | readonly [kind: "raw", digest: string, rawDigest: string]
  | readonly [kind: "json" | "text" | "base64", digest: string];

/** The recipe of a unit entry; undefined for an unknown kind. */
export function parseRecipe(recipe: unknown): Recipe | undefined {
  const as = (recipe as Partial<Recipe> | null | undefined)?.as;
  return as === "unit" || as === "head" || as === "joined" ? (recipe as Recipe) : undefined;
}

/**
 * Digests of all texts that a recipe needs. `textOf` returns the text of a digest, for long recipes whose parts
 * are separate entries.
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

/** The digests of the texts that are joined, in order; those whose list is missing are left out. */
export function* partsOf(
  { parts, more = [] }: JoinedRecipe,
  textOf: (digest: string) => string | undefined,
): Iterable<string> {
  yield* listed<string>(more, textOf);
  yield* parts;
}

/** The edits of a unit, in order; those whose text is missing are left out. */
export function* editsOf(
  { edits, more = [] }: UnitRecipe,
  textOf: (digest: string) => string | undefined,
): Iterable<Edit> {
  yield* listed<Edit>(more, textOf);
  yield* edits;
}

/** The items of a list stored in texts. */
function* listed<T>(
  digests: readonly string[],
  textOf: (digest: string) => string | undefined,
): Iterable<T> {
  for (const digest of digests) yield* JSON.parse(textOf(digest) ?? "[]") as readonly T[];
}
