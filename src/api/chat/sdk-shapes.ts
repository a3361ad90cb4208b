import type { ValueKind } from "../../base/arguments.ts";
import type { ShapeOptions } from "./message-shape.ts";
import { recogniseShape } from "./recognise-shape.ts";
import { type MessageShape, SHAPE_READERS } from "./shape-readers.ts";

/** The shapes of messages that the library reads, as the option `shape` takes them. */
export const MESSAGE_SHAPES = Object.keys(SHAPE_READERS) as readonly MessageShape[];

/**
 * The shape of an array of messages, by what only messages of that shape have; plain text chat is
 * OpenAI's, unless `plain` says otherwise.
 *
 * @throws {ElisionError} `unknown-shape` for anything else, and for messages of two shapes, naming the
 * messages, from 1, and what was seen in them.
 */
export function shapeOf(messages: unknown, options: ShapeOptions = {}): MessageShape {
  return recogniseShape(messages, SHAPE_READERS, options) as MessageShape;
}

/** Options of functions that read messages of any shape. */
export interface ShapeOption {
  /** The shape of the messages. Default: found from what they hold. */
  readonly shape?: MessageShape;
}

/** How the option is checked. */
export const SHAPE_OPTION = {
  shape: [
    `one of ${MESSAGE_SHAPES.join(", ")}`,
    (value) => MESSAGE_SHAPES.some((shape) => shape === value),
  ],
} as const satisfies Record<string, ValueKind>;
