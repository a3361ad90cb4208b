import type { Program } from "../options/command-declaration.ts";
import { COMPACT_FLAGS } from "../options/compact-flags.ts";

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
