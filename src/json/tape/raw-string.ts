import { TapeBytes } from "./tape-bytes.ts";

/** A JSON string outside a tree: its text, from its bytes, quotes included, and the flags of its token. */
export class RawString {
  private readonly bytes: TapeBytes;
  private readonly end: number;
  private readonly flags: number;

  constructor(raw: Buffer, flags: number) {
    this.bytes = new TapeBytes(raw, undefined);
    this.end = raw.length - 1;
    this.flags = flags;
  }

  get text(): string {
    return this.bytes.decode(1, this.end, this.flags);
  }

  /** Its first (`count` > 0) or last characters, or a few more. */
  excerpt(count: number): string {
    return this.bytes.excerpt(1, this.end, { count, flags: this.flags });
  }

  /** Whether the text has an ASCII literal. */
  includes(literal: string): boolean {
    return this.bytes.includes(literal, { start: 1, end: this.end, flags: this.flags });
  }
}
