/**
 * `elision/reduce`: masks tool results outside a window of messages in memory, with the readers passed to it.
 * Small; loads no module of Node's.
 */
export { ElisionError } from "../../base/errors.ts";
export { clipText } from "../../reduce/texts/clip.ts";
export type { AnyMessage } from "../chat/chat-types.ts";
export * from "../chat/named-readers.ts";
export type { HistoryReductionResult } from "../chat/reduce-chat.ts";
export type { ReaderChoice, ReaderOption, ReaderOrChoice } from "../loop/handed-reader.ts";
export { oneOf } from "../loop/reader-finder.ts";
export { reduce } from "./reduce-window.ts";
export type { WindowReduceOptions } from "./window-options.ts";
