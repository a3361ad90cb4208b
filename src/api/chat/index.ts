/** `elision/reduce`: the reducer for messages in memory. Loads no module of Node's. */
export { ElisionError } from "../../base/errors.ts";
export type { MaskPolicy } from "../../reduce/pipeline/mask-policy.ts";
export type {
  ErrorSigns,
  KeepErrors,
  SizeUnit,
  WindowUnit,
} from "../../reduce/pipeline/option-values.ts";
export type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
export type { ReductionStage } from "../../reduce/pipeline/reduction.ts";
export { clipText } from "../../reduce/texts/clip.ts";
export type { ChatReduceOptions } from "./chat-options.ts";
export type { AnyChatMessage, AnyMessage, ChatMessage } from "./chat-types.ts";
export { HistoryReducer, type HistoryReducerOptions } from "./history-reducer.ts";
export { maskDispatchObservation, maskObservations } from "./mask-observations.ts";
export { maskOldToolResults } from "./mask-old-tool-results.ts";
export { type HistoryReductionResult, reduce } from "./reduce-chat.ts";
export { replay, type SentPrompt } from "./replay-chat.ts";
export type { ShapeOption } from "./sdk-shapes.ts";
export type { MessageShape } from "./shape-readers.ts";
