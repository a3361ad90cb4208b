import { digestOf } from "../../base/digest.ts";
import type { TextIdentity } from "../splice/string-digest.ts";
import {
  type ArgumentsLine,
  type ByteSearch,
  SPELLED_BYTES,
  type SpelledText,
} from "../tape/byte-search.ts";
import type { Tape } from "../tape/tape.ts";
import { WORDS } from "../tree/key.ts";
import { LINE_START, writeMainKeys } from "./main-keys.ts";

/** The exports of words, find, signs, call-arguments and spell-out. */
export interface TextExports {
  addWord(start: number, length: number, number: number): void;
  find(start: number, end: number, needle: number, length: number): number;
  lineBreaks(start: number, end: number): number;
  mayShowError(start: number, end: number, room: number): number;
  mayNameCode(start: number, end: number, room: number): number;
  lineOfArguments(
    start: number,
    end: number,
    isSpelled: boolean,
    keys: number,
    into: number,
    limit: number,
  ): number;
  spellOut(start: number, end: number, into: number, most: number): number;
  spelledTo(): number;
  hasChoice(): number;
}

/** Searches and decodes the strings in the kernel's memory. */
export class KernelTexts implements ByteSearch {
  private readonly exports: TextExports;
  private readonly bytes: Buffer;
  private readonly room: number;
  /** The number of words written to the module. */
  private words = 1;
  private needle = "";
  private mainKeys: readonly string[] = [];
  /** Scans a text with another kernel, since this one's tape is in use. */
  scan: ((text: Buffer) => Tape | undefined) | undefined;

  /** `room`: the offset of memory for `SPELLED_BYTES`, and a few more. */
  constructor(exports: TextExports, bytes: Buffer, room: number) {
    this.exports = exports;
    this.bytes = bytes;
    this.room = room;
  }

  /** Numbers new words of keys and texts, which the scanner then finds; false if there are none. */
  addWords(): boolean {
    const areNew = this.words < WORDS.length;
    for (; this.words < WORDS.length; this.words++)
      this.exports.addWord(NEEDLE, this.writeNeedle(WORDS[this.words] ?? ""), this.words);
    return areNew;
  }

  private writeNeedle(word: string): number {
    this.needle = word;
    return this.bytes.write(word, NEEDLE, "latin1");
  }

  find(part: string, start: number, end: number): number {
    if (part.length === 0 || part.length > MAX_NEEDLE) {
      const at = this.bytes.subarray(start, end).indexOf(part, 0, "latin1");
      return at < 0 ? at : start + at;
    }
    if (part !== this.needle) this.writeNeedle(part);
    return this.exports.find(start, end, NEEDLE, part.length);
  }

  lineBreaks(start: number, end: number): number {
    return this.exports.lineBreaks(start, end);
  }

  mayShowError(start: number, end: number, room: number): boolean {
    return this.exports.mayShowError(start, end, room) !== 0;
  }

  mayNameCode(start: number, end: number, room: number): boolean {
    return this.exports.mayNameCode(start, end, room) !== 0;
  }

  lineOfArguments(start: number, end: number, about: ArgumentsLine): string | undefined {
    const { isSpelled, mainKeys, max } = about;
    if (mainKeys !== this.mainKeys) {
      this.mainKeys = mainKeys;
      writeMainKeys(this.bytes, mainKeys);
    }
    const { lineOfArguments } = this.exports;
    const length = lineOfArguments(start, end, isSpelled, mainKeys.length, LINE_START, max);
    if (length < 0) return undefined;
    return this.bytes.toString("latin1", LINE_START, LINE_START + length);
  }

  spell(start: number, end: number, most: number = SPELLED_BYTES): SpelledText {
    const { exports, bytes, room } = this;
    const length = exports.spellOut(start, end, room, Math.min(most, SPELLED_BYTES));
    return { text: bytes.subarray(room, room + length), next: exports.spelledTo() };
  }

  /** The text of a string, whose bytes with its quotes are of `bytes` and UTF-8; undefined if it is long. */
  textOf({ byteOffset, length }: Buffer): TextIdentity | undefined {
    if (length > SPELLED_BYTES) return undefined;
    const { exports, bytes, room } = this;
    const start = byteOffset - bytes.byteOffset;
    const end = exports.spellOut(start + 1, start + length - 1, room, SPELLED_BYTES);
    const digest = digestOf(bytes.subarray(room, room + end));
    return { digest, isUsual: exports.hasChoice() === 0 };
  }
}

/** The offset of the text to search for, and its most bytes. */
const NEEDLE = 1024;
const MAX_NEEDLE = 256;
