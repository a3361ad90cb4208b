import type { Format } from "../../../formats/format.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { textsOf } from "../../../formats/shared/record-texts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import { Findings } from "../../../transcript/columns/found-messages.ts";
import type { Part } from "../../../transcript/model/message.ts";
import { Outline } from "../../../transcript/model/outline.ts";
import { inFileOrder, type PlacedTranscript } from "../../../transcript/model/placed.ts";
import { createTranscript } from "../../../transcript/model/transcript.ts";
import { LineNumbers } from "../lines/line-numbers.ts";
import type { ConversationAbout, Reading } from "../reading.ts";
import { contextsOf } from "./contexts-of.ts";
import { offsetOfMessage, offsetOfPart } from "./part-offsets.ts";
import type { OpenRecord, ReadTranscript } from "./read-transcript.ts";
import type { TranscriptSource } from "./transcript-source.ts";

/** Reads records of whole conversations, one after another in the same memory. */
export class ConversationReader {
  private readonly file: string;
  private readonly findsErrors: boolean;
  private readonly findsUsage: boolean;
  private readonly findsModels: boolean;
  private readonly outline = new Outline();
  private parts: RecordParts | undefined;

  /** `file` is the input's name, for the labels of transcripts. */
  constructor({
    file,
    findsErrors = false,
    findsUsage = false,
    findsModels = false,
  }: Pick<Reading, "file" | "findsErrors" | "findsUsage" | "findsModels">) {
    this.file = file;
    this.findsErrors = findsErrors;
    this.findsUsage = findsUsage;
    this.findsModels = findsModels;
  }

  /** The transcripts of a record, which begins on a line of the input; throws what the guard throws. */
  read(tree: TapeTree, about: ConversationAbout): TranscriptSource {
    const { format: reader, line, text, guard } = about;
    const textStart = text.start;
    if (reader.arrange === undefined) {
      const { outline } = this;
      this.parts ??= new RecordParts(tree, outline);
      this.parts.findsErrors = this.findsErrors;
      this.parts.wantsUsage = this.findsUsage;
      this.parts.wantsModels = this.findsModels;
      outline.clear();
      this.parts.open(tree, 0);
      this.parts.hasReply = false;
      this.parts.hasResult = false;
      this.parts.latestModel = undefined;
      reader.read(tree, tree.root, this.parts);
      if (about.counts === undefined) guard.conversation(tree, this.parts, about);
      else guard.plain(about.counts);
      const record = { tree, parts: this.parts, shift: 0, textStart };
      const lines = new LineNumbers(tree, { start: tree.start(tree.root), line });
      const context = { reader, line, lines, findings: undefined };
      return sourceOf(record, about, [this.transcript(inFileOrder(outline), record, context)]);
    }
    const findings = new Findings();
    const parts = new RecordParts(tree, findings);
    parts.findsErrors = this.findsErrors;
    parts.wantsUsage = this.findsUsage;
    parts.wantsModels = this.findsModels;
    parts.open(tree, 0);
    reader.read(tree, tree.root, parts);
    guard.conversation(tree, parts, about);
    const record = { tree, parts, shift: 0, textStart };
    const lines = new LineNumbers(tree, { start: tree.start(tree.root), line });
    for (const index of findings.parentless()) {
      const at = offsetOfMessage(record, findings.placeOf(index).unit) ?? tree.start(tree.root);
      guard.missingParent(findings.parentOf(index) ?? "", lines.at(at));
    }
    const transcripts = findings.transcripts(reader.arrange).map((placed) => {
      const first = placed.outline.messages.at(0);
      const unit = first === undefined ? undefined : placed.units(first)[0];
      const node = unit === undefined ? undefined : parts.unit(unit.unit);
      const at = node === undefined || node.inside !== undefined ? 0 : tree.start(node.node);
      return this.transcript(placed, record, {
        reader,
        line: lines.at(at),
        lines,
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
      findings,
    }: {
      readonly reader: Format;
      readonly line: number;
      readonly lines: LineNumbers;
      readonly findings: Findings | undefined;
    },
  ): ReadTranscript {
    const { parts } = record;
    const contextOf = (each: PlacedTranscript) => ({
      transcript: createTranscript(each.outline, {
        label: `${this.file}:${line}`,
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
      lineAt: (_record, offset) => lines.at(offset),
      lineOf,
      transcript,
      placed,
      findings,
      contexts: () => contextsOf({ reader, findings, placed, transcript, lineOf }, contextOf),
      open: () => record,
    };
  }
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
