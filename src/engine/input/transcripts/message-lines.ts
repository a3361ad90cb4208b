import { fileChanged } from "../../../base/errors.ts";
import type { Format } from "../../../formats/format.ts";
import type { LookedFor } from "../../../formats/shared/looked-for.ts";
import type { CondensedMessage } from "../../../formats/shared/native-condense.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { textsOf } from "../../../formats/shared/record-texts.ts";
import { readInto, readStore, type Store } from "../../../io/store/store.ts";
import { parse } from "../../../json/tape/parse.ts";
import { createTape, type Tape } from "../../../json/tape/tape.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import { Findings } from "../../../transcript/columns/found-messages.ts";
import { TORN } from "../../../transcript/model/arrangement.ts";
import type { ObservationPart, Part, UnitPlace } from "../../../transcript/model/message.ts";
import { Outline } from "../../../transcript/model/outline.ts";
import { inFileOrder, type PlacedTranscript } from "../../../transcript/model/placed.ts";
import { createTranscript, type Texts } from "../../../transcript/model/transcript.ts";
import type { Line } from "../lines/line.ts";
import { LineTable } from "../lines/line-table.ts";
import type { Reading } from "../reading.ts";
import { contextsOf } from "./contexts-of.ts";
import { FactTable } from "./observation-facts.ts";
import type { OpenRecord, ReadTranscript } from "./read-transcript.ts";
import { RecordedTimes } from "./recorded-time.ts";
import { textsByFacts } from "./texts-by-facts.ts";
import type { KnownText, TranscriptSource } from "./transcript-source.ts";
import { ValuePlaces } from "./value-places.ts";

/** The name of the input, and the facts to look for in its lines. */
type AboutLines = Pick<Reading, "file"> & LookedFor;

/**
 * The transcripts that the lines of an input are together, a message a line.
 *
 * Only outlines are kept. When a text is needed, its line is read again from the store.
 */
export class MessageLines implements TranscriptSource {
  readonly isHeld = false;
  readonly lines = new LineTable();
  readonly format: Format;
  /** Known once all lines were added. */
  unreadResults = 0;
  /** Facts about observations, taken when their lines were read. */
  private readonly facts = new FactTable();
  private readonly places = new ValuePlaces();
  private readonly times = new RecordedTimes();
  private readonly about: AboutLines;
  private readonly store: Store;
  private readonly strings: BlockReader;
  /** The receiver of messages: an outline, or findings if they need arranging. */
  private readonly target: Outline | Findings;
  private partCount = 0;
  private parts: RecordParts | undefined;
  private readonly tape = createTape();
  /** A cache: the record that was read again last. */
  private again: RecordAgain | undefined;

  constructor(about: AboutLines, format: Format, store: Store) {
    this.about = about;
    this.format = format;
    this.store = store;
    this.strings = new BlockReader(store);
    this.target = this.format.arrange === undefined ? new Outline() : new Findings();
  }

  /** Adds a line, and the messages of its record if it has one. Returns what was found in it. */
  add(line: Line, tree: TapeTree | undefined): RecordParts | undefined {
    const record = this.lines.add(line);
    if (tree === undefined) return undefined;
    this.parts ??= new RecordParts(tree, this.target);
    const { parts } = this;
    parts.lookFor(this.about);
    parts.open(tree, record);
    this.format.read(tree, tree.root, parts);
    if (parts.wantsUsage) this.times.add(record, tree, parts);
    const about = { tree, lineStart: line.start };
    for (let k = 0; k < parts.count; k++) {
      const index = this.partCount + k;
      const slot = parts.slot(k);
      if (!parts.isObservation(k)) this.places.add(index, slot, about);
      else if (slot !== undefined && slot.inside === undefined)
        this.facts.add(index, slot, { ...about, inside: parts.textInside(k) });
    }
    this.partCount += parts.count;
    return parts;
  }

  /** Notes a line that is not JSON. */
  addTorn(line: Line): void {
    this.target.addMark({ mark: TORN }, this.lines.add(line));
  }

