export type { Finding, FindingRule } from "./analyses/check/finding.ts";
export { type BillOptions, bill, type Prompts } from "./analyses/compare/billing/bill.ts";
export type { Price, Rates, Tier } from "./analyses/compare/billing/price.ts";
export { PRICES } from "./analyses/compare/billing/price-table.ts";
export type { Bill } from "./analyses/compare/billing/token-cost.ts";
export type { ComparedMiss, ComparedTranscript } from "./analyses/compare/compared.ts";
export type { Recall } from "./analyses/compare/recall/recall.ts";
export type { Recommendation } from "./analyses/compare/recommendation.ts";
export type { Comparison, Outcome } from "./analyses/compare/result.ts";
export type { ComparisonTotals } from "./analyses/compare/sums/comparison-sum.ts";
export type { OutOfSample } from "./analyses/compare/sums/out-of-sample.ts";
export type { OutcomeTotals } from "./analyses/compare/sums/outcome-totals.ts";
export type { InspectedTranscript } from "./analyses/inspect/inspected.ts";
export type {
  Inspection,
  KindChars,
  LargeObservation,
  ToolShare,
  WindowShare,
} from "./analyses/inspect/result.ts";
export type { Diagnostics } from "./analyses/snapshot/diagnostics.ts";
export {
  type Asking,
  reduceTrajectory,
  type TrajectoryReduction,
} from "./analyses/snapshot/reduce-trajectory.ts";
export type { Snapshot } from "./analyses/snapshot/result.ts";
export type { Retired } from "./analyses/snapshot/retired.ts";
export type { MemoryEntry, PlanTask, SnapshotInputs } from "./analyses/snapshot/snapshot-inputs.ts";
export type { ChatReduceOptions } from "./api/chat/chat-options.ts";
export type { AnyChatMessage, AnyMessage, ChatMessage } from "./api/chat/chat-types.ts";
export { HistoryReducer, type HistoryReducerOptions } from "./api/chat/history-reducer.ts";
export { maskDispatchObservation, maskObservations } from "./api/chat/mask-observations.ts";
export { maskOldToolResults } from "./api/chat/mask-old-tool-results.ts";
export { recall, type WindowRecall } from "./api/chat/recall-chat.ts";
export { type HistoryReductionResult, reduce } from "./api/chat/reduce-chat.ts";
export { type ReduceStreamOptions, reduceStream } from "./api/chat/reduce-stream.ts";
export { replay, type SentPrompt } from "./api/chat/replay-chat.ts";
export type { ShapeOption } from "./api/chat/sdk-shapes.ts";
export type { MessageShape } from "./api/chat/shape-readers.ts";
export { type CheckOptions, type CheckResult, check } from "./api/check.ts";
export { type CompactResult, compact, compactStream } from "./api/compact.ts";
export { type CompareOptions, type CompareResult, compare } from "./api/compare.ts";
export type { FormatOptions } from "./api/format-option.ts";
export { type InspectOptions, type InspectResult, inspect } from "./api/inspect.ts";
export type { LoopOptions } from "./api/loop/compactor-options.ts";
export { type CompactorOptions, createCompactor } from "./api/loop/create-compactor.ts";
export type { LoopCompactor } from "./api/loop/loop-compactor.ts";
export type { CompactorStats } from "./api/loop/loop-stats.ts";
export type { OriginalStore } from "./api/loop/originals.ts";
export { originalsIn } from "./api/loop/originals-in.ts";
export type { ReadBackInput, ReadBackParameters, ReadBackTool } from "./api/loop/read-back.ts";
export type { ReadBackTools } from "./api/loop/tool-definitions.ts";
export { toolFor } from "./api/loop/tool-for.ts";
export { type RestoreOptions, type RestoreResult, restore } from "./api/restore.ts";
export type { Archive, ArchiveEntry, ArchiveOptions } from "./archive/archive.ts";
export { openArchive } from "./archive/open-archive.ts";
export { ElisionError } from "./base/errors.ts";
export type { FileTelemetry, TranscriptTelemetry } from "./engine/edits/compaction-result.ts";
export type { CompactListeners, CompactOptions } from "./engine/edits/create-job.ts";
export type { Problem } from "./engine/input/input-problem.ts";
export type {
  Evidence,
  Flaw,
  Format,
  Layout,
  MessageArray,
  MessageSink,
  RecordKind,
} from "./formats/format.ts";
export type { FormatName } from "./formats/index.ts";
export type { KeyPattern } from "./formats/registry/key-pattern.ts";
export type { Shape } from "./json/tree/shape.ts";
export type { Node, Tree } from "./json/tree/tree.ts";
export type { Answer, Answers, Ask } from "./reduce/asking/ask.ts";
export { type ShortenOptions, shortenResult } from "./reduce/first-sight/shorten-result.ts";
export type { MaskPolicy } from "./reduce/pipeline/mask-policy.ts";
export type {
  ErrorSigns,
  KeepErrors,
  SizeUnit,
  WindowUnit,
} from "./reduce/pipeline/option-values.ts";
export type { ReduceOptions } from "./reduce/pipeline/policy-options.ts";
export type { ReductionStage } from "./reduce/pipeline/reduction.ts";
export { clipText } from "./reduce/texts/clip.ts";
export type { RestoreTelemetry } from "./restore/result.ts";
export type {
  Arrange,
  Arrangement,
  Found,
  FoundMark,
  FoundMessage,
  Mark,
} from "./transcript/model/arrangement.ts";
export type { MessageAbout, ObservationHead, PartHead } from "./transcript/model/heads.ts";
export type { Role } from "./transcript/model/message.ts";
export type { SideOf } from "./transcript/model/part-target.ts";
