import type { Lines } from "./line-room.ts";
import { compressMember, encodeMember } from "./member.ts";

/** Lines that become a member, and what is known about them. */
export interface FullMember extends Lines {
  /** The packed records of its lines. */
  readonly records: Buffer | undefined;
}

/** Compressed members are written in the order of their lines. */
type Write = (member: Buffer, from: FullMember) => void;

interface QueuedMember extends FullMember {
  member?: Buffer;
  /** Settles once another thread has compressed it. */
  done?: Promise<void>;
}

/** Bytes of lines that are compressed as fast as another thread is asked to. */
const SMALL_BYTES = 64 * 1024;

/** Members that are compressed on other threads at a time, and that wait at most (16 MB of lines). */
const MOST_AWAY = 16;
const MOST_WAITING = 64;

/**
 * Compresses members on other threads, since zlib takes a third of a run with an archive, and writes them in order.
 * Those threads answer when the event loop has a turn; what is more by then, small, or cannot wait, this thread
 * compresses. A member that could not be written stays, and is tried again by `drain`.
 */
export class MemberQueue {
  private readonly waiting: QueuedMember[] = [];
  private readonly time: number;
  private readonly write: Write;
  private away = 0;
  private hasFailed = false;

  constructor(time: number, write: Write) {
    this.time = time;
    this.write = write;
  }

  /** Adds a member, whose lines may not change until they are written. */
  add(full: FullMember): void {
    const last: QueuedMember = { ...full };
    this.waiting.push(last);
    if (this.hasFailed || this.waiting.length > MOST_WAITING) this.drain();
    else if (this.away >= MOST_AWAY || full.lines.length <= SMALL_BYTES)
      last.member = encodeMember(last.lines, this.time);
    else last.done = this.compress(last);
  }

  /** The lines of members that are not written yet. */
  get lines(): readonly Buffer[] {
    return this.waiting.map(({ lines }) => lines);
  }

  /** Writes all members, `last` as well; those that no other thread has compressed yet, this one does. */
  drain(last?: FullMember): void {
    if (last !== undefined) this.waiting.push({ ...last });
    // Until all are written: after a failure the log may be closed before other threads answer.
    this.hasFailed = true;
    for (const each of this.waiting) each.member ??= encodeMember(each.lines, this.time);
    this.writeReady();
    this.hasFailed = false;
  }

  /** Writes all members once other threads have compressed them. */
  async settle(): Promise<void> {
    await Promise.all(this.waiting.map(({ done }) => done));
    if (this.hasFailed) this.drain();
    else this.writeReady();
  }

  private async compress(one: QueuedMember): Promise<void> {
    this.away++;
    try {
      const member = await compressMember(one.lines, this.time);
      one.member ??= member;
      if (!this.hasFailed) this.writeReady();
    } catch {
      // Thrown again by `drain`.
      this.hasFailed = true;
    }
    this.away--;
  }

  private writeReady(): void {
    for (let first = this.waiting[0]; first?.member !== undefined; first = this.waiting[0]) {
      this.write(first.member, first);
      this.waiting.shift();
    }
  }
}
