import { badOption, ElisionError } from "../../base/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { ReaderFinder } from "./loop-reader.ts";

/**
 * A reader of messages: `anthropic`, `openaiChat` and others, a format of your own, or `oneOf` several, of which
 * the right one is detected.
 */
export type ReaderOrChoice = Format | ReaderChoice;

/** Several readers, one of which is detected from the messages of a conversation. */
export interface ReaderChoice {
  /** A finder for one conversation. */
  readonly finder: () => ReaderFinder;
}

/** Options of functions that get their reader as an argument, so that a bundle has no others. */
export interface ReaderOption {
  /**
   * The reader of the messages' shape, such as `anthropic`; `oneOf(anthropic, openaiChat)` if it may be either.
   */
  readonly reader: ReaderOrChoice;
}

/**
 * The finder of readers for the given reader or choice.
 *
 * @throws {ElisionError} `bad-option` where that is no reader.
 */
export function finderFrom(reader: unknown): ReaderFinder {
  if (reader === undefined)
    throw new ElisionError("bad-option", "reader: expected the reader of your messages", {
      hint: "reader: anthropic, imported from the same place; elision/messages reads every shape without one",
    });
  if (isObject(reader) && "finder" in reader) return (reader as ReaderChoice).finder();
  if (!isObject(reader) || !("read" in reader) || !("name" in reader))
    throw badOption("reader", "a reader, such as anthropic, or oneOf() several", reader);
  const format = reader as Format;
  return () => ({ shape: format.name, format });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
