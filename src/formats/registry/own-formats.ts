import { ElisionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { NotOneThread } from "../../transcript/columns/one-thread.ts";
import type { Format } from "../format.ts";
import { BUILT_IN } from "../index.ts";
import { checkFormat, MEMBERS } from "./check-format.ts";
import { FormatSet } from "./format-set.ts";

/** Formats supplied by the user, each wrapped once, so that it stays the same object. */
const madeSafe = new WeakMap<Format, Format>();

/** A value supplied as a format, and its name in messages. */
export interface OwnFormat {
  readonly value: unknown;
  readonly what: string;
}

/**
 * elision's formats together with others, which are tried first among those with the same evidence.
 *
 * @throws {ElisionError} `bad-format` for a value that is no format, or that has the name of another.
 */
export function formatsWith(own: readonly OwnFormat[]): FormatSet {
  if (own.length === 0) return BUILT_IN;
  const formats = new Map<string, Format>(BUILT_IN.all.map((format) => [format.name, format]));
  const added: Format[] = [];
  for (const { value, what } of own) {
    const format = ownFormat(value, what);
    const { name } = format;
    if (formats.has(name) && formats.get(name) !== format)
      throw new ElisionError("bad-format", `${what}: the name ${quoted(name)} is taken`, {
        hint: "choose another name; elision formats lists the names in use",
      });
    if (!formats.has(name)) added.push(format);
    formats.set(name, format);
  }
  return new FormatSet([...added, ...BUILT_IN.all]);
}

/** Wraps a supplied format, so that an error that it throws is reported as its fault. */
export function ownFormat(value: unknown, what: string): Format {
  const format = checkFormat(value, what);
  const known = madeSafe.get(format);
  if (known !== undefined) return known;
  const safe = safely(format);
  madeSafe.set(format, safe);
  return safe;
}

function safely(format: Format): Format {
  const members = MEMBERS.flatMap((member) => {
    const value: unknown = format[member];
    if (value === undefined) return [];
    return [[member, typeof value === "function" ? guarded(format, member, value) : value]];
  });
  return Object.fromEntries(members) as Format;
}

function guarded(format: Format, member: string, call: unknown) {
  return (...args: unknown[]): unknown => {
    try {
      const result = (call as (...args: unknown[]) => unknown).apply(format, args);
      // A generator may throw only when iterated, so it is drained here.
      return member === "check" ? [...(result as Iterable<unknown>)] : result;
    } catch (error) {
      throw failed(format, member, error);
    }
  };
}

function failed({ name }: Format, member: string, error: unknown): Error {
  // A reader of messages in file order ends the reading where these have to be arranged.
  if (error instanceof ElisionError || error instanceof NotOneThread) return error;
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new ElisionError("format-failed", `the format ${name} threw in ${member}: ${said}`, {
    hint: "the error is in your format, not in the file",
    cause: error,
  });
}
