import type { Archive } from "../../archive/archive.ts";
import type {
  CompactedHead,
  Edit,
  HeadRecipe,
  Measured,
  UnitRecipe,
} from "../../archive/recipe.ts";
import { UnitDigest } from "../../archive/unit-digest.ts";
import { createDigest } from "../../base/create-digest.ts";
import type { Splice } from "../../json/splice/splice.ts";
import { keepRaw, keepText, keepTextOf } from "./keep-raw.ts";

/** Edits that a recipe holds before they become an entry of their own. */
const MAX_EDITS = 1000;

/**
 * Records how a unit becomes what it was: told of what is kept and what is replaced, in order, it keeps
 * what is taken out, and at last the recipe.
 */
export class UnitRecording {
  private readonly archive: Archive;
  private readonly about: UnitAbout;
  private readonly compacted = new UnitDigest();
  private readonly original = createDigest();
  private originalLength = 0;
  private edits: Edit[] = [];
  private readonly more: string[] = [];
  private edited: CompactedHead | undefined;
  private hasWritten = false;

  constructor(archive: Archive, about: UnitAbout) {
    this.archive = archive;
    this.about = about;
  }

  /** Bytes that stay. */
  kept(bytes: Uint8Array): void {
    this.compacted.update(bytes);
    this.wasThere(bytes);
  }

  /** Bytes that are replaced by a text, in parts; those of a string are one, whose text's digest may be known. */
  replaced(
    parts: Iterable<Buffer>,
    { text, digest, isInBlock, archived }: Omit<Splice, "start" | "end">,
  ): void {
    const written = Buffer.from(text);
    this.hasWritten ||= written.length > 0;
    const pieces = [];
    if (archived !== undefined) keepText(this.archive, archived);
    for (const raw of parts) {
      if (isInBlock) keepTextOf(this.archive, raw, digest);
      for (const piece of keepRaw(this.archive, raw, digest)) pieces.push(piece);
      this.wasThere(raw);
    }
    this.edits.push([this.compacted.length, written.length, pieces]);
    this.compacted.update(written);
    if (this.edits.length < MAX_EDITS) return;
    this.more.push(keepText(this.archive, JSON.stringify(this.edits)));
    this.edits = [];
  }

  /** Nothing is replaced after this. */
  endOfEdits(): void {
    this.edited = { ...this.compacted.measured, original: this.originalSoFar };
  }

  /** Keeps the recipe, if there is something to undo. */
  finish(): void {
    const { edits, more } = this;
    const { line } = this.about;
    if (edits.length + more.length === 0) return;
    const { digest, length } = this.compacted.measured;
    const head = this.head;
    const recipe: UnitRecipe = {
      as: "unit",
      length,
      original: this.originalSoFar,
      ...(head !== undefined && { head }),
      ...(line !== undefined && { line }),
      edits,
      ...(more.length > 0 && { more }),
    };
    this.archive.add({ kind: "unit", digest, recipe });
    if (head === undefined) return;
    const landmark = this.compacted.landmarks.findLast((mark) => mark.length <= head.length);
    if (landmark === undefined) return;
    const found: HeadRecipe = { as: "head", unit: digest };
    this.archive.add({ kind: "unit", digest: landmark.digest, recipe: found });
  }

  /** The bytes by which the unit is recognised after something was appended: an inserted text, or its end. */
  private get head(): CompactedHead | undefined {
    const { edited, compacted } = this;
    if (!this.about.canGrow || edited === undefined) return undefined;
    if (this.hasWritten) return edited;
    if (compacted.length === edited.length) return undefined;
    return { ...compacted.measured, original: this.originalSoFar };
  }

  private wasThere(bytes: Uint8Array): void {
    this.original.update(bytes);
    this.originalLength += bytes.length;
  }

  private get originalSoFar(): Measured {
    return { digest: this.original.copy().digest("hex"), length: this.originalLength };
  }
}

/** Records the splices of a unit that is in memory. */
export function recordUnit(
  archive: Archive,
  { bytes, start, end, ...about }: UnitBytes,
  splices: readonly Splice[],
): void {
  const recording = new UnitRecording(archive, about);
  let at = start;
  for (const splice of splices) {
    recording.kept(bytes.subarray(at, splice.start));
    recording.replaced([bytes.subarray(splice.start, splice.end)], splice);
    at = splice.end;
  }
  recording.endOfEdits();
  recording.kept(bytes.subarray(at, end));
  recording.finish();
}

/** Facts about a unit besides its bytes. */
export interface UnitAbout {
  /** Whether it is a file, to which something may be added. */
  readonly canGrow: boolean;
  /** The line of a row. */
  readonly line?: number | undefined;
}

interface UnitBytes extends UnitAbout {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}
