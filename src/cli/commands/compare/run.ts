import { compareRead } from "../../../analyses/compare/compare-read.ts";
import type { Comparing } from "../../../analyses/compare/compare-session.ts";
import { passesToCheck } from "../../../analyses/compare/evidence/checked-passes.ts";
import { settingsOf } from "../../../analyses/compare/setting.ts";
import { looksForErrors } from "../../../reduce/pipeline/policy.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import type { BackupSuffix } from "../../inputs/backup-suffix.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import { overInputs } from "../../inputs/over-inputs.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { priceFrom } from "../../options/price-option.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import type { Layer } from "../../options/settings.ts";
import { type WatchedGlobs, watchGlobs } from "../../options/typed-in-vain.ts";
import { usage } from "../../options/usage-error.ts";
import { savedFiles } from "../../sessions/saved-files.ts";
import { sessionsAMonth } from "../../sessions/sessions-a-month.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { CompareFlags } from "./flags.ts";
import { openCompareReport } from "./view.ts";

/** Compares settings over what the arguments name, one after another. Gives the exit code. */
export async function compareCommand(
  shell: Shell,
  names: readonly string[],
  { flags, settings }: { readonly flags: CompareFlags & BackupSuffix; readonly settings: Layer },
): Promise<number> {
  const globs = watchGlobs(settings);
  const comparing = await comparingFrom(flags, globs);
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
  const findsErrors = comparing.settings.some(({ policy }) => looksForErrors(policy));
  const misses = flags.misses ?? (flags.html !== undefined && comparing.recalls);
  const passes = flags.passes === true ? passesToCheck() : undefined;
  const lists = { misses, turns: flags.fit ?? false, passes };
  await overInputs(shell, found, {
    flags,
    notesAtEnd: globs.notes,
    taker: {
      ...report,
      looksFor: { findsErrors, findsUsage: true, findsModels: true },
      transcript: (read, file) => report.transcript(compareRead(read, comparing, { file, lists })),
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

/** The settings to compare; wrong options are reported before anything is read. */
async function comparingFrom(flags: CompareFlags, globs: WatchedGlobs): Promise<Comparing> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const { windows, every, preset: presets = [], settings, ...policy } = flags;
  const others = settings.filter((name) => name !== "none");
  const grid = { windows, every, presets, settings: others };
  const options = reduceOptionsFrom(policy);
  const compared = settingsOf(grid, counter === undefined ? options : { ...options, counter });
  return {
    settings: compared.map((each) => ({ ...each, policy: globs.watch(each.policy) })),
    ...priceFrom(flags),
    counter,
    overheadTokens: flags.overheadTokens,
    recalls: flags.recall ?? true,
  };
}
