import { ElisionError } from "../../../base/errors.ts";
import { didYouMean } from "../../../base/nearest.ts";
import { quoted } from "../../../base/quoted.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { Layer } from "../settings.ts";
import type { ConfigFile } from "./config-file.ts";
import { findConfigFiles, homeOf } from "./find-config-files.ts";

/** The settings of files: those of the selected profile, and those outside of profiles; the nearest file first. */
export interface FileLayers {
  readonly profile: readonly Layer[];
  readonly files: readonly Layer[];
}

/** The files to read, and the profile to use. */
export interface ConfigRequest {
  /** A file to read instead of those found; false for none. */
  readonly config?: string | false | undefined;
  readonly profile?: string | undefined;
}

/** Reads the settings files that exist. The TOML parser is loaded only if there is one. */
export async function loadConfig(
  env: Shell["env"],
  { config, profile }: ConfigRequest,
): Promise<FileLayers> {
  const files = filesFor(env, config);
  if (files.length === 0) {
    if (profile !== undefined)
      throw noProfile(`no profile ${quoted(profile)}`, "there is no elision.toml");
    return { profile: [], files: [] };
  }
  const [{ configIn }, { readToml }] = await Promise.all([
    import("./config-file.ts"),
    import("./toml.ts"),
  ]);
  const configs = files.map((file) =>
    configIn(readToml(file.path, file.name), { ...file, home: homeOf(env) }),
  );
  const named = configs.flatMap(({ profiles }) => {
    const layer = profile === undefined ? undefined : profiles.get(profile);
    return layer === undefined ? [] : [layer];
  });
  if (profile !== undefined && named.length === 0)
    throw unknownProfile(
      profile,
      files,
      configs.flatMap(({ profiles }) => [...profiles.keys()]),
    );
  return { profile: named, files: configs.map(({ settings }) => settings) };
}

function filesFor(env: Shell["env"], config: ConfigRequest["config"]): readonly ConfigFile[] {
  if (config === false) return [];
  if (config !== undefined) return [{ kind: "named", path: config, name: config }];
  return findConfigFiles(workingFolder(), env);
}

/** The working folder; undefined where it is gone. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function unknownProfile(
  profile: string,
  files: readonly ConfigFile[],
  profiles: readonly string[],
): ElisionError {
  const where = files.map(({ name }) => name).join(" or ");
  const known = [...new Set(profiles)].join(", ");
  return noProfile(
    `no profile ${quoted(profile)} in ${where}${didYouMean(profile, profiles)}`,
    known === "" ? "there are no profiles" : `profiles: ${known}`,
  );
}

function noProfile(message: string, hint: string): ElisionError {
  return new ElisionError("usage", `--profile: ${message}`, { hint });
}
