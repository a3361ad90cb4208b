import type { ByteSource } from "../../io/file-descriptor.ts";

/** Receives the bytes of an input. Its generators yield when the output should be drained. */
export interface ByteTaker {
  /** The buffer for the next bytes. */
  room(): Buffer;
  /** Accepts bytes that were read into the buffer, and processes them while its result is iterated. */
  received(count: number): Iterable<void>;
  /**
   * A buffer for the bytes after the received ones, to be read while these are processed; undefined if there is no
   * room.
   */
  roomAhead?(): Buffer | undefined;
  /** Ends the input. */
  finish(): Iterable<void>;
}

/**
 * Feeds a source to a taker, to its end. `drain` writes the output, each time before the bytes may change;
 * `onRead` gets the number of bytes of every read.
 */
export async function feed(
  input: ByteTaker,
  {
    source,
    drain,
    onRead,
  }: {
    readonly source: ByteSource;
    readonly drain?: (() => Promise<void>) | undefined;
    readonly onRead?: ((count: number) => void) | undefined;
  },
): Promise<void> {
  let ahead: Promise<number> | undefined;
  try {
    for (;;) {
      const count = await (ahead ?? source.read(input.room()));
      onRead?.(count);
      const work = count === 0 ? input.finish() : input.received(count);
      ahead = count === 0 ? undefined : readAhead(input, source);
      for (const _ of work) await drain?.();
      await drain?.();
      if (count === 0) return;
    }
  } finally {
    // The buffer belongs to another reader after this.
    await ahead?.catch(() => {});
  }
}

function readAhead(input: ByteTaker, source: ByteSource): Promise<number> | undefined {
  const ahead = source.readAhead?.(() => input.roomAhead?.());
  // Its error is handled when its turn comes.
  ahead?.catch(() => {});
  return ahead;
}

/** Feeds bytes in memory to a taker. */
export function feedBytes(input: ByteTaker, bytes: Buffer): Iterable<void> {
  return feedPieces(input, [bytes]);
}

/** Feeds bytes in pieces to a taker, several at once. */
export function* feedPieces(input: ByteTaker, pieces: readonly Buffer[]): Iterable<void> {
  let room: Buffer | undefined;
  let filled = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; ) {
      if (room !== undefined && filled === room.length) {
        yield* input.received(filled);
        yield;
        room = undefined;
      }
      if (room === undefined) filled = 0;
      room ??= input.room();
      const count = piece.copy(room, filled, at);
      at += count;
      filled += count;
    }
  if (filled > 0) yield* input.received(filled);
}
