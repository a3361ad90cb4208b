export {
  type Archive,
  type ArchiveEntry,
  type ArchiveOptions,
  openArchive,
} from "./archive/archive.ts";
export type { Finding, FindingRule } from "./check/finding.ts";
export { type CheckOptions, type CheckResult, check } from "./check.ts";
export {
  type CompactListeners,
  type CompactOptions,
  type CompactResult,
  compact,
  compactStream,
} from "./compact.ts";
export { type Bill, type BillOptions, bill, type Prompts } from "./compare/bill.ts";
export type { Comparison, Outcome } from "./compare/comparison.ts";
export type { OutcomeTotals } from "./compare/outcome-sum.ts";
export type { Price, Rates, Tier } from "./compare/price.ts";
export { PRICES } from "./compare/price-table.ts";
export type { Recall } from "./compare/recall/recall.ts";
export type { Recommendation } from "./compare/recommend.ts";
export type { ComparisonTotals } from "./compare/sum.ts";
export { type CompareOptions, type CompareResult, compare } from "./compare.ts";
export { ElisionError } from "./errors.ts";
export type { FormatName } from "./formats/index.ts";
export type {
  Inspection,
  KindChars,
  LargeObservation,
  ToolShare,
  WindowShare,
} from "./inspect/inspection.ts";
export { type InspectOptions, type InspectResult, inspect } from "./inspect.ts";
export type { AnyChatMessage, ChatMessage } from "./messages/chat-message.ts";
export { HistoryReducer, type HistoryReducerOptions } from "./messages/history-reducer.ts";
export { maskDispatchObservation, maskObservations } from "./messages/mask-observations.ts";
export { maskOldToolResults } from "./messages/mask-old-tool-results.ts";
export { recall, type WindowRecall } from "./messages/recall.ts";
export { type HistoryReductionResult, reduce } from "./messages/reduce.ts";
export { type ReduceStreamOptions, reduceStream } from "./messages/reduce-stream.ts";
export { replay, type SentPrompt } from "./messages/replay.ts";
export type { Problem } from "./read/problems.ts";
export type { Answer, Answers, Ask } from "./reduce/asking/ask.ts";
export { clipText } from "./reduce/clip.ts";
export type { MaskPolicy } from "./reduce/mask-policy.ts";
export type {
  ErrorSigns,
  KeepErrors,
  ReduceOptions,
  SizeUnit,
  WindowUnit,
} from "./reduce/options.ts";
export type { ReductionStage } from "./reduce/reduction.ts";
export type { ComparedMiss, ComparedTranscript } from "./report/comparison/compared.ts";
export type { InspectedTranscript } from "./report/inspection/inspected.ts";
export type { RestoreTelemetry } from "./report/restored.ts";
export type { FileTelemetry, TranscriptTelemetry } from "./report/telemetry.ts";
export { type RestoreOptions, type RestoreResult, restore } from "./restore.ts";
export type { Diagnostics } from "./snapshot/diagnostics.ts";
export type { MemoryEntry, SnapshotInputs, Task } from "./snapshot/inputs.ts";
export {
  type Asking,
  reduceTrajectory,
  type TrajectoryReduction,
} from "./snapshot/reduce-trajectory.ts";
export type { Retired } from "./snapshot/retired.ts";
export type { Snapshot } from "./snapshot/snapshot.ts";
