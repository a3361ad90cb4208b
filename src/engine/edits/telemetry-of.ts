import type { Asked } from "../../reduce/asking/ask.ts";
import { argumentOf, callOf } from "../../reduce/pipeline/call-of.ts";
import { charsOfEdit } from "../../reduce/pipeline/part-edits.ts";
import type { PartEdit, Reduction, Verdict } from "../../reduce/pipeline/reduction.ts";
import { savingsOf } from "../../reduce/pipeline/savings.ts";
import type { Part } from "../../transcript/model/message.ts";
import type { ReadTranscript } from "../input/transcripts/read-transcript.ts";
import type { ObservationTelemetry, TranscriptTelemetry } from "./compaction-result.ts";
import { undroppableIn } from "./dropping.ts";
import type { Job } from "./job.ts";

/** The telemetry of a transcript's reduction. */
export function telemetryOf(
  { file, explain, savings }: Pick<Job, "file" | "explain" | "savings">,
  read: ReadTranscript,
  {
    reduction,
    sideBytes,
    undroppable = undroppableIn(read),
  }: {
    readonly reduction: Reduction;
    readonly sideBytes: number;
    /** Why nothing could be dropped, if the reason is neither the format's nor the arrangement's. */
    readonly undroppable?: string | undefined;
  },
): TranscriptTelemetry {
  const { before, after, stage } = reduction;
  const untouched = reduction.untouched();
  return {
    file,
    line: read.line,
    format: read.format,
    messages: read.transcript.messages.length,
    beforeChars: before.chars,
    afterChars: after.chars,
    savedChars: before.chars - after.chars,
    ...(before.tokens !== undefined && { beforeTokens: before.tokens }),
    ...(after.tokens !== undefined && { afterTokens: after.tokens }),
    maskedCount: reduction.maskedCount,
    maskedChars: reduction.maskedChars,
    maskedRemaining: reduction.maskedRemaining,
    droppedCount: reduction.droppedCount,
    ...(stage !== undefined && { reductionStage: stage }),
    invariantStatus: reduction.invariantStatus,
    fits: reduction.fits,
    targetMet: reduction.targetMet,
    ...(reduction.asks.length > 0 && modelTelemetry(reduction.asks)),
    byRule: reduction.byRule(),
    ...(Object.keys(untouched).length > 0 && { untouched }),
    ...(!reduction.fits && undroppable !== undefined && { undroppable }),
    ...(reduction.deadChars > 0 && {
      deadChars: reduction.deadChars,
      deadMaskedCount: reduction.deadMaskedCount,
      deadMaskedChars: reduction.deadMaskedChars,
    }),
    ...(reduction.reasoning !== undefined && { reasoning: reduction.reasoning }),
    ...(sideBytes > 0 && { sideCopyBytes: sideBytes }),
    ...(savings && { savings: savingsOf(read.transcript, reduction.verdicts()) }),
    ...(explain && { observations: explained(read, reduction) }),
  };
}

/** The telemetry of questions to a model. */
function modelTelemetry(
  asks: readonly Asked[],
): Pick<TranscriptTelemetry, "modelAsked" | "modelAccepted" | "modelRefused"> {
  const refusals = asks.flatMap(({ ask, outcome }) =>
    typeof outcome === "string" ? [] : [`${ask.purpose} ${outcome.refused}`],
  );
  return {
    modelAsked: asks.length,
    modelAccepted: asks.filter(({ outcome }) => outcome === "accepted").length,
    ...(refusals.length > 0 && { modelRefused: [...new Set(refusals)].join("; ") }),
  };
}

/** The telemetry of every observation and of other edits, in conversation order. */
function explained(read: ReadTranscript, reduction: Reduction): readonly ObservationTelemetry[] {
  const of = observationIn(read);
  const rows = [...reduction.verdicts()].map((verdict) => ({
    part: verdict.part,
    row: of(verdict),
  }));
  const edits = [...reduction.edits()].map((edit) => ({
    part: edit.part,
    row: editIn(read, edit),
  }));
  if (edits.length === 0) return rows.map(({ row }) => row);
  const all: { readonly part: Part; readonly row: ObservationTelemetry }[] = [...rows, ...edits];
  return all.sort((a, b) => a.part.index - b.part.index).map(({ row }) => row);
}

/** The telemetry of an edit of another part. */
function editIn(
  { transcript, lineOf }: ReadTranscript,
  { part, text, rule, from }: PartEdit,
): ObservationTelemetry {
  const tool = part.kind === "call" ? part.name : "";
  const argument = part.kind === "call" ? argumentOf(transcript, part) : undefined;
  return {
    line: lineOf(part),
    kind: part.kind,
    ...(tool !== "" && { tool }),
    ...(argument !== undefined && { argument }),
    chars: part.chars,
    afterChars: charsOfEdit(transcript, part, text),
    isMasked: true,
    by: rule,
    from,
  };
}

/** The telemetry of one observation. */
function observationIn({ transcript, lineOf }: ReadTranscript) {
  return ({ part, isMasked, isDropped, afterChars, by, from }: Verdict): ObservationTelemetry => {
    const tool = transcript.toolName(part);
    const argument = argumentOf(transcript, callOf(transcript, part));
    return {
      line: lineOf(part),
      ...(tool !== undefined && tool !== "" && { tool }),
      ...(argument !== undefined && { argument }),
      chars: part.chars,
      afterChars: isDropped ? 0 : afterChars,
      isMasked,
      ...(isDropped && { isDropped }),
      by,
      ...(from !== undefined && { from }),
    };
  };
}
