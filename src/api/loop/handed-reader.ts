import { badOption, ElisionError } from "../../base/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { ReaderFinder } from "./loop-reader.ts";

/**
 * A reader of messages: `anthropic`, `openaiChat` and others, a format of your own, or `oneOf` several, where the
 * messages tell which of them is theirs.
 */
export type ReaderOrChoice = Format | ReaderChoice;

/** Several readers, of which the messages of a conversation tell one. */
export interface ReaderChoice {
  /** A finder for one conversation. */
  readonly finder: () => ReaderFinder;
}

/** Options of functions that are handed the reader they need, so that a bundle has no others. */
export interface ReaderOption {
  /** The reader of the messages' shape, such as `anthropic`; `oneOf(anthropic, openaiChat)` where it may be either. */
  readonly reader: ReaderOrChoice;
}

/**
 * Finds the reader of one conversation by what was handed over.
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
