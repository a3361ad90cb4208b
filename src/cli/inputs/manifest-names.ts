import type { Shard } from "../options/argument-types.ts";

const NAME = /^\.elision-manifest(?:\.\d+-of-\d+)?\.ndjson$/;

/** The name of the list that a run writes: one for each shard, so that no two machines write to one file. */
export function manifestName(shard: Shard | undefined): string {
  const part = shard === undefined ? "" : `.${shard.index}-of-${shard.count}`;
  return `.elision-manifest${part}.ndjson`;
}

/** Whether a file name is that of such a list. */
export function isManifestName(name: string): boolean {
  return NAME.test(name);
}
