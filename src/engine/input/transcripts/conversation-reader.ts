import { arrangeThreads } from "../../../formats/arrange/arrange-threads.ts";
import type { Format } from "../../../formats/format.ts";
import type { LookedFor } from "../../../formats/shared/looked-for.ts";
import type { Unit } from "../../../formats/shared/message-unit.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { textsOf } from "../../../formats/shared/record-texts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import { Findings } from "../../../transcript/columns/found-messages.ts";
import { OneThread } from "../../../transcript/columns/one-thread.ts";
import type { Part } from "../../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../../transcript/model/placed.ts";
import { createTranscript } from "../../../transcript/model/transcript.ts";
import { LineNumbers } from "../lines/line-numbers.ts";
import type { ConversationAbout, Reading } from "../reading.ts";
import { contextsOf } from "./contexts-of.ts";
import { offsetOfMessage, offsetOfPart } from "./part-offsets.ts";
import type { OpenRecord, ReadTranscript } from "./read-transcript.ts";
import type { TranscriptSource } from "./transcript-source.ts";

/** The name of the input, for the labels of transcripts, and what to find in its records. */
type AboutRecords = Pick<Reading, "file" | "onObjects"> & LookedFor;

/** Reads records of whole conversations, one after another in the same memory. */
export class ConversationReader {
  private readonly about: AboutRecords;
  private readonly one = new OneThread();
  private parts: RecordParts | undefined;
  /** Formats of which a record had several conversations, or others to arrange. */
  private readonly threaded = new Set<Format>();

  constructor(about: AboutRecords) {
    this.about = about;
  }

  /** The transcripts of a record, which begins on a line of the input; throws what the guard throws. */
  read(tree: TapeTree, about: ConversationAbout): TranscriptSource {
    const { format, text } = about;
    const { arrange, orderedMarks } = format;
    this.about.onObjects?.(text.end - text.start);
    const mayBeInOrder = arrange === arrangeThreads || orderedMarks !== undefined;
    if (arrange === undefined || (mayBeInOrder && !this.threaded.has(format))) {
      const source = this.readInOrder(tree, about);
      if (source !== undefined) return source;
      this.threaded.add(format);
    }
    return this.readArranged(tree, about);
  }

  /** The same of a record whose messages need not be arranged; undefined if they do. */
  private readInOrder(tree: TapeTree, about: ConversationAbout): TranscriptSource | undefined {
    const { format: reader, line, text, guard } = about;
    const isArranged = reader.arrange !== undefined;
    const { one } = this;
    this.parts ??= new RecordParts(tree, one);
    const { parts } = this;
    one.clear();
    parts.hasReply = false;
    parts.hasResult = false;
    parts.latestModel = undefined;
    this.fill(parts, { tree, reader });
    if (isArranged && !one.isOne) return undefined;
    let unreadResults = 0;
    if (about.counts === undefined) unreadResults = guard.conversation(tree, parts, about);
    else guard.plain(about.counts);
    const record = { tree, parts, shift: 0, textStart: text.start };
    const lines = new LineNumbers(tree, { start: tree.start(tree.root), line });
    const own = isArranged ? lines.at(startOf(record, parts.unit(0))) : line;
    const context = { reader, line: own, lines, unreadResults, findings: undefined };
    const found = isArranged && parts.messageCount === 0 ? [] : [one.placed()];
    const transcripts = found.map((placed) => this.transcript(placed, record, context));
    return sourceOf(record, about, transcripts);
  }

  /** Reads a record. */
  private fill(
    parts: RecordParts,
    { tree, reader }: { readonly tree: TapeTree; readonly reader: Format },
  ): void {
    parts.lookFor(this.about);
    parts.open(tree, 0);
    reader.read(tree, tree.root, parts);
  }

  private readArranged(tree: TapeTree, about: ConversationAbout): TranscriptSource {
    const { format: reader, line, text, guard } = about;
    const findings = new Findings();
    const parts = new RecordParts(tree, findings);
    this.fill(parts, { tree, reader });
    const unreadResults = guard.conversation(tree, parts, about);
    const record = { tree, parts, shift: 0, textStart: text.start };
    const lines = new LineNumbers(tree, { start: tree.start(tree.root), line });
    for (const index of findings.parentless()) {
      const at = offsetOfMessage(record, findings.placeOf(index).unit) ?? tree.start(tree.root);
      guard.missingParent(findings.parentOf(index) ?? "", lines.at(at));
    }
    const { arrange = arrangeThreads } = reader;
    const transcripts = findings.transcripts(arrange).map((placed) => {
      const first = placed.outline.messages.at(0);
      const unit = first === undefined ? undefined : placed.units(first)[0];
      const own = unit === undefined ? undefined : parts.unit(unit.unit);
      return this.transcript(placed, record, {
        reader,
        line: lines.at(startOf(record, own)),
        lines,
        unreadResults,
        findings,
      });
    });
    return sourceOf(record, about, transcripts);
  }

  private transcript(
    placed: PlacedTranscript,
    record: OpenRecord,
    {
      reader,
      line,
      lines,
      unreadResults,
      findings,
    }: Pick<ReadTranscript, "reader" | "line" | "unreadResults" | "findings"> & {
      readonly lines: LineNumbers;
    },
  ): ReadTranscript {
    const { parts } = record;
    const contextOf = (each: PlacedTranscript) => ({
      transcript: createTranscript(each.outline, {
        label: `${this.about.file}:${line}`,
        // Where nothing is arranged, the record's parts are those of the outline.
        texts: textsOf(
          findings === undefined
            ? (part: Part) => ({ parts, k: part.index })
            : (part: Part) => ({ parts, k: each.place(part).slot }),
        ),
        firstLive: each.firstLive,
      }),
      lineOf: (part: Part) => lines.at(offsetOfPart(record, each.place(part).slot) ?? 0),
    });
    const { transcript, lineOf } = contextOf(placed);
    return {
      format: reader.name,
      reader,
      line,
      unreadResults,
      lineAt: (_record, offset) => lines.at(offset),
      lineOf,
      transcript,
      placed,
      findings,
      contexts: contextsOf({ reader, findings, placed, transcript, lineOf }, contextOf),
      open: () => record,
    };
  }
}

/** Where a message begins; 0 if it is in JSON in a string. */
function startOf({ tree }: OpenRecord, unit: Unit | undefined): number {
  return unit === undefined || unit.inside !== undefined ? 0 : tree.start(unit.node);
}

function sourceOf(
  { tree, parts }: OpenRecord,
  { format, text }: ConversationAbout,
  transcripts: readonly ReadTranscript[],
): TranscriptSource {
  return {
    format,
    isHeld: Buffer.isBuffer(text.bytes),
    lines: undefined,
    transcripts: () => transcripts,
    isWholeLine: () => false,
    knownText: () => undefined,
    view: ({ unit }) => ({ tree, node: parts.unit(unit)?.node ?? NONE }),
  };
}
