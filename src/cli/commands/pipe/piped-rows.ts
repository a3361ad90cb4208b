import type { TranscriptTelemetry } from "../../../engine/edits/compaction-result.ts";
import { addTranscript, emptyTotals } from "../../../engine/edits/compaction-totals.ts";
import type { RowWatch } from "../../../engine/edits/row-watch.ts";
import { withTelemetry } from "../../../engine/edits/telemetry-column.ts";
import type { RecordPiece } from "../../../engine/input/input-piece.ts";
import type { Problem } from "../../../engine/input/input-problem.ts";
import { isBlank } from "../../../engine/input/lines/line.ts";
import type { TextPlace } from "../../../engine/input/reading.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import type { ReductionStage } from "../../../reduce/pipeline/reduction.ts";

/** Decides which rows are bad, and sums up the results of the others. */
export class PipedRows implements RowWatch {
  /** The sums over rows that are not bad. */
  readonly totals = emptyTotals();
  readonly stages: Record<ReductionStage, number> = { masking: 0, summarization: 0, fallback: 0 };
  blankRows = 0;
  badRows = 0;
  private readonly about: PipedRowsAbout;
  private transcripts: TranscriptTelemetry[] = [];
  private problem: Problem | undefined;

  constructor(about: PipedRowsAbout) {
    this.about = about;
  }

  /** To be called for each transcript of the next row. */
  transcript(telemetry: TranscriptTelemetry): void {
    this.transcripts.push(telemetry);
  }

  /** To be called with each problem of the next row. */
  problemOf(problem: Problem): void {
    if (problem.isParentless === true) this.about.onDamage(problem);
    else this.problem ??= problem;
  }

  other(text: TextPlace): void {
    const { bytes, start, end } = text;
    if (this.problem === undefined && Buffer.isBuffer(bytes) && isBlank({ bytes, start, end }))
      this.blankRows++;
    else this.bad(text, `expected a conversation of ${this.about.format}`);
  }

  row(
    { tree, text }: Pick<RecordPiece, "tree" | "text">,
    splices: readonly Splice[],
  ): Iterable<Splice> {
    if (this.problem !== undefined) return this.bad(text);
    if (!this.about.hasColumn) {
      this.count();
      return splices;
    }
    const made = withTelemetry(tree, splices, rowTelemetry(this.transcripts));
    if ("message" in made) return this.bad(text, made.message);
    this.count();
    return made;
  }

  /** Counts the transcripts of a row that is not bad. */
  private count(): void {
    for (const telemetry of this.transcripts) {
      addTranscript(this.totals, telemetry);
      const { reductionStage } = telemetry;
      if (reductionStage !== undefined) this.stages[reductionStage]++;
    }
    this.transcripts = [];
  }

  private bad(text: TextPlace, message = ""): readonly Splice[] {
    const { problem = { line: text.number, column: 1, message } } = this;
    this.problem = undefined;
    this.transcripts = [];
    this.badRows++;
    this.about.onBadRow(problem, text);
    return [];
  }
}

/** Options and listeners of piped rows. */
interface PipedRowsAbout {
  /** The name of the format that rows have to be of. */
  readonly format: string;
  /** Whether each row gets its telemetry as a column. */
  readonly hasColumn: boolean;
  /** A row is bad: it is copied as it is. */
  onBadRow(problem: Problem, text: TextPlace): void;
  /** A row is damaged, but compacted all the same. */
  onDamage(problem: Problem): void;
}

/** The telemetry of a row, for its column: of its transcript, or summed over several. */
function rowTelemetry(transcripts: readonly TranscriptTelemetry[]) {
  const sum = (key: "messages" | "beforeChars" | "afterChars" | "maskedCount" | "maskedChars") =>
    transcripts.reduce((total, each) => total + each[key], 0);
  const stages = new Set(transcripts.map(({ reductionStage }) => reductionStage));
  const stage = (["fallback", "summarization", "masking"] as const).find((each) =>
    stages.has(each),
  );
  return {
    format: transcripts[0]?.format,
    messages: sum("messages"),
    beforeChars: sum("beforeChars"),
    afterChars: sum("afterChars"),
    maskedCount: sum("maskedCount"),
    maskedChars: sum("maskedChars"),
    droppedCount: transcripts.reduce((total, { droppedCount }) => total + droppedCount, 0),
    ...(stage !== undefined && { reductionStage: stage }),
    fits: transcripts.every(({ fits }) => fits),
  };
}
