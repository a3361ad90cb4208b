import { closeSync, openSync } from "node:fs";
import { InputReader } from "../../engine/input/input-reader.ts";
import type { Layout } from "../../formats/format.ts";
import { openSource } from "../../io/compression.ts";
import { descriptorSource } from "../../io/file-descriptor.ts";
import { createSpool } from "../../io/spool.ts";
import type { Run } from "../run.ts";

/** The layout of a file by its start; undefined where it cannot be told, or read. */
export async function layoutOf({ flags }: Run, name: string): Promise<Layout | undefined> {
  const store = createSpool();
  let file: number | undefined;
  let input: InputReader | undefined;
  try {
    file = openSync(name, "r");
    const source = await openSource(descriptorSource(file));
    const reading = {
      file: name,
      format: flags.format,
      strict: flags.strict ?? false,
      onBadLine: () => {},
    };
    input = new InputReader(reading, { store });
    while (input.layout === undefined) {
      const count = await source.read(input.room());
      for (const _ of count === 0 ? input.finish() : input.received(count)) break;
      if (count === 0) break;
    }
    return input.layout;
  } catch {
    return undefined; // It is named when its turn comes.
  } finally {
    input?.close();
    store.close();
    if (file !== undefined) closeSync(file);
  }
}
