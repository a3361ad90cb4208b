import { arrangeThreads } from "../../../formats/arrange/arrange-threads.ts";
import type { Format } from "../../../formats/format.ts";
import type { LookedFor } from "../../../formats/shared/looked-for.ts";
import type { Unit } from "../../../formats/shared/message-unit.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { textsOf } from "../../../formats/shared/record-texts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import { Findings } from "../../../transcript/columns/found-messages.ts";
import { NotOneThread, OneThread } from "../../../transcript/columns/one-thread.ts";
import type { Part } from "../../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../../transcript/model/placed.ts";
import { createTranscript } from "../../../transcript/model/transcript.ts";
import { LineNumbers } from "../lines/line-numbers.ts";
import type { ConversationAbout, Reading, RecordAbout } from "../reading.ts";
import { type Coverage, coverageIn } from "../recognise/coverage.ts";
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
  /** The record that was judged last, until it is read or another is. */
  private judged: JudgedRecord | undefined;

  constructor(about: AboutRecords) {
    this.about = about;
  }

  /**
   * Counts what a format finds and leaves in a record, which begins on a line of the input. What it found is kept until
   * the record is read.
   */
  judge(tree: TapeTree, { format, line }: Pick<RecordAbout, "format" | "line">): Coverage {
    const { version } = tree;
    const found = this.find(tree, format);
    const coverage = coverageIn(tree, found.parts, line);
    this.judged = { tree, version, format, line, found, coverage };
    return coverage;
  }

  /** The transcripts of a record, which begins on a line of the input; throws what the guard throws. */
  read(tree: TapeTree, about: ConversationAbout): TranscriptSource {
    const judged = this.takeJudged(tree, about);
    const { parts, findings } = judged?.found ?? this.find(tree, about.format);
    const { counts, guard } = about;
    let unreadResults = 0;
    if (counts !== undefined && findings === undefined) guard.plain(counts);
    else unreadResults = guard.conversation(tree, parts, { ...about, coverage: judged?.coverage });
    const context = { tree, parts, unreadResults, about };
    const transcripts =
      findings === undefined ? this.inOrder(context) : this.arranged(findings, context);
    return sourceOf(recordOf(context), about, transcripts);
  }

  private takeJudged(
    tree: TapeTree,
    { format, line }: Pick<RecordAbout, "format" | "line">,
  ): JudgedRecord | undefined {
    const { judged } = this;
    this.judged = undefined;
    const isSame =
      judged?.tree === tree &&
      judged.version === tree.version &&
      judged.format === format &&
      judged.line === line;
    return isSame ? judged : undefined;
  }

  /** Reads a record, with its messages to arrange if they are not one conversation in file order. */
  private find(tree: TapeTree, format: Format): FoundRecord {
    this.judged = undefined;
    this.about.onObjects?.(tree.end(tree.root) - tree.start(tree.root));
    const { arrange, orderedMarks } = format;
    const mayBeInOrder = arrange === arrangeThreads || orderedMarks !== undefined;
    if (arrange === undefined || (mayBeInOrder && !this.threaded.has(format))) {
      const parts = this.findInOrder(tree, format);
      if (parts !== undefined) return { parts, findings: undefined };
      this.threaded.add(format);
    }
    const findings = new Findings();
    const parts = new RecordParts(tree, findings);
    this.fill(parts, { tree, reader: format });
    return { parts, findings };
  }

  /** The same of a record whose messages need not be arranged; undefined if they do. */
  private findInOrder(tree: TapeTree, reader: Format): RecordParts | undefined {
    const isArranged = reader.arrange !== undefined;
    const { one } = this;
    this.parts ??= new RecordParts(tree, one);
    const { parts } = this;
    one.clear({ isLeft: isArranged });
    parts.hasReply = false;
    parts.hasResult = false;
    parts.latestModel = undefined;
    try {
      this.fill(parts, { tree, reader });
    } catch (error) {
      if (!(error instanceof NotOneThread)) throw error;
      this.parts = undefined;
    }
    return isArranged && !one.isOne ? undefined : parts;
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

  private inOrder(read: ReadRecord): readonly ReadTranscript[] {
    const { tree, parts, unreadResults, about } = read;
    const { format: reader, line } = about;
    if (reader.arrange !== undefined && parts.messageCount === 0) return [];
    const record = recordOf(read);
    const lines = new LineNumbers(tree, { start: tree.start(tree.root), line });
    const own = reader.arrange === undefined ? line : lines.at(startOf(record, parts.unit(0)));
    const context = { reader, line: own, lines, unreadResults, findings: undefined };
    return [this.transcript(this.one.placed(), record, context)];
  }

  private arranged(findings: Findings, read: ReadRecord): readonly ReadTranscript[] {
    const { tree, parts, unreadResults, about } = read;
    const { format: reader, line, guard } = about;
    const record = recordOf(read);
    const lines = new LineNumbers(tree, { start: tree.start(tree.root), line });
    for (const index of findings.parentless()) {
      const at = offsetOfMessage(record, findings.placeOf(index).unit) ?? tree.start(tree.root);
      guard.missingParent(findings.parentOf(index) ?? "", lines.at(at));
    }
    const { arrange = arrangeThreads } = reader;
    return findings.transcripts(arrange).map((placed) => {
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

/** The findings of a format in a record; without `findings` it is one conversation in file order. */
interface FoundRecord {
  readonly parts: RecordParts;
  readonly findings: Findings | undefined;
}

/** A record that a format read, and what it left of it. */
interface JudgedRecord extends Pick<RecordAbout, "format" | "line"> {
  readonly tree: TapeTree;
  readonly version: number;
  readonly found: FoundRecord;
  readonly coverage: Coverage;
}

/** A record that a format read, once it counts as read. */
interface ReadRecord {
  readonly tree: TapeTree;
  readonly parts: RecordParts;
  readonly unreadResults: number;
  readonly about: ConversationAbout;
}

function recordOf({ tree, parts, about }: ReadRecord): OpenRecord {
  return { tree, parts, shift: 0, textStart: about.text.start };
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
