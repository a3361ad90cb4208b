import { isUtf8 } from "node:buffer";
import type { Archive } from "../../archive/archive.ts";
import type { CompactedHead, HeadRecipe, UnitRecipe } from "../../archive/recipe.ts";
import { UnitDigest } from "../../archive/unit-digest.ts";
import type { Splice } from "../../json/splice/splice.ts";
import {
  DIGEST_BYTES,
  HAS_DIGEST,
  NOTE_EDIT,
  NOTE_EDIT_STRIDE,
  NOTED_REF_BITS,
  type SplicedPart,
} from "../../json/tape/noted-lines.ts";
import { keepRaw, keepText, textInside, textOf, withRef, writeRef } from "./keep-raw.ts";
import { RecipeEdits } from "./recipe-edits.ts";

/**
 * Records how to restore a unit: called with kept and replaced bytes, in order, it archives the replaced ones, and
 * at the end the recipe.
 */
export class UnitRecording {
  private readonly archive: Archive;
  private readonly about: UnitAbout;
  private readonly compacted: UnitDigest;
  private readonly original: OriginalDigest;
  private readonly edits: RecipeEdits;
  private edited: CompactedHead | undefined;
  private hasWritten = false;

  constructor(archive: Archive, about: UnitAbout, original?: OriginalDigest) {
    this.archive = archive;
    this.about = about;
    this.compacted = new UnitDigest({ hasMarks: about.canGrow });
    this.original = original ?? new UnitDigest({ hasMarks: false });
    this.edits = new RecipeEdits(archive);
  }

  /** Adds bytes that stay. */
  kept(bytes: Uint8Array): void {
    this.compacted.update(bytes);
    this.original.update(bytes);
  }

  /**
   * Adds bytes replaced by a text, in parts; a string is one part, whose text's digest may be known. Returns the text,
   * with its ref filled in.
   */
  replaced(parts: Iterable<Buffer>, splice: Omit<Splice, "start" | "end">): string {
    const { digest, archived, refAt } = splice;
    let { text } = splice;
    const pieces = [];
    if (archived !== undefined) keepText(this.archive, archived);
    for (const raw of parts) {
      const inside = archived === undefined ? this.keptInside(raw) : undefined;
      const found = textOf(raw, digest);
      const shown = inside ?? found?.digest;
      if (refAt !== undefined && shown !== undefined) text = withRef(text, refAt, shown);
      for (const piece of keepRaw(this.archive, raw, found)) pieces.push(piece);
      this.original.update(raw);
    }
    const written = Buffer.from(text);
    this.hasWritten ||= written.length > 0;
    this.edits.add([this.compacted.length, written.length, pieces]);
    this.compacted.update(written);
    return text;
  }

  /**
   * Adds a part of the unit whose edits are already applied, but for refs, which it fills in. `original` are its bytes
   * before; with `isEnd` nothing is replaced after it.
   */
  spliced(
    part: SplicedPart,
    { original, isEnd }: { readonly original: Buffer; readonly isEnd: boolean },
  ): void {
    const { bytes, out, outEnd, edits, editCount } = part;
    const { compacted } = this;
    this.hasWritten ||= editCount > 0;
    for (let edit = 0; edit < editCount; edit++) this.keepEdit(part, edit * NOTE_EDIT_STRIDE);
    let [lastOut, edited] = [out, 0];
    if (isEnd) {
      const last = (editCount - 1) * NOTE_EDIT_STRIDE;
      if (editCount > 0) {
        lastOut = (edits[last + NOTE_EDIT.out] ?? 0) + (edits[last + NOTE_EDIT.length] ?? 0);
        edited = (edits[last + NOTE_EDIT.end] ?? 0) - original.byteOffset;
      }
      compacted.update(bytes.subarray(out, lastOut));
      this.original.update(original.subarray(0, edited));
      this.endOfEdits();
    }
    compacted.update(bytes.subarray(lastOut, outEnd));
    this.original.update(original.subarray(edited));
  }

  /** Archives what an edit of such a part replaced; a function of its own, which V8 optimizes alone. */
  private keepEdit({ bytes, textOf: textHere, out, edits }: SplicedPart, edit: number): void {
    const { archive } = this;
    const integer = (place: number) => edits[edit + place] ?? 0;
    const raw = bytes.subarray(integer(NOTE_EDIT.start), integer(NOTE_EDIT.end));
    const about = integer(NOTE_EDIT.about);
    const at = integer(NOTE_EDIT.digest);
    const isKnown = (about & HAS_DIGEST) !== 0;
    const digest = isKnown ? bytes.toString("hex", at, at + DIGEST_BYTES) : undefined;
    const inside = this.keptInside(raw);
    const isOwn = inside === undefined && !isKnown && isUtf8(raw);
    const text = (isOwn ? textHere(raw) : undefined) ?? textOf(raw, digest);
    const shown = inside ?? text?.digest;
    const begin = integer(NOTE_EDIT.out);
    const ref = about >>> NOTED_REF_BITS;
    if (ref > 0 && shown !== undefined) writeRef(bytes, begin + ref, shown);
    const place = this.compacted.length + begin - out;
    this.edits.add([place, integer(NOTE_EDIT.length), keepRaw(archive, raw, text)]);
  }

  /** Archives the text of a string in JSON in a string; returns its digest, undefined for other bytes. */
  private keptInside(raw: Buffer): string | undefined {
    const text = textInside(raw);
    return text === undefined ? undefined : keepText(this.archive, text);
  }

  /** Nothing is replaced after this. */
  endOfEdits(): void {
    this.edited = { ...this.compacted.measured, original: this.original.measured };
  }

  /** Archives the recipe, if there is something to undo. */
  finish(): void {
    const { line } = this.about;
    if (this.edits.isEmpty) return;
    const { digest, length } = this.compacted.measured;
    const head = this.head;
    const recipe: UnitRecipe = {
      as: "unit",
      length,
      original: this.original.measured,
      ...(head !== undefined && { head }),
      ...(line !== undefined && { line }),
      ...this.edits.listed,
    };
    this.archive.add({ kind: "unit", digest, recipe });
    if (head === undefined) return;
    const landmark = this.compacted.landmarks.findLast((mark) => mark.length <= head.length);
    if (landmark === undefined) return;
    const found: HeadRecipe = { as: "head", unit: digest };
    this.archive.add({ kind: "unit", digest: landmark.digest, recipe: found });
  }

  /** The bytes by which the unit is recognised after an append: an inserted text, or its end. */
  private get head(): CompactedHead | undefined {
    const { edited, compacted } = this;
    if (!this.about.canGrow || edited === undefined) return undefined;
    if (this.hasWritten) return edited;
    if (compacted.length === edited.length) return undefined;
    return { ...compacted.measured, original: this.original.measured };
  }
}

/** The digest of the original unit, up to the recorded place. */
export type OriginalDigest = Pick<UnitDigest, "update" | "measured">;

/** Facts about a unit besides its bytes. */
export interface UnitAbout {
  /** Whether it is a file, to which an agent may append. */
  readonly canGrow: boolean;
  /** The line of a row. */
  readonly line?: number | undefined;
}
