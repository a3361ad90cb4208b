import { archiveOf } from "../../archives/run-archive.ts";
import type { CompactFlags } from "../../options/compact-flags.ts";
import type { Layer } from "../../options/settings.ts";
import { usage } from "../../options/usage-error.ts";
import type { Shell } from "../../terminal/shell.ts";
import { diffCommand } from "../diff/run.ts";
import { placeholderOf, whenResumed } from "./begin-run.ts";

/** Shows what a run would change, for `-n --diff`. Gives the exit code. */
export async function previewDiff(
  shell: Shell,
  names: readonly string[],
  { flags, settings }: { readonly flags: CompactFlags; readonly settings: Layer },
): Promise<number> {
  if (flags.dryRun !== true)
    throw usage("--diff changes nothing: it goes with -n", "elision -n --diff FILE");
  if (flags.model !== undefined)
    throw usage("--diff does not ask a model", "leave --model off, or preview with -n --explain");
  const { report } = flags;
  const archived = archiveOf(flags, shell.env);
  return diffCommand(shell, names, {
    flags: {
      ...flags,
      stat: undefined,
      interactive: undefined,
      answers: undefined,
      archive: undefined,
      report: DIFF_REPORTS[report],
    },
    settings,
    whenResumed: whenResumed(flags, archived),
    ...placeholderOf(flags, archived),
  });
}

/** How the diff is written, by the kind of report requested. */
const DIFF_REPORTS = {
  table: "table",
  json: "json",
  ndjson: "ndjson",
  files: "ndjson",
  csv: "csv",
  none: "table",
} as const;
