import type { ByteSource } from "../../io/file-descriptor.ts";

/** Takes the bytes of an input as they come. Its generators stop where what was made of them should be taken away. */
export interface ByteTaker {
  /** Where the next bytes may be read into. */
  room(): Buffer;
  /** Deals with bytes that were read into the room. */
  received(count: number): Iterable<void>;
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
  for (;;) {
    const count = await source.read(input.room());
    onRead?.(count);
    for (const _ of count === 0 ? input.finish() : input.received(count)) await drain?.();
    await drain?.();
    if (count === 0) return;
  }
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
