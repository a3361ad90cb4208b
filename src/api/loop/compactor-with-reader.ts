import { checkOptions, type ValueKind } from "../../base/arguments.ts";
import type { AnyMessage } from "../chat/chat-types.ts";
import { LOOP_OPTIONS, type LoopOptions } from "./compactor-options.ts";
import { finderFrom, type ReaderOption } from "./handed-reader.ts";
import { compactorWith, type LoopCompactor } from "./loop-compactor.ts";

/** Options of `createCompactor` of `elision/loop`. All but `reader` may be left out. */
export interface ReaderCompactorOptions extends LoopOptions, ReaderOption {}

/**
 * A compactor for the loop of an agent, with a given reader: pass it all messages before each call of the model,
 * and send what it returns. The one of `elision/messages` reads every shape.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function createCompactor(options: ReaderCompactorOptions): LoopCompactor<AnyMessage> {
  checkOptions(options, { ...LOOP_OPTIONS, reader: READER });
  const { reader, ...loopOptions } = options;
  return compactorWith(loopOptions, finderFrom(reader));
}

/** Any value: `finderFrom` says what it should be. */
const READER: ValueKind = ["a reader", () => true];
