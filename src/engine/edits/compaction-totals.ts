import { addCounts, type ReasonSums } from "../../reduce/pipeline/reasons.ts";
import type { FileTelemetry, TranscriptTelemetry } from "./compaction-result.ts";

/** The sums over all inputs of a run. Its keys are a public contract: see docs/report.md. */
export interface Totals {
  inputs: number;
  /** Inputs that failed; they are unchanged. */
  failedInputs: number;
  /** Files found in folders that hold no transcript of a known format. */
  skippedFiles: number;
  /** Inputs with nothing in them. */
  emptyInputs: number;
  transcripts: number;
  /** Transcripts that do not fit their budget. */
  overBudget: number;
  /** Transcripts that are larger than their target. */
  overTarget: number;
  messages: number;
  beforeChars: number;
  afterChars: number;
  savedChars: number;
  /** Only where tokens are counted, with the estimator's name. */
  beforeTokens?: number;
  afterTokens?: number;
  tokenizer?: string;
  maskedCount: number;
  maskedChars: number;
  maskedRemaining: number;
  droppedCount: number;
  /** The observations by the rule, or another reason, for which they were masked or kept. */
  byRule: ReasonSums;
  /** Chars that no longer reach the model, and the masked part of them. */
  deadChars: number;
  deadMaskedCount: number;
  deadMaskedChars: number;
  /** Bytes of the side copies of masked observations. */
  sideCopyBytes: number;
  /** Only if a model was asked: how often, and how many of its replies were used. */
  modelAsked?: number;
  modelAccepted?: number;
  beforeBytes: number;
  afterBytes: number;
  otherRecords: number;
  observations: number;
  calls: number;
  unreadResults: number;
  /** Messages that name a parent which is not in their input. */
  missingParents: number;
  /** Records that no format knows, by what they say that they are. */
  unreadRecords: Record<string, number>;
  badLines: number;
  invalidUtf8Records: number;
}

export function emptyTotals(): Totals {
  return {
    inputs: 0,
    failedInputs: 0,
    skippedFiles: 0,
    emptyInputs: 0,
    transcripts: 0,
    overBudget: 0,
    overTarget: 0,
    messages: 0,
    beforeChars: 0,
    afterChars: 0,
    savedChars: 0,
    maskedCount: 0,
    maskedChars: 0,
    maskedRemaining: 0,
    droppedCount: 0,
    byRule: {},
    deadChars: 0,
    deadMaskedCount: 0,
    deadMaskedChars: 0,
    sideCopyBytes: 0,
    beforeBytes: 0,
    afterBytes: 0,
    otherRecords: 0,
    observations: 0,
    calls: 0,
    unreadResults: 0,
    missingParents: 0,
    unreadRecords: {},
    badLines: 0,
    invalidUtf8Records: 0,
  };
}

/** Adds a transcript to the sums, or several whose telemetry was added up. */
export function addTranscript(totals: Totals, telemetry: TranscriptTelemetry, count = 1): void {
  totals.transcripts += count;
  if (!telemetry.fits) totals.overBudget++;
  if (!telemetry.targetMet) totals.overTarget++;
  totals.messages += telemetry.messages;
  totals.beforeChars += telemetry.beforeChars;
  totals.afterChars += telemetry.afterChars;
  totals.savedChars += telemetry.savedChars;
  totals.maskedCount += telemetry.maskedCount;
  totals.maskedChars += telemetry.maskedChars;
  totals.maskedRemaining += telemetry.maskedRemaining;
  totals.droppedCount += telemetry.droppedCount;
  addCounts(totals.byRule, telemetry.byRule);
  totals.deadChars += telemetry.deadChars ?? 0;
  totals.deadMaskedCount += telemetry.deadMaskedCount ?? 0;
  totals.deadMaskedChars += telemetry.deadMaskedChars ?? 0;
  totals.sideCopyBytes += telemetry.sideCopyBytes ?? 0;
  if (telemetry.modelAsked !== undefined) {
    totals.modelAsked = (totals.modelAsked ?? 0) + telemetry.modelAsked;
    totals.modelAccepted = (totals.modelAccepted ?? 0) + (telemetry.modelAccepted ?? 0);
  }
  if (telemetry.beforeTokens === undefined || telemetry.afterTokens === undefined) return;
  totals.beforeTokens = (totals.beforeTokens ?? 0) + telemetry.beforeTokens;
  totals.afterTokens = (totals.afterTokens ?? 0) + telemetry.afterTokens;
}

/** Adds one input to the sums, but for its transcripts. */
export function addFile(totals: Totals, telemetry: FileTelemetry): void {
  totals.inputs++;
  totals.beforeBytes += telemetry.beforeBytes;
  totals.afterBytes += telemetry.afterBytes;
  totals.otherRecords += telemetry.otherRecords;
  totals.observations += telemetry.observations;
  totals.calls += telemetry.calls;
  totals.unreadResults += telemetry.unreadResults;
  totals.missingParents += telemetry.missingParents;
  addKinds(totals.unreadRecords, telemetry.unreadRecords);
  totals.badLines += telemetry.badLines;
  totals.invalidUtf8Records += telemetry.invalidUtf8Records;
}

/** Adds counts of records by what they are. */
export function addKinds(
  sums: Record<string, number>,
  counts: Readonly<Record<string, number>>,
): void {
  for (const [kind, count] of Object.entries(counts))
    Object.defineProperty(sums, kind, {
      value: (Object.hasOwn(sums, kind) ? (sums[kind] ?? 0) : 0) + count,
      configurable: true,
      enumerable: true,
      writable: true,
    });
}

/** Adds the sums of a part of a run to those of the whole. */
export function addTotals(totals: Totals, part: Totals): void {
  addCounts(totals.byRule, part.byRule);
  addKinds(totals.unreadRecords, part.unreadRecords);
  for (const [key, value] of Object.entries(part)) {
    if (typeof value !== "number") continue;
    const name = key as Exclude<keyof Totals, "tokenizer" | "byRule" | "unreadRecords">;
    totals[name] = (totals[name] ?? 0) + value;
  }
}
