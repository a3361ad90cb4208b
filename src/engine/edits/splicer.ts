import type { Archive } from "../../archive/archive.ts";
import type { Layout } from "../../formats/format.ts";
import { DRAIN_BYTES, type Output } from "../../io/output.ts";
import { inBlocks } from "../../io/store/block-store.ts";
import { readStore, type Store, smallPieces } from "../../io/store/store.ts";
import { checkOrder, inOrder, type Splice } from "../../json/splice/splice.ts";
import type { MaskedRows } from "../../json/tape/masked-rows.ts";
import type { TextPlace } from "../input/reading.ts";
import { PART_BYTES, partEnd } from "./keep-raw.ts";
import { recordUnit } from "./record-unit.ts";
import { spliceBlocks } from "./splice-blocks.ts";
import { type NotedResults, spliceNotes } from "./splice-notes.ts";
import { type UnitAbout, UnitRecording } from "./unit-recording.ts";

/**
 * Writes texts to an output, with splices applied. Archives what they remove first. Its generators yield when the
 * output is full.
 */
export class Splicer {
  /** Whether there was a splice. */
  isChanged = false;
  private readonly output: Output;
  private readonly archive: Archive | undefined;
  private readonly isPart: boolean;

  constructor(
    output: Output,
    { archive, isPart }: { readonly archive: Archive | undefined; readonly isPart: boolean },
  ) {
    this.output = output;
    this.archive = archive;
    this.isPart = isPart;
  }

  /** Whether the output is full enough to be drained. */
  get isFull(): boolean {
    return this.output.held >= DRAIN_BYTES;
  }

  /** Whether the output must be drained before its source bytes change. */
  get borrows(): boolean {
    return this.output.borrows;
  }

  /** The number of bytes written so far. */
  get total(): number {
    return this.output.total;
  }

  /** Writes a text unchanged. */
  *copy({ bytes, first, next }: TextPlace): Iterable<void> {
    if (Buffer.isBuffer(bytes)) this.output.range(bytes, first, next);
    else {
      // In small pieces, since it may be very long white space.
      for (const piece of smallPieces(bytes, first, next)) {
        this.output.range(piece, 0, piece.length);
        if (this.isFull) yield;
      }
    }
  }

  /** Writes bytes with splices already applied; they must not change until the output is drained. */
  put({ bytes, start, end, masked }: Pick<MaskedRows, "bytes" | "start" | "end" | "masked">): void {
    this.isChanged ||= masked > 0;
    this.output.range(bytes, start, end);
  }

  /** Writes a text with splices applied, which are in order. */
  splice(splices: Iterable<Splice>, text: TextPlace, layout: Layout | undefined): Iterable<void> {
    const { bytes } = text;
    const unit = this.unitOf(text, layout);
    if (!Buffer.isBuffer(bytes)) return this.spliceStored(bytes, splices, unit);
    const held = { ...text, bytes };
    // A row is drained as a whole.
    return this.spliceHeld(held, splices, { unit, isWhole: layout === "rows" });
  }

  /** Writes a text that is in a store, with placeholders for noted results. */
  *spliceNoted(noted: NotedResults, text: TextPlace, layout: Layout | undefined): Iterable<void> {
    const { archive, output } = this;
    const { bytes: store } = text;
    if (Buffer.isBuffer(store)) throw new Error("noted results are those of a stored text");
    if (noted.masked === 0) {
      yield* this.copyStored(store, { start: 0, end: store.size });
      return;
    }
    const { start, end, ...about } = this.unitOf(text, layout);
    const recording = archive === undefined ? undefined : new UnitRecording(archive, about);
    yield* this.copyStored(store, { start: 0, end: start });
    for (const _ of spliceNotes(noted, { store, start, end, output, recording }))
      if (this.isFull || this.borrows) yield;
    recording?.finish();
    yield* this.copyStored(store, { start: end, end: store.size });
    this.isChanged = true;
  }

  /** The unit that restore looks up: a row, without its line break, or the whole input. */
  private unitOf(
    { first, next, start, end, number }: TextPlace,
    layout: Layout | undefined,
  ): RestoreUnit {
    if (layout !== "rows") return { start: first, end: next, canGrow: true };
    // In a part of an input the line numbers of rows are not known.
    const line = this.isPart ? undefined : number;
    // The first line may be a whole document, to which an agent adds messages.
    return { start, end, canGrow: line === 1, line };
  }

  private *spliceHeld(
    { bytes, first, next }: TextPlace & { readonly bytes: Buffer },
    splices: Iterable<Splice>,
    { unit, isWhole }: { readonly unit: RestoreUnit; readonly isWhole: boolean },
  ): Iterable<void> {
    const { output, archive } = this;
    const list: readonly Splice[] = Array.isArray(splices) ? splices : [...splices];
    if (archive !== undefined && list.length > 0) recordUnit(archive, { bytes, ...unit }, list);
    let at = first;
    for (const { start, end, text } of list) {
      checkOrder({ start, end }, at);
      output.range(bytes, at, start);
      output.text(text);
      at = end;
      if (!isWhole && this.isFull) yield;
    }
    this.isChanged ||= list.length > 0;
    output.range(bytes, at, next);
  }

  private *spliceStored(
    whole: Store,
    splices: Iterable<Splice>,
    { start: first, end: last, ...about }: RestoreUnit,
  ): Iterable<void> {
    const { archive, output } = this;
    if (archive === undefined) {
      const blocks = spliceBlocks(whole, splices, { start: 0, end: whole.size, output });
      let block = blocks.next();
      for (; block.done !== true; block = blocks.next()) if (this.isFull) yield;
      this.isChanged ||= block.value;
      return;
    }
    // Reads all of it, kept and removed.
    const store = inBlocks(whole);
    let recording: UnitRecording | undefined;
    yield* this.copyStored(store, { start: 0, end: first });
    let at = first;
    for (const splice of inOrder(splices)) {
      const { start, end } = splice;
      this.isChanged = true;
      recording ??= new UnitRecording(archive, about);
      yield* this.copyStored(store, { start: at, end: start, recording });
      output.text(recording.replaced(storedParts(store, start, end), splice));
      at = end;
    }
    recording?.endOfEdits();
    yield* this.copyStored(store, { start: at, end: last, recording });
    recording?.finish();
    yield* this.copyStored(store, { start: last, end: store.size });
  }

  private *copyStored(
    store: Store,
    {
      start,
      end,
      recording,
    }: {
      readonly start: number;
      readonly end: number;
      readonly recording?: UnitRecording | undefined;
    },
  ): Iterable<void> {
    for (const piece of store.pieces(start, end)) {
      recording?.kept(piece);
      this.output.range(piece, 0, piece.length);
      if (this.isFull) yield;
    }
  }
}

/** The unit that restore looks up: its range, and facts for its recipe. */
type RestoreUnit = UnitAbout & { readonly start: number; readonly end: number };

/** The bytes to archive, each valid until the next: a string whole, others in parts. */
function* storedParts(store: Store, start: number, end: number): Iterable<Buffer> {
  const [first] = store.pieces(start, end);
  if (first?.[0] === QUOTE) {
    yield first.length === end - start ? first : readStore(store, start, end);
    return;
  }
  for (let at = start; at < end; ) {
    const bytes = readStore(store, at, Math.min(end, at + PART_BYTES + 4));
    const part = bytes.subarray(0, partEnd(bytes));
    yield part;
    at += part.length;
  }
}

const QUOTE = 0x22;
