import { ARRANGED_STATES } from "../../../json/kernel/kernel-arranged.ts";
import {
  SESSION_NOTE,
  SESSION_NOTE_STRIDE,
  SESSION_WRITTEN_BITS,
  type SessionBatch,
} from "../../../json/tape/session-words.ts";
import { Column } from "../../../transcript/columns/column.ts";
import type { SessionCalls } from "./session-calls.ts";

/** A placeholder that the kernel wrote, and the length in bytes of the text that it replaces. */
export interface WrittenPlaceholder {
  readonly length: number;
  readonly bytes: Buffer;
  /** The bytes before the ref that is to be filled in; 0 if there is none. */
  readonly ref: number;
}

/** The placeholders that the kernel wrote for the results of a session, by the numbers of these. */
export class SessionWritten {
  private readonly lengths = new Column();
  private readonly sizes = new Column();
  private readonly places = new Column();
  private readonly chunks: Buffer[] = [];
  private filled = CHUNK_BYTES;

  /** Adds those of lines whose first result has a number; pairs their results, and marks large ones. */
  add(
    { notes, results, written }: Pick<SessionBatch, "notes" | "results" | "written">,
    about: {
      readonly first: number;
      readonly larger: number;
      readonly calls: SessionCalls | undefined;
    },
  ): void {
    const { first, larger, calls } = about;
    let place = this.keep(written);
    for (let k = 0; k < results; k++) {
      const note = k * SESSION_NOTE_STRIDE;
      const integer = (at: number) => notes[note + at] ?? 0;
      calls?.pair(integer(SESSION_NOTE.part), integer(SESSION_NOTE.call));
      if (integer(SESSION_NOTE.chars) > larger)
        notes[note + SESSION_NOTE.about] = integer(SESSION_NOTE.about) | ARRANGED_STATES.isLarge;
      const size = integer(SESSION_NOTE.written);
      if (size === 0) continue;
      this.lengths.pushAt(first + k, integer(SESSION_NOTE.textLength));
      this.sizes.pushAt(first + k, size);
      this.places.pushAt(first + k, place);
      place += size & SIZE;
    }
  }

  /** The placeholder of a result; undefined if the kernel wrote none. */
  at(result: number): WrittenPlaceholder | undefined {
    const size = this.sizes.at(result);
    if (size === 0) return undefined;
    const place = this.places.at(result);
    const start = place % CHUNK_BYTES;
    const chunk = this.chunks[Math.floor(place / CHUNK_BYTES)];
    const bytes = chunk?.subarray(start, start + (size & SIZE)) ?? NOTHING;
    return { length: this.lengths.at(result), bytes, ref: size >>> SESSION_WRITTEN_BITS };
  }

  /** Copies bytes; returns their place. */
  private keep(bytes: Buffer): number {
    if (bytes.length > CHUNK_BYTES - this.filled) {
      this.chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.filled = 0;
    }
    this.chunks.at(-1)?.set(bytes, this.filled);
    const place = (this.chunks.length - 1) * CHUNK_BYTES + this.filled;
    this.filled += bytes.length;
    return place;
  }
}

/** As many bytes as the kernel writes at a time at most. */
const CHUNK_BYTES = 1024 * 1024;
const SIZE = (1 << SESSION_WRITTEN_BITS) - 1;
const NOTHING = Buffer.alloc(0);
