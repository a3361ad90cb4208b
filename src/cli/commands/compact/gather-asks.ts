import { closeSync, fstatSync } from "node:fs";
import { Compactor } from "../../../engine/compactor.ts";
import { drive } from "../../../engine/input/drive.ts";
import { openSource } from "../../../io/compression.ts";
import { descriptorSource } from "../../../io/file-descriptor.ts";
import { Output } from "../../../io/output.ts";
import { createSpool } from "../../../io/spool.ts";
import { type Ask, keyOf } from "../../../reduce/asking/ask.ts";
import { openInput } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import type { Run } from "../../run.ts";

/**
 * Compacts an input for nothing but what a model would be asked, each question once. `pace` is waited
 * for as the input goes on. What is wrong with the input is said when it is compacted in fact.
 */
export async function gatherAsks(
  run: Run,
  input: Input,
  { visit, pace }: { visit(ask: Ask, key: string): void; pace(): Promise<void> },
): Promise<void> {
  let file: number | undefined;
  const seen = new Set<string>();
  const output = new Output();
  try {
    file = await openInput(input);
    const source = await openSource(file === undefined ? run.shell.stdin : descriptorSource(file));
    const isPlain =
      file !== undefined && fstatSync(file).isFile() && source.compression === undefined;
    const store = createSpool(isPlain ? { source: file as number } : {});
    const job = {
      ...run.job(input.name),
      archive: undefined,
      explain: false,
      onTranscript: () => {},
      onBadLine: () => {},
      answers(ask: Ask) {
        const key = keyOf(ask);
        if (!seen.has(key)) visit(ask, key);
        seen.add(key);
        return undefined;
      },
    };
    const compactor = new Compactor(job, { store, output });
    try {
      await drive(compactor, {
        source,
        drain: async () => {
          output.drain();
          await pace();
        },
      });
    } finally {
      compactor.close();
      store.close();
    }
  } catch {
    // Said when the input's turn comes.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
