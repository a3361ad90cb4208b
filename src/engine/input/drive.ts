import type { ByteSource } from "../../io/file-descriptor.ts";
import type { InputReader } from "./input-reader.ts";

/**
 * Takes a source through a reader to its end. `drain` takes away what was made of it, each time before
 * the bytes may change; `onRead` gets the number of bytes of every read.
 */
export async function drive(
  input: InputReader,
  {
    source,
    drain,
    onRead,
  }: {
    readonly source: ByteSource;
    readonly drain?: () => Promise<void>;
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
