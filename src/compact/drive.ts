import type { Source } from "../io/file-descriptor.ts";
import type { Output } from "../io/output.ts";
import type { Compactor } from "./compactor.ts";

/**
 * Takes a source through a compactor to its end. `write` gets what its output held, each time before
 * the bytes may change; `onRead` the number of bytes of every read.
 */
export async function drive(
  compactor: Compactor,
  {
    source,
    output,
    write,
    onRead,
  }: {
    readonly source: Source;
    readonly output: Output;
    readonly write: (pieces: readonly Buffer[]) => Promise<void>;
    readonly onRead?: (count: number) => void;
  },
): Promise<void> {
  const drain = async () => {
    if (output.held > 0) await write(output.drain());
  };
  for (;;) {
    const count = await source.read(compactor.room());
    onRead?.(count);
    for (const _ of count === 0 ? compactor.finish() : compactor.received(count)) await drain();
    await drain();
    if (count === 0) return;
  }
}
