import { badOption } from "../../base/errors.ts";
import type { Format } from "../../formats/format.ts";
import { viewsOf } from "../chat/instances.ts";
import {
  checkSameShape,
  plainShape,
  type Readers,
  recogniseShape,
  showsShape,
} from "../chat/recognise-shape.ts";
import type { ReaderChoice } from "./handed-reader.ts";
import type { ReaderFinder, ShapeReader } from "./loop-reader.ts";

/**
 * The reader that messages show to be theirs, of several: plain text chat is OpenAI's where that is among them, else
 * the first one's.
 *
 * @throws {ElisionError} `bad-option` without a reader.
 */
export function oneOf(...readers: readonly Format[]): ReaderChoice {
  const isReader = (each: unknown) => typeof each === "object" && each !== null && "read" in each;
  if (readers.length === 0 || !readers.every(isReader))
    throw badOption("oneOf", "readers, such as anthropic", readers);
  const byName = Object.fromEntries(readers.map((reader) => [reader.name, reader]));
  return { finder: () => readerFinder(byName) };
}

/**
 * Finds the reader of a conversation among these by its messages, unless one is named. Throws an
 * `unknown-shape` error where messages of another shape follow.
 */
export function readerFinder(readers: Readers, named?: string): ReaderFinder {
  let told: string | undefined;
  const readerOf = (shape: string): ShapeReader => ({ shape, format: readers[shape] as Format });
  return (messages, known) => {
    const views = viewsOf(messages);
    const shape = named ?? told ?? recogniseShape(views, readers);
    if (told !== undefined) checkSameShape(views.slice(known), told, readers);
    // Plain text chat is of several shapes alike: what comes later tells.
    else if (shape !== plainShape(readers) || showsShape(views, shape, readers)) told = shape;
    return readerOf(shape);
  };
}
