import { Duplex } from "node:stream";

/** Makes bytes of the chunks that are written to a stream: what its generators give is read from there. */
export interface Pump {
  /** The bytes for a chunk; `encoding` is that of a string. */
  take(chunk: unknown, encoding: BufferEncoding): Iterable<Uint8Array>;
  /** The bytes for the end. */
  finish(): Iterable<Uint8Array>;
  /** Called once, however the stream ends, and never while a generator is at work. */
  close(): void;
}

/**
 * A stream of the bytes that a pump makes of any chunks, made no faster than they are read. What a generator
 * throws is its error.
 *
 * `Duplex.from` with an async generator does not do: where the stream is destroyed, as by the signal of an aborted
 * `pipeline`, the generator waits forever, and so does the pipeline.
 */
export function pumpedDuplex(pump: Pump): Duplex {
  let pieces: Iterator<Uint8Array> | undefined;
  let done: (error?: Error) => void = () => {};
  let isAtWork = false;
  /** The next piece; none at the end, and where work failed, of which `done` is told. */
  const next = (from: Iterator<Uint8Array>): Uint8Array | undefined => {
    isAtWork = true;
    let failure: Error | undefined;
    try {
      const piece = from.next();
      if (!piece.done) return piece.value;
    } catch (error) {
      failure = error as Error;
    } finally {
      isAtWork = false;
      if (stream.destroyed) pump.close();
    }
    pieces = undefined;
    done(failure);
    return undefined;
  };
  const goOn = () => {
    while (pieces !== undefined) {
      const piece = next(pieces);
      if (piece === undefined || stream.destroyed || !stream.push(piece)) return;
    }
  };
  const stream = new Duplex({
    writableObjectMode: true,
    read: goOn,
    write: (chunk: unknown, encoding, written) => {
      pieces = started(() => pump.take(chunk, encoding));
      done = written;
      goOn();
    },
    final: (ended) => {
      pieces = started(() => pump.finish());
      done = (error) => {
        if (error === undefined) stream.push(null);
        ended(error);
      };
      goOn();
    },
    destroy: (error, destroyed) => {
      pieces = undefined;
      if (!isAtWork) pump.close();
      destroyed(error);
    },
  });
  return stream;
}

/** The pieces, in a generator: an error before the first of them is thrown by `next` too. */
function* started(from: () => Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* from();
}
