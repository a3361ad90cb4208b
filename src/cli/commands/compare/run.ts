import type { ComparedPrompts } from "../../../analyses/compare/compared.ts";
import type { BackupSuffix } from "../../inputs/backup-suffix.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import { overInputs } from "../../inputs/over-inputs.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import type { Layer } from "../../options/settings.ts";
import { watchGlobs } from "../../options/typed-in-vain.ts";
import { usage } from "../../options/usage-error.ts";
import { savedFiles } from "../../sessions/saved-files.ts";
import { sessionsAMonth } from "../../sessions/sessions-a-month.ts";
import type { Shell } from "../../terminal/shell.ts";
import { createComparer, type SentComparison } from "./comparer.ts";
import { comparingThreads } from "./comparing-threads.ts";
import type { CompareFlags } from "./flags.ts";
import { openCompareReport } from "./view.ts";

/** Compares settings over what the arguments name, one after another. Gives the exit code. */
export async function compareCommand(
  shell: Shell,
  names: readonly string[],
  { flags, settings }: { readonly flags: CompareFlags & BackupSuffix; readonly settings: Layer },
): Promise<number> {
  const globs = watchGlobs(settings);
  const { comparing, compare, looksFor } = await createComparer(flags, globs.watch);
  const found = findInputsFor(shell, names, {
    help: "elision compare --help",
    follow: flags.follow,
    backup: flags.backup,
    column: flags.column,
  });
  const perMonth = await perMonthFrom(shell, flags);
  const report = await openCompareReport(shell, flags, {
    ...comparing,
    inputs: found.inputs,
    ...(perMonth !== undefined && { perMonth }),
  });
  const onCompared = ({ compared, prompts }: SentComparison) =>
    report.transcript({ compared, prompts: () => prompts ?? NO_PROMPTS });
  // Only this thread can tell which globs match nothing.
  const threads = globs.areTyped
    ? undefined
    : comparingThreads(shell, flags, { inputs: found.inputs, onCompared });
  await overInputs(shell, found, {
    flags,
    notesAtEnd: globs.notes,
    threads,
    taker: {
      ...report,
      looksFor,
      transcript: (read, file) => report.transcript(compare(read, file)),
    },
  });
  return report.exitCode;
}

/** The number of sessions that monthly costs are for. */
async function perMonthFrom(
  shell: Shell,
  { perMonth, formatModule }: CompareFlags,
): Promise<number | undefined> {
  if (perMonth !== "mine") return perMonth;
  const { among } = await formatsFrom({ formatModule });
  const count = sessionsAMonth(savedFiles(among.all, shell));
  if (count > 0) return count;
  throw usage(
    "no sessions of any agent were found on this machine, so that there is no rate a month",
    "give one: --per-month 40",
  );
}

/** The prompts of a transcript that another of its file exceeds: no chart shows them. */
const NO_PROMPTS: ComparedPrompts = { file: "", line: 0, steps: [], series: [] };
