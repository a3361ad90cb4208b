import type { ByteSource } from "../../io/file-descriptor.ts";

/** Reads lines that people type. */
export interface LineReader {
  /** The next line without its end; undefined where there is none. */
  next(): Promise<string | undefined>;
}

const CHUNK_BYTES = 4096;

/** Lines of a source. */
export function createLineReader(source: ByteSource): LineReader {
  let text = "";
  let isOver = false;
  const decoder = new TextDecoder();
  return {
    async next() {
      for (;;) {
        const end = text.indexOf("\n");
        if (end >= 0) {
          const line = text.slice(0, end).replace(/\r$/, "");
          text = text.slice(end + 1);
          return line;
        }
        if (isOver) {
          const rest = text;
          text = "";
          return rest === "" ? undefined : rest;
        }
        const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        const count = await source.read(chunk);
        isOver = count === 0;
        text += decoder.decode(chunk.subarray(0, count), { stream: !isOver });
      }
    },
  };
}
