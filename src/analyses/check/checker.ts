import type { Problem } from "../../engine/input/input-problem.ts";
import { LineNumbers } from "../../engine/input/lines/line-numbers.ts";
import type { TranscriptReading } from "../../engine/input/read-transcripts.ts";
import type { RecordAbout } from "../../engine/input/reading.ts";
import { asksToDrop } from "../../engine/input/transcripts/asks-to-drop.ts";
import { offsetOfMessage, offsetOfPart } from "../../engine/input/transcripts/part-offsets.ts";
import type { OpenRecord, ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import { recordedTime } from "../../engine/input/transcripts/recorded-time.ts";
import type { ColumnTaker } from "../../engine/plain/rows/taken-columns.ts";
import type { FormatChoice } from "../../formats/registry/format-choice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Findings } from "../../transcript/columns/found-messages.ts";
import type { Part } from "../../transcript/model/message.ts";
import { columnChecker } from "./check-columns.ts";
import { checkLinks } from "./check-links.ts";
import { checkPairs } from "./check-pairs.ts";
import { type BrokenReasoning, checkReasoning, type ReasoningEvidence } from "./check-reasoning.ts";
import { ColumnFinder } from "./column-finder.ts";
import type { Fault, Finding } from "./finding.ts";

/**
 * Checks an input while it is read, and collects the findings. For rows only the findings of one are kept; the
 * lines of an input are checked together at its end.
 */
export class Checker implements TranscriptReading {
  readonly file: string;
  readonly formats: FormatChoice | undefined;
  readonly strict = false;
  readonly findsModels = true;
  /** Checks rows by their columns. */
  readonly columns: ColumnTaker | undefined;
  /** Transcripts so far. */
  transcripts = 0;
  private settled: Finding[] = [];
  private pending: Finding[] = [];
  /** The messages whose links were checked last, shared by the transcripts of one record. */
  private findings: Findings | undefined;

  /** The bound reasoning that is broken, or may be. */
  readonly broken: BrokenReasoning[] = [];
  private readonly evidence: (transcript: number) => ReasoningEvidence;

  /** `evidence` is called with the number of a transcript, from 0. */
  constructor({
    file,
    formats,
    evidence = () => ({ binding: "auto" }),
    objects = false,
  }: Pick<TranscriptReading, "file" | "formats"> & {
    readonly evidence?: (transcript: number) => ReasoningEvidence;
    /** Whether everything is read as objects: the same findings, slower. */
    readonly objects?: boolean;
  }) {
    this.file = file;
    this.formats = formats;
    this.evidence = evidence;
    this.columns = objects ? undefined : columnChecker(() => void this.transcripts++);
  }

  onBadLine({ line, column, message, isUnread, isParentless }: Problem): void {
    if (isParentless === true) return; // Links are checked with the transcript.
    const rule = isUnread === true ? "unread-results" : "not-json";
    this.pending.push({ file: this.file, line, column, rule, message });
  }

  onRecord(record: TapeTree, { format, line, text }: RecordAbout): void {
    if (format.kindOf(record, record.root) === "conversation") this.finishRecord();
    if (format.check === undefined) return;
    const columns = new ColumnFinder();
    const lines = new LineNumbers(record, { start: record.start(record.root), line });
    for (const { node, message } of format.check(record, record.root)) {
      const offset = record.start(node);
      const at = { tree: record, textStart: text.start };
      const position = { line: lines.at(offset), column: columns.at(at, { record: 0, offset }) };
      this.pending.push({ file: this.file, ...position, rule: "format", message });
    }
  }

  onTranscript(read: ReadTranscript): void {
    this.transcripts++;
    const columns = new ColumnFinder();
    const add = ({ rule, message }: Fault<unknown>, record: number, offset: number | undefined) => {
      const { file } = this;
      if (offset === undefined) {
        const line = read.lineAt(record, read.open(record).tree.start(read.open(record).tree.root));
        this.pending.push({ file, line, rule, message });
        return;
      }
      const column = columns.at(read.open(record), { record, offset });
      this.pending.push({ file, line: read.lineAt(record, offset), column, rule, message });
    };
    const { findings } = read;
    if (findings !== undefined && findings !== this.findings) {
      this.findings = findings;
      for (const fault of checkLinks(findings)) {
        const { record, unit } = findings.placeOf(fault.at.index);
        const isMessage = fault.at.mark === undefined;
        add(fault, record, isMessage ? offsetOfMessage(read.open(record), unit) : undefined);
      }
    }
    const checked = {
      transcript: read.transcript,
      lineOf: (part: Part) => read.lineOf(part),
      timeOf: (part: Part) => recordedTime(read, part.message),
      asksToDrop: asksToDrop(read),
    };
    const broken = checkReasoning(checked, this.evidence(this.transcripts - 1));
    for (const each of broken) this.broken.push(each);
    const faults = [...checkPairs(read.transcript), ...broken].map((fault) => ({
      fault,
      ...read.placed.place(fault.at),
    }));
    for (const { fault, record, slot } of faults.sort(byPlace)) {
      const opened = read.open(record);
      add(fault, record, offsetOfPart(opened, slot) ?? offsetOfOwner(read, opened, fault.at));
    }
  }

  /** Findings that are final, in the order of the input: no later call returns an earlier one. */
  take(): readonly Finding[] {
    const findings = this.settled;
    this.settled = [];
    return findings;
  }

  /** To be called at the end of the input: returns the remaining findings. */
  finish(): readonly Finding[] {
    this.finishRecord();
    return this.take();
  }

  private finishRecord(): void {
    if (this.pending.length === 0) return;
    this.pending.sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));
    for (const finding of this.pending) this.settled.push(finding);
    this.pending = [];
  }
}

/** Where the message of a part begins. */
function offsetOfOwner(
  { transcript, placed }: ReadTranscript,
  opened: OpenRecord,
  { message }: Part,
): number | undefined {
  const owner = transcript.messages.at(message);
  const unit = owner === undefined ? undefined : placed.units(owner)[0];
  return unit === undefined ? undefined : offsetOfMessage(opened, unit.unit);
}

/** The order in which columns are found without counting a line twice. */
function byPlace(
  a: { readonly record: number; readonly slot: number },
  b: { readonly record: number; readonly slot: number },
): number {
  return a.record - b.record || a.slot - b.slot;
}
