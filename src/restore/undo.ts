import type { Archive } from "../archive/archive.ts";
import { type CompactedHead, editsOf, type Measured, type UnitRecipe } from "../archive/recipe.ts";
import { UnitDigest } from "../archive/unit-digest.ts";
import { createDigest } from "../base/create-digest.ts";
import type { Spool } from "../io/store/spool.ts";
import type { Store } from "../io/store/store.ts";
import { bytesOf, recipesFor, recipesFrom, textWith } from "./kept-texts.ts";

/** The bytes of a unit, and its digests. */
export interface UndoUnit {
  readonly store: Store;
  readonly digest: UnitDigest;
  /** Its current line, if it is a row. */
  readonly line?: number;
}

/** The recorded extent of a unit: all of it, or its start. */
export type Extent = "whole" | "head";

/** How to restore a unit. */
export interface Undoing {
  readonly recipe: UnitRecipe;
  readonly extent: Extent;
}

/**
 * Looks up a whole unit, then the longest known prefix of it. `unclear`: it is known, but different originals were
 * compacted to it, and nothing says which is right.
 */
export function findUndoing(archive: Archive, unit: UndoUnit): Undoing | "unclear" | undefined {
  const whole = recipesFor(archive, unit.digest.measured);
  if (whole.length > 0)
    return oneOf(whole, "whole", (recipes) => recipeOfOriginal(archive, unit, recipes));
  const isRow = unit.line !== undefined;
  // Of rows, only the first may have grown: it may be a document on one line.
  const landmarks = isRow && unit.line !== 1 ? [] : unit.digest.landmarks.toReversed();
  for (const landmark of landmarks) {
    const heads = [...recipesFrom(archive, landmark)].filter(
      ({ head, line }) => (line !== undefined) === isRow && beginsAs(unit, head),
    );
    const longest = Math.max(...heads.map(({ head }) => head?.length ?? 0));
    const found = heads.filter(({ head }) => head?.length === longest);
    if (found.length > 0)
      return oneOf(found, "head", (recipes) => {
        const originals = new Set(recipes.map(({ head }) => head?.original.digest));
        return originals.size === 1 ? recipes[0] : undefined;
      });
  }
  return undefined;
}

function oneOf(
  recipes: readonly UnitRecipe[],
  extent: Extent,
  choose: (recipes: readonly UnitRecipe[]) => UnitRecipe | undefined,
): Undoing | "unclear" {
  const recipe = choose(recipes);
  return recipe === undefined ? "unclear" : { recipe, extent };
}

/** The recipe of the only original, or of the one from the same line. */
function recipeOfOriginal(
  archive: Archive,
  { line }: UndoUnit,
  recipes: readonly UnitRecipe[],
): UnitRecipe | undefined {
  if (recipes.length === 1) return recipes[0];
  const ends = new Set(recipes.flatMap(({ original }) => [...endsOf(archive, original)]));
  if (ends.size === 1) return recipes[0];
  const there = recipes.filter((recipe) => recipe.line !== undefined && recipe.line === line);
  return there.length === 1 ? there[0] : undefined;
}

/** The digests of a unit's first originals. */
function endsOf(archive: Archive, unit: Measured, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(unit.digest)) return new Set();
  seen.add(unit.digest);
  const recipes = recipesFor(archive, unit);
  if (recipes.length === 0) return new Set([unit.digest]);
  return new Set(recipes.flatMap(({ original }) => [...endsOf(archive, original, seen)]));
}

/** Whether a unit begins with a head, and is not the head's original, which may begin with it as well. */
function beginsAs({ store }: UndoUnit, head: CompactedHead | undefined): boolean {
  if (head === undefined || !startsWith(store, head)) return false;
  return !startsWith(store, head.original);
}

/**
 * Writes the original of a unit into a spool. Undefined if the archive lacks a part of it, or the result does not
 * match the recorded digest.
 */
export function undo(
  archive: Archive,
  { store }: UndoUnit,
  { undoing: { recipe, extent }, into }: { readonly undoing: Undoing; readonly into: Spool },
): UndoUnit | undefined {
  const digest = new UnitDigest();
  const start = createDigest();
  const expected = extent === "head" && recipe.head ? recipe.head.original : recipe.original;
  let left = expected.length;
  for (const bytes of originalOf(archive, store, recipe)) {
    if (bytes === undefined) return undefined;
    into.append(bytes);
    digest.update(bytes);
    if (left > 0) start.update(bytes.subarray(0, left));
    left -= bytes.length;
  }
  const isLong = extent === "head" ? left <= 0 : left === 0;
  return isLong && start.digest("hex") === expected.digest ? { store: into, digest } : undefined;
}

/** The bytes of the original, in parts; undefined for what is missing. */
function* originalOf(
  archive: Archive,
  store: Store,
  recipe: UnitRecipe,
): Iterable<Buffer | undefined> {
  let at = 0;
  for (const [start, length, pieces] of editsOf(recipe, (digest) => textWith(archive, digest))) {
    yield* store.pieces(at, start);
    for (const piece of pieces) yield bytesOf(archive, piece);
    at = start + length;
  }
  yield* store.pieces(at, store.size);
}

function startsWith(store: Store, { digest, length }: Measured): boolean {
  if (store.size < length) return false;
  const start = createDigest();
  for (const piece of store.pieces(0, length)) start.update(piece);
  return start.digest("hex") === digest;
}
