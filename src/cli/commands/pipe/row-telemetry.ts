import type { TranscriptTelemetry } from "../../../engine/edits/compaction-result.ts";

/** The account of a row, for its column: of its transcript, or the sums of several. */
export function rowTelemetry(transcripts: readonly TranscriptTelemetry[]) {
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
