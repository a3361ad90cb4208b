import {
  type ReadInput,
  readTranscripts,
  type TranscriptReading,
} from "../../engine/input/read-transcripts.ts";
import type { Shell } from "../terminal/shell.ts";
import type { Input } from "./input.ts";
import { withInput } from "./with-input.ts";

/** How an input is read. */
export interface InputReading {
  readonly reading: TranscriptReading;
  /** Gets the number of bytes of every read, and is waited for before the next. */
  onRead(count: number): Promise<void>;
  /** Takes away what was made of transcripts, where much is. */
  drain?(): Promise<void>;
}

/** Reads the transcripts of an input, compressed or not. */
export async function readInput(
  shell: Pick<Shell, "stdin">,
  input: Input,
  { reading, onRead, drain }: InputReading,
): Promise<ReadInput> {
  return withInput(input, shell, async ({ source, store }) => {
    let count = 0;
    const waiting = {
      async read(into: Buffer) {
        await onRead(count);
        count = await source.read(into);
        return count;
      },
    };
    return readTranscripts(waiting, reading, { store, ...(drain !== undefined && { drain }) });
  });
}
