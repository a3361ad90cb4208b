import type { Format } from "../../formats/format.ts";
import type { MessageShape } from "../chat/shape-readers.ts";
import type { LoopOptions } from "../loop/compactor-options.ts";
import { compactorWith, type LoopCompactor } from "../loop/loop-compactor.ts";

/** A compactor for messages of one shape: it needs the reader of no other. */
export function shapeCompactor<Base extends object>(
  options: LoopOptions,
  shape: MessageShape,
  format: Format,
): LoopCompactor<Base> {
  return compactorWith(options, () => ({ shape, format }));
}
