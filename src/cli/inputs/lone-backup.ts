import type { OptionSetting } from "../options/settings.ts";
import { usage } from "../options/usage-error.ts";

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
