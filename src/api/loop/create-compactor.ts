import { checkOptions } from "../../base/arguments.ts";
import type { AnyMessage } from "../chat/chat-types.ts";
import { viewsOf } from "../chat/instances.ts";
import { chatSignIn } from "../chat/message-shape.ts";
import { checkSameShape, SHAPE_OPTION, type ShapeOption, shapeOf } from "../chat/sdk-shapes.ts";
import { type MessageShape, SHAPE_READERS } from "../chat/shape-readers.ts";
import { LOOP_OPTIONS, type LoopOptions } from "./compactor-options.ts";
import { compactorWith, type LoopCompactor } from "./loop-compactor.ts";
import type { ShapeReader } from "./loop-reader.ts";

/** Options of `createCompactor`. All may be left out. */
export interface CompactorOptions extends LoopOptions, ShapeOption {}

/**
 * A compactor for the loop of an agent: hand it all messages before each call of the model, and send what it
 * returns. Tool results that are too large are shortened before they are sent for the first time; with
 * `window`, older ones are masked as well. Nothing that was sent changes otherwise, so that the provider's
 * prompt cache and signed reasoning stay valid.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function createCompactor(options: CompactorOptions = {}): LoopCompactor<AnyMessage> {
  let told: MessageShape | undefined;
  const readerOf = (messages: readonly unknown[], known: number): ShapeReader => {
    const shape = options.shape ?? told ?? shapeOf(viewsOf(messages));
    if (told !== undefined) checkSameShape(viewsOf(messages.slice(known)), told);
    // Plain text chat is of several shapes alike: what comes later tells.
    else if (shape !== PLAIN || messages.some((each) => chatSignIn(each) !== undefined))
      told = shape;
    return { shape, format: SHAPE_READERS[shape] };
  };
  checkOptions(options, { ...LOOP_OPTIONS, ...SHAPE_OPTION });
  const { shape: _, ...loopOptions } = options;
  return compactorWith(loopOptions, readerOf);
}

const PLAIN: MessageShape = "openai-chat";
