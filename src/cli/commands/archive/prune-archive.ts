import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { openPruning } from "../../../archive/prune/prune.ts";
import { ReferenceFinder } from "../../../archive/prune/prune-references.ts";
import type { PruneTotals } from "../../../archive/prune/prune-totals.ts";
import { ElisionError } from "../../../base/errors.ts";
import { findInputs } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { withInput } from "../../inputs/with-input.ts";
import { usage } from "../../options/usage-error.ts";
import { knownError } from "../../terminal/known-error.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { ArchiveFlags } from "./flags.ts";

/** Bytes read at a time. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Removes the entries that none of the files refers to, or those older than an age. If a file cannot be read,
 * nothing is removed.
 */
export async function pruneArchive(
  shell: Shell,
  dir: string,
  { files, flags }: { readonly files: readonly string[]; readonly flags: ArchiveFlags },
): Promise<PruneTotals> {
  const { olderThan, dryRun = false } = flags;
  if (files.length === 0 && olderThan === undefined)
    throw usage(
      "archive prune: expected the files that are to stay restorable, or --older-than",
      "elision archive --help",
    );
  const pruning = openPruning(dir);
  try {
    const inputs = files.length === 0 ? [] : inputsBeside(dir, files);
    const finder = () => new ReferenceFinder((digits) => pruning.keep(digits));
    for (const input of inputs) await readThrough(shell, input, finder());
    if (olderThan !== undefined) pruning.keepSince(shell.now() - olderThan);
    return await pruning.run({ isDry: dryRun });
  } finally {
    pruning.close();
  }
}

/** The input files, without those of the archive itself. */
function inputsBeside(dir: string, files: readonly string[]): readonly Input[] {
  const { inputs, errors } = findInputs(files, { follow: true });
  const [error] = errors;
  if (error !== undefined) throw error;
  const archive = realpathSync(dir) + sep;
  const remaining = inputs.filter(
    (input) => input.kind === "stdin" || !realpathSync(input.name).startsWith(archive),
  );
  if (remaining.length === 0)
    throw usage("archive prune: there are no files there: all would be removed", "name others");
  return remaining;
}

async function readThrough(shell: Shell, input: Input, finder: ReferenceFinder): Promise<void> {
  try {
    await withInput(input, shell, async ({ source }) => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let count = await source.read(chunk); count > 0; count = await source.read(chunk))
        finder.update(chunk.subarray(0, count));
    });
    finder.finish();
  } catch (error) {
    const { code, message, hint, file } = knownError(error, input.name);
    throw new ElisionError(code, message, { file: file ?? input.name, ...(hint && { hint }) });
  }
}
