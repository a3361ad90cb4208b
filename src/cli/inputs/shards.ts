import type { Shard } from "../options/argument-types.ts";
import { usage } from "../options/usage-error.ts";
import type { Input } from "./input.ts";

/**
 * The inputs of a shard, in the order given; all without one. Each input is in exactly one: in order of size, the
 * largest first, each goes to the shard with the fewest bytes, so that shards are about equal. Only names and
 * sizes decide.
 */
export function inputsOfShard(
  inputs: readonly Input[],
  shard: Shard | undefined,
): readonly Input[] {
  if (shard === undefined) return inputs;
  const { index, count } = shard;
  const sized = inputs.map((input) => ({ input, bytes: bytesOf(input) }));
  sized.sort((a, b) => b.bytes - a.bytes || (a.input.name < b.input.name ? -1 : 1));
  const loads = new Float64Array(count);
  const chosen = new Set<Input>();
  for (const { input, bytes } of sized) {
    const lightest = lightestOf(loads);
    loads[lightest] = (loads[lightest] ?? 0) + bytes + FILE_BYTES;
    if (lightest === index - 1) chosen.add(input);
  }
  return inputs.filter((input) => chosen.has(input));
}

/** Bytes that take about as long to compact as opening and replacing a file. */
const FILE_BYTES = 256 * 1024;

function bytesOf(input: Input): number {
  if (input.kind === "file" && input.stats.isFile()) return Number(input.stats.size);
  throw usage(
    `--shard goes by the sizes of files (got ${input.name})`,
    "name files or folders, and no stdin or pipe",
  );
}

/** The index of the first of the smallest sums. */
function lightestOf(loads: Float64Array): number {
  let lightest = 0;
  for (let k = 1; k < loads.length; k++) if ((loads[k] ?? 0) < (loads[lightest] ?? 0)) lightest = k;
  return lightest;
}
