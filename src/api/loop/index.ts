/** `elision/loop`: compacts the prompts of an agent's loop. Loads no module of Node's. */
export { ElisionError } from "../../base/errors.ts";
export type { AnyMessage } from "../chat/chat-types.ts";
export type { ShapeOption } from "../chat/sdk-shapes.ts";
export type { MessageShape } from "../chat/shape-readers.ts";
export type { LoopOptions } from "./compactor-options.ts";
export { type CompactorOptions, createCompactor } from "./create-compactor.ts";
export type { LoopCompactor } from "./loop-compactor.ts";
export type { CompactorStats } from "./loop-stats.ts";
export type { OriginalStore } from "./originals.ts";
export type { ReadBackInput, ReadBackParameters, ReadBackTool } from "./read-back.ts";
export { type ReadBackTools, toolFor } from "./tool-for.ts";