  /** The messages that name a parent which no line has: its id, and the number of their line. */
  *parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    const { target } = this;
    if (!(target instanceof Findings)) return;
    for (const index of target.parentless())
      yield { parent: target.parentOf(index) ?? "", line: target.placeOf(index).record + 1 };
  }

  /** The transcripts, once all lines are there. */
  transcripts(): readonly ReadTranscript[] {
    const { target, format } = this;
    if (target instanceof Outline) return [this.transcript(inFileOrder(target))];
    return target
      .transcripts(format.arrange ?? (() => []))
      .map((placed) => this.transcript(placed));
  }

  private transcript(placed: PlacedTranscript): ReadTranscript {
    const { format: reader, about } = this;
    const findings = this.target instanceof Findings ? this.target : undefined;
    const contextOf = (each: PlacedTranscript) => ({
      transcript: createTranscript(each.outline, {
        label: about.file,
        texts: this.texts(each),
        firstLive: each.firstLive,
      }),
      lineOf: (part: Part) => each.place(part).record + 1,
    });
    const { transcript, lineOf } = contextOf(placed);
    return {
      format: reader.name,
      reader,
      unreadResults: this.unreadResults,
      line: (placed.outline.messages.at(0)?.record ?? 0) + 1,
      lineAt: (record) => record + 1,
      lineOf,
      transcript,
      placed,
      findings,
      contexts: contextsOf({ reader, findings, placed, transcript, lineOf }, contextOf),
      open: (record) => this.open(record),
      times: this.times,
    };
  }

  private texts(placed: PlacedTranscript): Texts {
    const texts = textsOf((part) => {
      const { record, slot } = placed.place(part);
      return { parts: this.open(record).parts, k: slot };
    });
    return textsByFacts(texts, {
      factsOf: (part) => this.facts.get(placed.numberOf(part)),
      placeOf: (part) => this.places.get(placed.numberOf(part)),
      rawOf: (part, { start, end }) => {
        const shift = this.lines.start(placed.place(part).record);
        return this.strings.read(shift + start, shift + end);
      },
    });
  }

  knownText(placed: PlacedTranscript, part: ObservationPart): KnownText | undefined {
    const facts = this.facts.get(placed.numberOf(part));
    const isAlone = !part.extra?.images && placed.again(part).length === 0;
    if (facts === undefined || !isAlone) return undefined;
    const shift = this.lines.start(placed.place(part).record);
    const { start, end, isInside, isAscii } = facts;
    return { start: start + shift, end: end + shift, isInside, isAscii };
  }

  isWholeLine({ record, unit }: UnitPlace): boolean {
    return this.open(record).parts.unit(unit)?.array === NONE;
  }

  /** A record, read again; the last one is cached. */
  open(record: number): OpenRecord {
    if (this.again?.record === record) return this.again;
    const { tree, shift } = this.parse(record, this.tape);
    const parts = this.again?.parts ?? new RecordParts(tree);
    parts.open(tree, record);
    this.format.read(tree, tree.root, parts);
    this.again = { record, tree, parts, shift, textStart: 0 };
    return this.again;
  }

  view({ record, unit }: UnitPlace): CondensedMessage {
    const { tree } = this.parse(record, createTape());
    const parts = new RecordParts(tree);
    parts.open(tree, record);
    this.format.read(tree, tree.root, parts);
    return { tree, node: parts.unit(unit)?.node ?? tree.root };
  }

  private parse(record: number, tape: Tape): { tree: TapeTree; shift: number } {
    const { lines, store } = this;
    const shift = lines.start(record);
    const tree = parse(readStore(store, shift, lines.end(record)), { tape });
    if (!(tree instanceof TapeTree)) throw fileChanged(); // It was JSON when it was first read.
    return { tree, shift };
  }
}

interface RecordAgain extends OpenRecord {
  readonly record: number;
}

/** Reads parts of a store in order, several at once; each is valid until the next. */
class BlockReader {
  private readonly store: Store;
  private block = Buffer.alloc(0);
  private from = 0;

  constructor(store: Store) {
    this.store = store;
  }

  read(start: number, end: number): Buffer {
    const { from, block } = this;
    if (start < from || end > from + block.length) this.fill(start, end);
    return this.block.subarray(start - this.from, end - this.from);
  }

  private fill(start: number, end: number): void {
    const { store, from, block } = this;
    // What lies far apart is read by itself.
    const isNear = start >= from && start < from + block.length + BLOCK_BYTES;
    const length = Math.min(store.size - start, Math.max(isNear ? BLOCK_BYTES : 0, end - start));
    if (block.length !== length) this.block = Buffer.allocUnsafeSlow(length);
    this.from = start;
    readInto(this.store, start, this.block);
  }
}

const BLOCK_BYTES = 128 * 1024;
