import type { Hash } from "node:crypto";
import { createDigest } from "../base/create-digest.ts";
import type { Measured } from "./recipe.ts";

/** The shortest prefix that is digested, since many files begin alike. */
const FIRST_LANDMARK = 64;

/** Small pieces are buffered before they are hashed: a call costs as much as hashing a kilobyte. */
const GATHERED_BYTES = 8 * 1024;
const SMALL_BYTES = 2 * 1024;

/** The incremental SHA-256 of bytes, and of their prefixes whose lengths are powers of two. */
export class UnitDigest {
  length = 0;
  private readonly hash: Hash = createDigest();
  private readonly marks: Measured[] = [];
  private next: number;
  private gathered: Buffer | undefined;
  private filled = 0;

  /** `hasMarks`: whether to compute the digests of prefixes. */
  constructor({ hasMarks = true }: { readonly hasMarks?: boolean } = {}) {
    this.next = hasMarks ? FIRST_LANDMARK : Number.POSITIVE_INFINITY;
  }

  update(bytes: Uint8Array): void {
    let from = 0;
    while (this.length + (bytes.length - from) >= this.next) {
      const size = this.next - this.length;
      this.gather(bytes.subarray(from, from + size));
      from += size;
      this.marks.push(this.measured);
      this.next *= 2;
    }
    if (from < bytes.length) this.gather(from === 0 ? bytes : bytes.subarray(from));
  }

  /** The number of bytes and the digest so far. */
  get measured(): Measured {
    this.hashGathered();
    return { digest: this.hash.copy().digest("hex"), length: this.length };
  }

  /** The prefixes so far, the shortest first. */
  get landmarks(): readonly Measured[] {
    return this.marks;
  }

  private gather(bytes: Uint8Array): void {
    this.length += bytes.length;
    const isSmall = bytes.length < SMALL_BYTES;
    if (!isSmall || this.filled + bytes.length > GATHERED_BYTES) this.hashGathered();
    if (isSmall) {
      this.gathered ??= Buffer.allocUnsafe(GATHERED_BYTES);
      this.gathered.set(bytes, this.filled);
      this.filled += bytes.length;
    } else this.hash.update(bytes);
  }

  private hashGathered(): void {
    if (this.filled > 0 && this.gathered !== undefined)
      this.hash.update(this.gathered.subarray(0, this.filled));
    this.filled = 0;
  }
}
