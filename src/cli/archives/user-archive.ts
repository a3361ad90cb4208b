import { isAbsolute, join } from "node:path";
import { homeOf } from "../options/toml/find-config-files.ts";
import { usage } from "../options/usage-error.ts";
import type { Shell } from "../terminal/shell.ts";

/**
 * The folder of the user's archive, by the XDG Base Directory Specification: `$XDG_DATA_HOME` where that
 * is an absolute path, else `~/.local/share`. Undefined where the environment names no home.
 */
export function userArchive(env: Shell["env"]): string | undefined {
  const named = env.XDG_DATA_HOME;
  if (named !== undefined && isAbsolute(named)) return join(named, "elision", "archive");
  const home = homeOf(env);
  if (home === undefined || !isAbsolute(home)) return undefined;
  return join(home, ".local", "share", "elision", "archive");
}

/** The archive that a command reads: the one named on the command line, else the user's. */
export function archiveToRead(named: string | false | undefined, env: Shell["env"]): string {
  const dir = named || userArchive(env);
  if (dir === undefined)
    throw usage("no archive: neither HOME nor XDG_DATA_HOME is set", "name it with --archive");
  return dir;
}
