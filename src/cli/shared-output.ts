import { closeSync, openSync } from "node:fs";
import { Compactor } from "../compact/compactor.ts";
import type { ElisionError } from "../errors.ts";
import { openSource } from "../io/compression.ts";
import { descriptorSource } from "../io/file-descriptor.ts";
import { Output as Held } from "../io/output.ts";
import { createSpool } from "../io/spool.ts";
import type { Input } from "./inputs.ts";
import { type Output, usage } from "./outputs.ts";
import type { Run } from "./run.ts";

/** One output for several inputs, with a line break between two where the first has none. */
export function joined(output: Output) {
  let last = 0x0a;
  const next = (): Output => {
    let isFirst = true;
    return {
      async write(pieces) {
        const end = pieces.at(-1)?.at(-1);
        if (end === undefined) return;
        if (isFirst && last !== 0x0a) await output.write([Buffer.from("\n")]);
        isFirst = false;
        last = end;
        await output.write(pieces);
      },
      commit: async () => {},
      abort: () => {},
    };
  };
  return { next, end: () => output.commit(), abort: () => output.abort() };
}

/** Reads the start of each file, before anything is written, to know that they can share an output. */
export async function refuseOthersThanRows(run: Run, inputs: readonly Input[]): Promise<void> {
  for (const input of inputs) {
    if (input.kind === "stdin" || !input.stats.isFile()) continue;
    const layout = await layoutOf(run, input.name);
    if (layout !== undefined && layout !== "rows") throw notRows(input.name, layout);
  }
}

/** The layout of a file by its start; undefined where it cannot be told, or read. */
async function layoutOf(run: Run, name: string) {
  const job = { ...run.job(name), onTranscript: () => {}, onBadLine: () => {} };
  const store = createSpool();
  let file: number | undefined;
  try {
    file = openSync(name, "r");
    const source = await openSource(descriptorSource(file));
    const compactor = new Compactor(job, { store, output: new Held() });
    while (compactor.layout === undefined) {
      const count = await source.read(compactor.room());
      for (const _ of count === 0 ? compactor.finish() : compactor.received(count)) break;
      if (count === 0) break;
    }
    return compactor.layout;
  } catch {
    return undefined; // It is named when its turn comes.
  } finally {
    store.close();
    if (file !== undefined) closeSync(file);
  }
}

/** The usage error for an input that cannot share an output. */
export function notRows(name: string, layout: string): ElisionError {
  const holds = layout === "lines" ? "one transcript in its lines" : "one document";
  return usage(
    `several inputs share an output only if they are rows (${name} holds ${holds})`,
    "use --out-dir or --in-place",
  );
}
