import { closeSync, openSync } from "node:fs";
import { Compactor } from "../compact/compactor.ts";
import { openSource } from "../io/compression.ts";
import { descriptorSource } from "../io/file-descriptor.ts";
import { Output } from "../io/output.ts";
import { createSpool } from "../io/spool.ts";
import type { FileTelemetry } from "../report/telemetry.ts";
import type { Run } from "./run.ts";

/** The layout of a file by its start; undefined where it cannot be told, or read. */
export async function layoutOf(
  run: Run,
  name: string,
): Promise<FileTelemetry["layout"] | undefined> {
  const job = { ...run.job(name), onTranscript: () => {}, onBadLine: () => {} };
  const store = createSpool();
  let file: number | undefined;
  try {
    file = openSync(name, "r");
    const source = await openSource(descriptorSource(file));
    const compactor = new Compactor(job, { store, output: new Output() });
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
