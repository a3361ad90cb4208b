import { ElisionError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json-value.ts";
import { foundAt, positionAt } from "../../../json/scan/position.ts";
import type { ScanError } from "../../../json/scan/scan-error.ts";
import { parse } from "../../../json/tape/parse.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";

/** A file that was read. */
export interface FileBytes {
  /** As messages name it. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A JSON value of a file. */
export interface JsonRecord {
  readonly value: unknown;
  /** The error for what is wrong with it, with its place. */
  error(message: string): ElisionError;
}

/**
 * The JSON values of a file: the items of its array, of the array under one of `keys`, or the one value
 * that it has; or, if it is not one document, those of its lines.
 *
 * @throws {ElisionError} `not-json` with line and column.
 */
export function recordsIn(file: FileBytes, keys: readonly string[] = []): readonly JsonRecord[] {
  const { bytes } = file;
  const start = startOf(bytes);
  if (isBlank(bytes, start, bytes.length)) return [];
  const whole = parse(bytes, { start });
  if (!("root" in whole)) {
    if (!beginsWithLine(bytes, start)) throw notJson(file, whole, bytes.length);
    return [...linesIn(file, start)];
  }
  const list = [whole.root, ...keys.map((key) => whole.get(whole.root, key))].find((node) =>
    whole.isArray(node),
  );
  const nodes = list === undefined ? [whole.root] : whole.items(list);
  return nodes.map((node) => recordAt(file, whole, node));
}

/** The one JSON object of a file. */
export function objectIn(file: FileBytes): { readonly [key: string]: unknown } & object {
  const start = startOf(file.bytes);
  const tree = parse(file.bytes, { start });
  if (!("root" in tree)) throw notJson(file, tree, file.bytes.length);
  const record = recordAt(file, tree, tree.root);
  if (!isRecord(record.value))
    throw record.error(`expected an object (got ${kindOf(record.value)})`);
  return record.value;
}

/** The kind of a value, in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (isRecord(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function* linesIn(file: FileBytes, from: number): Generator<JsonRecord> {
  const { bytes } = file;
  for (let start = from; start < bytes.length; ) {
    const lineBreak = bytes.indexOf(10, start);
    const end = lineBreak < 0 ? bytes.length : lineBreak;
    if (!isBlank(bytes, start, end)) {
      const tree = parse(bytes, { start, end });
      if (!("root" in tree)) throw notJson(file, tree, end);
      yield recordAt(file, tree, tree.root);
    }
    start = end + 1;
  }
}

/** Whether the first line that is not blank is JSON by itself. */
function beginsWithLine(bytes: Buffer, from: number): boolean {
  let start = from;
  for (;;) {
    const lineBreak = bytes.indexOf(10, start);
    if (lineBreak < 0) return false;
    if (!isBlank(bytes, start, lineBreak)) return "root" in parse(bytes, { start, end: lineBreak });
    start = lineBreak + 1;
  }
}

function recordAt(file: FileBytes, tree: TapeTree, node: number): JsonRecord {
  const start = tree.start(node);
  return {
    value: JSON.parse(file.bytes.toString("utf8", start, tree.end(node))),
    error: (message) =>
      new ElisionError("bad-input", message, {
        file: file.name,
        ...positionAt(file.bytes, start),
      }),
  };
}

function notJson({ name, bytes }: FileBytes, { offset, expected }: ScanError, end: number) {
  const got = foundAt(bytes, offset, end);
  return new ElisionError("not-json", `expected ${expected} (got ${got})`, {
    file: name,
    ...positionAt(bytes, offset),
  });
}

/** After a byte order mark. */
function startOf(bytes: Buffer): number {
  return bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0;
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++)
    if (!/\s/.test(String.fromCharCode(bytes[at] ?? 0))) return false;
  return true;
}
