import type { Archive } from "../../archive/archive.ts";
import { isArchive } from "../../archive/log/is-archive.ts";
import { openArchive } from "../../archive/open-archive.ts";
import type { Shell } from "../terminal/shell.ts";
import { userArchive } from "./user-archive.ts";

/** The archive named on the command line, or the user's if there is one. */
export function archiveIfAny(
  named: string | false | undefined,
  env: Shell["env"],
): Archive | undefined {
  if (named) return openArchive(named);
  const dir = userArchive(env);
  return dir !== undefined && isArchive(dir) ? openArchive(dir) : undefined;
}
