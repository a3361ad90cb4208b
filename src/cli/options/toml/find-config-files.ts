import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import type { Shell } from "../../terminal/shell.ts";
import type { ConfigFile } from "./config-file.ts";

/** The name of a file of settings. */
const NAME = "elision.toml";

/**
 * The settings files that exist, the project's before the user's. The project's is the nearest from the working
 * folder up to the root of its repository: the folder with `.git`. Outside of a repository it is the working
 * folder's alone, since a folder above may be anyone's. The user's is in `$XDG_CONFIG_HOME/elision`, else in
 * `~/.config/elision`.
 */
export function findConfigFiles(
  workingFolder: string | undefined,
  env: Shell["env"],
): readonly ConfigFile[] {
  const user = userFile(env);
  const project = workingFolder === undefined ? undefined : projectFile(workingFolder);
  const files: ConfigFile[] = [];
  if (workingFolder !== undefined && project !== undefined && project !== user)
    files.push({ kind: "project", path: project, name: relative(workingFolder, project) });
  if (user !== undefined && isThere(user)) files.push({ kind: "user", path: user, name: user });
  return files;
}

function projectFile(workingFolder: string): string | undefined {
  const here = join(workingFolder, NAME);
  if (isThere(here)) return here;
  let found: string | undefined;
  for (let folder = workingFolder; ; folder = dirname(folder)) {
    const file = join(folder, NAME);
    if (found === undefined && folder !== workingFolder && isThere(file)) found = file;
    if (existsSync(join(folder, ".git"))) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

function userFile(env: Shell["env"]): string | undefined {
  // The XDG Base Directory Specification says to ignore a path that is not absolute.
  const named = env.XDG_CONFIG_HOME;
  if (named !== undefined && isAbsolute(named)) return join(named, "elision", NAME);
  const home = homeOf(env);
  return home === undefined ? undefined : join(home, ".config", "elision", NAME);
}

/** Whether there is a file, or a folder of that name, which is refused when it is read. */
function isThere(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (stats.isFile() || stats.isDirectory());
  } catch {
    return false; // A folder without permission to search counts as empty.
  }
}

/** The user's home, where the environment says it. */
export function homeOf(env: Shell["env"]): string | undefined {
  return (env.HOME ?? env.USERPROFILE) || undefined;
}
