import { createSpool } from "../../io/store/spool.ts";
import { storeSource } from "../../io/store/store-source.ts";
import type { Shell } from "../terminal/shell.ts";

const CHUNK_BYTES = 256 * 1024;

/** A shell whose standard input is kept, so that it can be read more than once from its start. */
export async function withSpooledStdin(
  shell: Shell,
): Promise<{ readonly shell: Shell; close(): void }> {
  const spool = createSpool();
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const { isTerminal } = shell.stdin;
  for (;;) {
    const count = await shell.stdin.read(chunk);
    if (count === 0) break;
    spool.append(chunk.subarray(0, count));
  }
  return {
    shell: {
      ...shell,
      get stdin() {
        return { ...storeSource(spool), isTerminal };
      },
    },
    close: () => spool.close(),
  };
}
