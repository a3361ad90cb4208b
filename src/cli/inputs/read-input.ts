import { closeSync, fstatSync } from "node:fs";
import {
  type ReadInput,
  readTranscripts,
  type TranscriptReading,
} from "../../engine/input/read-transcripts.ts";
import { openSource } from "../../io/compression.ts";
import { descriptorSource } from "../../io/file-descriptor.ts";
import { createSpool } from "../../io/spool.ts";
import type { Shell } from "../terminal/shell.ts";
import { openInput } from "./find-inputs.ts";
import type { Input } from "./input.ts";

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
  { stdin }: Pick<Shell, "stdin">,
  input: Input,
  { reading, onRead, drain }: InputReading,
): Promise<ReadInput> {
  const file = await openInput(input);
  try {
    const source = await openSource(file === undefined ? stdin : descriptorSource(file));
    const isPlain = file !== undefined && fstatSync(file).isFile() && !source.compression;
    const store = createSpool(isPlain ? { source: file } : {});
    let count = 0;
    try {
      const waiting = {
        async read(into: Buffer) {
          await onRead(count);
          count = await source.read(into);
          return count;
        },
      };
      return await readTranscripts(waiting, reading, {
        store,
        ...(drain !== undefined && { drain }),
      });
    } finally {
      store.close();
    }
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
