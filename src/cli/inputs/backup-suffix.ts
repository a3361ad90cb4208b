import type { Program } from "../options/command-declaration.ts";
import { COMPACT_FLAGS } from "../options/compact-flags.ts";
import type { OptionSetting } from "../options/settings.ts";
import { usage } from "../options/usage-error.ts";

/** The suffix of backups for a command without `--backup`: the one from the environment or a settings file. */
export function backupSuffix({ settingsOf }: Pick<Program, "settingsOf">): BackupSuffix {
  const { backup } = COMPACT_FLAGS;
  const value = settingsOf({ backup }).backup?.value;
  return { backup: typeof value === "string" ? value : undefined };
}

/** The suffix of files that are not read as inputs of a folder. */
export interface BackupSuffix {
  readonly backup: string | undefined;
}

/**
 * Refuses `--backup` without `--in-place`. A suffix from the environment or a settings file applies to runs in
 * place; in others, it only marks backups, which are not read.
 */
export function refuseLoneBackup(
  { inPlace }: { readonly inPlace: boolean | undefined },
  backup: OptionSetting | undefined,
): void {
  if (backup?.from.kind === "flag" && inPlace !== true)
    throw usage("--backup goes with --in-place", "name both, or neither");
}
