import { createDigest } from "../base/create-digest.ts";
import { digestOf } from "../base/digest.ts";
import type { TextEntry, UnitEntry } from "./entry.ts";
import { isDigest, recipeSum } from "./entry.ts";
import {
  type Edit,
  editsOf,
  type JoinedRecipe,
  type Measured,
  parseRecipe,
  partsOf,
  type RecipePiece,
  textsOf,
  type UnitRecipe,
} from "./recipe.ts";
import { trueTextOf } from "./text-of.ts";

/** The entries that a recipe may need. */
export interface KeptEntries {
  hasUnit(digest: string): boolean;
  /** Empty for an invalid digest. */
  textsWith(digest: string): readonly TextEntry[];
}

/**
 * Applies a recipe as far as possible without the compacted file, and yields its faults: numbers that do not add
 * up, texts that are missing or changed, a joined text with another digest. `sum` is the checksum in the entry,
 * which detects any other change.
 */
export function* faultsOfRecipe(
  { digest, recipe: given }: UnitEntry,
  kept: KeptEntries,
  sum: string | undefined,
): Iterable<string> {
  if (sum !== undefined && sum !== recipeSum(JSON.stringify(given)))
    yield "its recipe was changed: the checksum is another";
  const recipe = parseRecipe(given);
  // Of a later version, or of another program.
  if (recipe === undefined) return;
  try {
    if (recipe.as === "head") {
      if (!kept.hasUnit(recipe.unit)) yield `it names the unit ${recipe.unit}, which is not there`;
      return;
    }
    let isMissing = false;
    for (const each of new Set(textsOf(recipe, (name) => textIn(kept, name)))) {
      if (kept.textsWith(each).length > 0) continue;
      isMissing = true;
      yield `it needs the text ${each}, which is not there`;
    }
    if (isMissing) return;
    if (recipe.as === "joined") yield* faultsOfJoined(recipe, { digest, kept });
    else yield* faultsOfUnit(recipe, kept);
  } catch (error) {
    // The recipe has another shape: something is no list, or a list is no JSON.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    yield `its recipe is damaged: ${error.message}`;
  }
}

function textIn(kept: KeptEntries, digest: string): string | undefined {
  for (const entry of kept.textsWith(digest)) {
    const text = trueTextOf(entry);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The separator of joined texts. */
const SEPARATOR = "\n\n";

function* faultsOfJoined(
  recipe: JoinedRecipe,
  { digest, kept }: { readonly digest: string; readonly kept: KeptEntries },
): Iterable<string> {
  const joined = createDigest();
  let isFirst = true;
  for (const part of partsOf(recipe, (name) => textIn(kept, name))) {
    const text = textIn(kept, part);
    if (text === undefined) return; // Reported as a fault of that text.
    if (!isFirst) joined.update(SEPARATOR);
    isFirst = false;
    joined.update(text);
  }
  const found = joined.digest("hex");
  if (found !== digest) yield `its recipe joins another text: the digest of that is ${found}`;
}

function* faultsOfUnit(recipe: UnitRecipe, kept: KeptEntries): Iterable<string> {
  const { length, original, head } = recipe;
  for (const measured of [original, ...(head === undefined ? [] : [head, head.original])])
    if (!isMeasured(measured)) yield "its recipe is damaged: a digest and a length are expected";
  if (!isCount(length)) yield "its recipe is damaged: the length is no number of bytes";
  let end = 0;
  let more = 0;
  for (const edit of editsOf(recipe, (name) => textIn(kept, name))) {
    const bytes = bytesPutBack(edit, kept);
    const [at, taken] = edit;
    if (bytes === undefined || !isCount(at) || !isCount(taken)) {
      yield `its recipe cannot be carried out at byte ${at}`;
      return;
    }
    if (at < end) yield `its recipe goes back from byte ${end} to ${at}`;
    end = at + taken;
    more += bytes - taken;
  }
  if (end > length) yield `its recipe ends at byte ${end}: there are ${length}`;
  if (length + more !== original.length)
    yield `its recipe makes ${length + more} bytes: expected ${original.length}`;
  if (head === undefined) return;
  if (head.length < end || head.length > length || head.length + more !== head.original.length)
    yield `its recipe makes ${head.length + more} bytes of the first ${head.length}: expected ${head.original.length}`;
}

/** The number of bytes that an edit restores; undefined if a text is missing or changed. */
function bytesPutBack([, , pieces]: Edit, kept: KeptEntries): number | undefined {
  let sum = 0;
  for (const piece of pieces) {
    const bytes = bytesIn(piece, kept);
    if (bytes === undefined) return undefined;
    sum += bytes;
  }
  return sum;
}

function bytesIn(piece: RecipePiece, kept: KeptEntries): number | undefined {
  if (typeof piece === "string") return Buffer.byteLength(piece);
  const [kind, digest, rawDigest] = piece;
  if (kind === "raw")
    return kept.textsWith(digest).find(({ raw }) => digestOf(raw).startsWith(rawDigest))?.raw
      .length;
  const text = textIn(kept, digest);
  if (text === undefined) return undefined;
  if (kind === "json") return Buffer.byteLength(JSON.stringify(text));
  return Buffer.byteLength(text, kind === "base64" ? "base64" : "utf8");
}

function isMeasured({ digest, length }: Measured): boolean {
  return isDigest(digest) && isCount(length);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
