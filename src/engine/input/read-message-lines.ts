import { fileChanged } from "../../base/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { CondensedMessage } from "../../formats/shared/native-condense.ts";
import { RecordParts } from "../../formats/shared/record-parts.ts";
import { textsOf } from "../../formats/shared/record-texts.ts";
import { readStore, type Store } from "../../io/store.ts";
import { mayBegin, mayEnd } from "../../json/splice/edges.ts";
import { parse } from "../../json/tape/parse.ts";
import { createTape, type Tape } from "../../json/tape/tape.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE } from "../../json/tree/tree.ts";
import { DISPATCH_MARK } from "../../reduce/placeholders/dispatch.ts";
import { Findings } from "../../transcript/columns/found-messages.ts";
import { TORN } from "../../transcript/model/arrangement.ts";
import type { ObservationPart, Part, UnitPlace } from "../../transcript/model/message.ts";
import { Outline } from "../../transcript/model/outline.ts";
import { inFileOrder, type PlacedTranscript } from "../../transcript/model/placed.ts";
import { createTranscript, type Texts } from "../../transcript/model/transcript.ts";
import { contextsOf } from "./contexts-of.ts";
import type { Line } from "./line-frame.ts";
import { LineTable } from "./line-table.ts";
import { FactTable, savedBytesOf } from "./observation-facts.ts";
import type { OpenRecord, ReadTranscript } from "./read-transcript.ts";
import type { Reading } from "./reading.ts";
import type { KnownText, TranscriptSource } from "./transcript-source.ts";

/**
 * The transcripts that the lines of an input are together, a message a line.
 *
 * Only outlines are held. Where a text is asked for, its line is read again from the store.
 */
export class MessageLines implements TranscriptSource {
  readonly isHeld = false;
  readonly lines = new LineTable();
  readonly format: Format;
  /** Facts about observations, taken when their lines were read. */
  private readonly facts = new FactTable();
  private readonly file: string;
  private readonly findsErrors: boolean;
  private readonly findsUsage: boolean;
  private readonly findsModels: boolean;
  private readonly store: Store;
  /** Where messages go as they come: an outline, or findings where they are to be arranged. */
  private readonly target: Outline | Findings;
  private partCount = 0;
  private parts: RecordParts | undefined;
  private readonly tape = createTape();
  /** The record that was read again last. */
  private again: RecordAgain | undefined;

  constructor(
    {
      file,
      findsErrors = false,
      findsUsage = false,
      findsModels = false,
    }: Pick<Reading, "file" | "findsErrors" | "findsUsage" | "findsModels">,
    format: Format,
    store: Store,
  ) {
    this.file = file;
    this.findsErrors = findsErrors;
    this.findsUsage = findsUsage;
    this.findsModels = findsModels;
    this.format = format;
    this.store = store;
    this.target = this.format.arrange === undefined ? new Outline() : new Findings();
  }

  /** Notes a line, and the messages of its record where it has one: what was found in it. */
  add(line: Line, tree: TapeTree | undefined): RecordParts | undefined {
    const record = this.lines.add(line);
    if (tree === undefined) return undefined;
    this.parts ??= new RecordParts(tree, this.target);
    const { parts } = this;
    parts.findsErrors = this.findsErrors;
    parts.wantsUsage = this.findsUsage;
    parts.wantsModels = this.findsModels;
    parts.open(tree, record);
    this.format.read(tree, tree.root, parts);
    for (let k = 0; k < parts.count; k++) {
      const slot = parts.isObservation(k) ? parts.slot(k) : undefined;
      if (slot !== undefined && slot.inside === undefined)
        this.facts.add(this.partCount + k, slot, {
          tree,
          lineStart: line.start,
          inside: parts.textInside(k),
        });
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
    const { file, format: reader } = this;
    const findings = this.target instanceof Findings ? this.target : undefined;
    const contextOf = (each: PlacedTranscript) => ({
      transcript: createTranscript(each.outline, {
        label: file,
        texts: this.texts(each),
        firstLive: each.firstLive,
      }),
      lineOf: (part: Part) => each.place(part).record + 1,
    });
    const { transcript, lineOf } = contextOf(placed);
    return {
      format: reader.name,
      reader,
      line: (placed.outline.messages.at(0)?.record ?? 0) + 1,
      lineAt: (record) => record + 1,
      lineOf,
      transcript,
      placed,
      findings,
      contexts: () => contextsOf({ reader, findings, placed, transcript, lineOf }, contextOf),
      open: (record) => this.open(record),
    };
  }

  /** The texts of parts: what is known of them, or what their lines say when read again. */
  private texts(placed: PlacedTranscript): Texts {
    const { facts } = this;
    const texts = textsOf((part) => {
      const { record, slot } = placed.place(part);
      return { parts: this.open(record).parts, k: slot };
    });
    return {
      ...texts,
      includes(part, literal) {
        const known = literal === DISPATCH_MARK ? facts.get(placed.numberOf(part)) : undefined;
        return known?.isDispatch ?? texts.includes(part, literal);
      },
      mayBeginWith(part, code) {
        const known = facts.get(placed.numberOf(part));
        return known ? mayBegin(known.edges, code) : texts.mayBeginWith(part, code);
      },
      mayEndWith(part, code, before) {
        const known = facts.get(placed.numberOf(part));
        return known ? mayEnd(known.edges, code, before) : texts.mayEndWith(part, code, before);
      },
      savedBytes(part, text) {
        const isAlone = part.kind === "observation" && !part.extra?.images;
        const known = isAlone ? facts.get(placed.numberOf(part)) : undefined;
        return known ? savedBytesOf(known, text) : texts.savedBytes(part, text);
      },
    };
  }

  knownText(placed: PlacedTranscript, part: ObservationPart): KnownText | undefined {
    const known = this.facts.get(placed.numberOf(part));
    const isAlone = !part.extra?.images && placed.again(part).length === 0;
    if (known === undefined || !isAlone) return undefined;
    const shift = this.lines.start(placed.place(part).record);
    const { start, end, isInside, isAscii } = known;
    return { start: start + shift, end: end + shift, isInside, isAscii };
  }

  isWholeLine({ record, unit }: UnitPlace): boolean {
    return this.open(record).parts.unit(unit)?.array === NONE;
  }

  /** A record, read again; the one read last stays at hand. */
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
