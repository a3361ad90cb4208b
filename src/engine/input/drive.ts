import type { ByteSource } from "../../io/file-descriptor.ts";

/** Takes the bytes of an input as they come. Its generators stop where what was made of them should be taken away. */
export interface ByteTaker {
  /** Where the next bytes may be read into. */
  room(): Buffer;
  /** Takes note of bytes that were read into the room, and deals with them as what it gives is gone through. */
  received(count: number): Iterable<void>;
  /** Where the bytes after those that were received may be read into while these are dealt with, if there is room: then they are. */
  roomAhead?(): Buffer | undefined;
  /** Ends the input. */
  finish(): Iterable<void>;
}

/**
 * Takes a source through a taker to its end. `drain` takes away what was made of it, each time before
 * the bytes may change; `onRead` gets the number of bytes of every read.
 */
export async function drive(
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
    // The memory that is read into is another's after this.
    await ahead?.catch(() => {});
  }
}

function readAhead(input: ByteTaker, source: ByteSource): Promise<number> | undefined {
  const ahead = source.readAhead?.(() => input.roomAhead?.());
  // Whether it failed is looked at when its turn comes.
  ahead?.catch(() => {});
  return ahead;
}

/** Hands bytes that are elsewhere in memory to a taker. */
export function takeBytes(input: ByteTaker, bytes: Buffer): Iterable<void> {
  return takePieces(input, [bytes]);
}

/** The same for bytes that are in pieces, of which it takes several at once. */
export function* takePieces(input: ByteTaker, pieces: readonly Buffer[]): Iterable<void> {
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
