import type { ScanError } from "../scan/scan-error.ts";
import { sequenceLength } from "../scan/scan-string.ts";
import { parse } from "../tape/parse.ts";
import { TapeTree } from "../tape/tape-tree.ts";
import type { Node } from "../tree/tree.ts";
import { type Encoding, encodeString } from "./encode.ts";
import { type InString, spelledOffsets, spelledText } from "./spelled-text.ts";
import type { Splice } from "./splice.ts";

/** A JSON document inside a string. */
export interface OpenedString {
  readonly tree: TapeTree;
  /**
   * Turns splices of the inner document into splices of the outer bytes. Only their texts are encoded again;
   * every other byte of the string stays, including its own escapes.
   */
  outer(splices: readonly Splice[], encoding: Encoding): Splice[];
}

/** Opens a string, or returns why its text is not JSON (with offsets in the text as UTF-8). */
export function openString(outside: TapeTree, node: Node): OpenedString | ScanError {
  const tree = parseText(outside, node);
  if (!(tree instanceof TapeTree)) return tree;
  // One map for all calls: edits come in order, so each continues where the previous one ended.
  const toOuter = offsetMap(outside, node);
  return {
    tree,
    outer: (splices, encoding) => {
      return splices.map(({ start, end, text }) => ({
        start: toOuter(start),
        end: toOuter(end),
        text: encodeString(text, encoding).slice(1, -1),
      }));
    },
  };
}

function parseText(outside: TapeTree, node: Node): TapeTree | ScanError {
  const { bytes } = outside;
  const place = placeOfSpelled(outside, node);
  const spelled = place && spelledText(bytes, place);
  const text = spelled ?? Buffer.from(outside.text(node), "utf8");
  const tape = bytes.scan(text);
  return tape === undefined ? parse(text) : new TapeTree(text, tape);
}

/** The inside of a string that the kernel can decode. */
function placeOfSpelled(tree: TapeTree, node: Node): InString | undefined {
  const isSpelled = tree.scanned !== undefined && tree.isString(node) && !tree.hasInvalidUtf8;
  return isSpelled ? { start: tree.start(node) + 1, end: tree.end(node) - 1 } : undefined;
}

/**
 * Maps offsets in a string's text as UTF-8 to offsets in the bytes that it was read from; fast if they
 * ascend.
 */
function offsetMap(tree: TapeTree, node: Node): (inner: number) => number {
  const start = tree.start(node) + 1;
  const place = placeOfSpelled(tree, node);
  if (place !== undefined) return spelledOffsets(tree.bytes, place);
  let bytes: Buffer | undefined;
  let inner = 0;
  let outer = 0;
  return (target) => {
    bytes ??= Buffer.from(tree.subarray(start, tree.end(node) - 1));
    if (target < inner) [inner, outer] = [0, 0];
    while (inner < target) {
      const byte = bytes[outer] ?? 0;
      if (byte < 0x80 && byte !== 0x5c) {
        inner++; // A fast path for nearly all text.
        outer++;
        continue;
      }
      const [width, length] = character(bytes, outer, bytes.length);
      outer += width;
      inner += length;
    }
    return start + outer;
  };
}

/**
 * How many bytes the character at `at`, an escape or beyond ASCII, takes in the string, and how many in its
 * text as UTF-8.
 */
function character(bytes: Buffer, at: number, end: number): readonly [number, number] {
  const byte = bytes[at] ?? 0;
  if (byte !== 0x5c) {
    const length = sequenceLength(bytes, at, end);
    return length > 0 ? [length, length] : [-length, REPLACEMENT_BYTES];
  }
  if (bytes[at + 1] !== 0x75) return [2, 1];
  const unit = unitAt(bytes, at);
  if (unit < 0x80) return [6, 1];
  if (unit < 0x800) return [6, 2];
  const isPair = isHigh(unit) && bytes[at + 6] === 0x5c && isLow(unitAt(bytes, at + 6));
  return isPair ? [12, 4] : [6, REPLACEMENT_BYTES];
}

/**
 * The bytes of U+FFFD, which replaces invalid UTF-8 and lone surrogates, and of any other character above
 * U+07FF that is not a surrogate pair.
 */
const REPLACEMENT_BYTES = 3;

function unitAt(bytes: Buffer, at: number): number {
  if (bytes[at + 1] !== 0x75) return 0;
  return Number.parseInt(bytes.toString("latin1", at + 2, at + 6), 16);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
