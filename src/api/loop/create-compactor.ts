import { checkOptions } from "../../base/arguments.ts";
import type { AnyMessage } from "../chat/chat-types.ts";
import { SHAPE_OPTION, type ShapeOption } from "../chat/sdk-shapes.ts";
import { SHAPE_READERS } from "../chat/shape-readers.ts";
import { LOOP_OPTIONS, type LoopOptions } from "./compactor-options.ts";
import { compactorWith, type LoopCompactor } from "./loop-compactor.ts";
import { readerFinder } from "./reader-finder.ts";

/** Options of `createCompactor`. All may be left out. */
export interface CompactorOptions extends LoopOptions, ShapeOption {}

/**
 * A compactor for the loop of an agent: pass it all messages before each call of the model, and send what it
 * returns. Tool results that are too large are shortened before they are sent for the first time; with `window`,
 * older ones are masked as well. Nothing that was sent changes otherwise, so that the provider's prompt cache and
 * signed reasoning stay valid.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function createCompactor(options: CompactorOptions = {}): LoopCompactor<AnyMessage> {
  checkOptions(options, { ...LOOP_OPTIONS, ...SHAPE_OPTION });
  const { shape, ...loopOptions } = options;
  return compactorWith(loopOptions, readerFinder(SHAPE_READERS, shape));
}
