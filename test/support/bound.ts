import { createHash } from "node:crypto";
import { chosenFormats } from "../../src/api/format-option.ts";
import { readTranscriptsIn } from "../../src/engine/input/read-transcripts.ts";
import type { ReadTranscript } from "../../src/engine/input/transcripts/read-transcript.ts";
import type { FormatName } from "../../src/formats/index.ts";
import { memoryStore } from "../../src/io/store/store.ts";

/** Reads the transcripts of bytes, and gives what is asked of each while it is valid. */
export function eachTranscript<T>(
  bytes: Uint8Array,
  ask: (read: ReadTranscript) => T,
  format?: FormatName,
): T[] {
  const all: T[] = [];
  const reading = {
    file: "input",
    formats: chosenFormats(format === undefined ? {} : { format }),
    strict: false,
    findsModels: true,
    onBadLine() {},
    onTranscript: (read: ReadTranscript) => void all.push(ask(read)),
  };
  readTranscriptsIn(bytes, reading, { store: memoryStore() });
  return all;
}

/**
 * What a provider that binds reasoning would sign each block with, in order: a digest of all that the model
 * sees before it, and the block. Equal in two files where everything before the block is the same.
 */
export function signaturesOf({ transcript }: ReadTranscript): readonly string[] {
  const prefix = createHash("sha256");
  const signatures: string[] = [];
  for (let index = transcript.firstLive; index < transcript.messages.length; index++) {
    for (const part of transcript.messages.at(index)?.parts ?? []) {
      prefix.update(JSON.stringify([part.kind, transcript.text(part)]));
      if (part.kind === "reasoning" && part.signed) signatures.push(prefix.copy().digest("hex"));
    }
  }
  return signatures;
}
