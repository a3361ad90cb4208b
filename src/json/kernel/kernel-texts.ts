import { digestOf } from "../../base/digest.ts";
import type { TextIdentity } from "../splice/string-digest.ts";
import { SPELLED_BYTES, type SpelledText } from "../tape/byte-search.ts";

/** The exports of spell-out.ts. */
export interface TextExports {
  spellOut(start: number, end: number, into: number, most: number): number;
  spelledTo(): number;
  readonly spelledByChoice: { readonly value: number };
}

/** Decodes the texts of strings that are in the kernel's memory. */
export class KernelTexts {
  private readonly exports: TextExports;
  private readonly bytes: Buffer;
  private readonly room: number;

  /** `room`: the offset of memory for `SPELLED_BYTES`, and a few more. */
  constructor(exports: TextExports, bytes: Buffer, room: number) {
    this.exports = exports;
    this.bytes = bytes;
    this.room = room;
  }

  spell(start: number, end: number, most: number = SPELLED_BYTES): SpelledText {
    const { exports, bytes, room } = this;
    const length = exports.spellOut(start, end, room, Math.min(most, SPELLED_BYTES));
    return { text: bytes.subarray(room, room + length), next: exports.spelledTo() };
  }

  /** The text of a string, whose bytes with its quotes are of `bytes` and UTF-8; undefined if it is long. */
  textOf({ byteOffset, length }: Buffer): TextIdentity | undefined {
    if (length > SPELLED_BYTES) return undefined;
    const start = byteOffset - this.bytes.byteOffset;
    const { text } = this.spell(start + 1, start + length - 1);
    return { digest: digestOf(text), isUsual: this.exports.spelledByChoice.value === 0 };
  }
}
