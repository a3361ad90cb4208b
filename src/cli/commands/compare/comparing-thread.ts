/** The entry of a thread that compares settings over the transcripts of files. */
import { parentPort, workerData } from "node:worker_threads";
import { readOnThread, type TranscriptMaker } from "../../inputs/threads/read-on-thread.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { createComparer, drawsPrompts, type SentComparison } from "./comparer.ts";
import type { CompareFlags } from "./flags.ts";

async function createMaker(): Promise<TranscriptMaker<SentComparison>> {
  const flags = workerData as CompareFlags;
  const { compare, looksFor } = await createComparer(flags);
  const formats = await formatsFrom(flags);
  return {
    reading: { formats, strict: flags.strict ?? false, ...looksFor },
    open(file) {
      let most = -1;
      return (read) => {
        const { compared, prompts } = compare(read, file);
        const isLargest = compared.alone.promptTokens > most;
        if (isLargest) most = compared.alone.promptTokens;
        const areSent = isLargest && drawsPrompts(flags);
        return { compared, prompts: areSent ? prompts() : undefined };
      };
    },
  };
}

if (parentPort !== null) readOnThread(parentPort, createMaker);
