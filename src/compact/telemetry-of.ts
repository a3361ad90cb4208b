import type { ReadTranscript } from "../read/read-transcript.ts";
import type { Asked } from "../reduce/asking/ask.ts";
import type { Reduction, Verdict } from "../reduce/reduction.ts";
import type { ObservationTelemetry, TranscriptTelemetry } from "../report/telemetry.ts";
import { undroppableIn } from "./edits.ts";
import type { Job } from "./job.ts";

/** The account of the reduction of a transcript. */
export function telemetryOf(
  { file, explain }: Pick<Job, "file" | "explain">,
  read: ReadTranscript,
  { reduction, sideBytes }: { readonly reduction: Reduction; readonly sideBytes: number },
): TranscriptTelemetry {
  const { before, after, stage } = reduction;
  const untouched = reduction.untouched();
  const undroppable = undroppableIn(read);
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
    ...(reduction.asks.length > 0 && modelTelemetry(reduction.asks)),
    byRule: reduction.byRule(),
    ...(Object.keys(untouched).length > 0 && { untouched }),
    ...(!reduction.fits && undroppable !== undefined && { undroppable }),
    ...(reduction.deadChars > 0 && {
      deadChars: reduction.deadChars,
      deadMaskedCount: reduction.deadMaskedCount,
      deadMaskedChars: reduction.deadMaskedChars,
    }),
    ...(sideBytes > 0 && { sideCopyBytes: sideBytes }),
    ...(explain && { observations: [...reduction.verdicts()].map(observationIn(read)) }),
  };
}

/** The account of what a model was asked. */
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

/** The account of one observation. */
function observationIn({ transcript, lineOf }: ReadTranscript) {
  return ({ part, isMasked, isDropped, afterChars, by, from }: Verdict): ObservationTelemetry => {
    const tool = transcript.toolName(part);
    return {
      line: lineOf(part),
      ...(tool !== undefined && tool !== "" && { tool }),
      chars: part.chars,
      afterChars: isDropped ? 0 : afterChars,
      isMasked,
      ...(isDropped && { isDropped }),
      by,
      ...(from !== undefined && { from }),
    };
  };
}
