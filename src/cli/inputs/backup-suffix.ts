import type { Program } from "../options/command-declaration.ts";
import { COMPACT_FLAGS } from "../options/compact-flags.ts";
import type { OptionSetting } from "../options/settings.ts";
import { usage } from "../options/usage-error.ts";

/** The suffix of backups that holds for a command without `--backup`: what was set for good, if anything. */
export function backupSuffix({ settingsOf }: Pick<Program, "settingsOf">): BackupSuffix {
  const { backup } = COMPACT_FLAGS;
  const value = settingsOf({ backup }).backup?.value;
  return { backup: typeof value === "string" ? value : undefined };
}

/** The suffix of files that are no inputs of a folder. */
export interface BackupSuffix {
  readonly backup: string | undefined;
}

/**
 * Refuses `--backup` without `--in-place`. A suffix that was set for good is for runs in place, and only
 * keeps others from reading the backups.
 */
export function refuseLoneBackup(
  { inPlace }: { readonly inPlace: boolean | undefined },
  backup: OptionSetting | undefined,
): void {
  if (backup?.from.kind === "flag" && inPlace !== true)
    throw usage("--backup goes with --in-place", "name both, or neither");
}
