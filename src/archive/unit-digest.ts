import type { Hash } from "node:crypto";
import { createDigest } from "../base/create-digest.ts";
import type { Measured } from "./recipe.ts";

/** Fewer bytes than this are no landmark: many files begin alike. */
const FIRST_LANDMARK = 64;

/** The SHA-256 of bytes as they come, and of their starts: as many as each power of two. */
export class UnitDigest {
  length = 0;
  private readonly hash: Hash = createDigest();
  private readonly marks: Measured[] = [];
  private next = FIRST_LANDMARK;

  update(bytes: Uint8Array): void {
    let from = 0;
    while (this.length + (bytes.length - from) >= this.next) {
      const size = this.next - this.length;
      this.hash.update(bytes.subarray(from, from + size));
      from += size;
      this.length = this.next;
      this.marks.push(this.measured);
      this.next *= 2;
    }
    if (from === bytes.length) return;
    this.hash.update(from === 0 ? bytes : bytes.subarray(from));
    this.length += bytes.length - from;
  }

  /** The bytes and digest so far. */
  get measured(): Measured {
    return { digest: this.hash.copy().digest("hex"), length: this.length };
  }

  /** The starts that were passed, the shortest first. */
  get landmarks(): readonly Measured[] {
    return this.marks;
  }
}
