import { ElisionError } from "../../../base/errors.ts";
import { didYouMean } from "../../../base/nearest.ts";
import { quoted } from "../../../base/quoted.ts";
import { InvalidArgumentError } from "../commander-library.ts";
import type { FilePlace, Layer, OptionSetting, Origin } from "../settings.ts";
import { KEYS, mayFileSet, mayProjectSet } from "./config-keys.ts";
import { settingValue } from "./config-value.ts";
import type { Toml } from "./toml.ts";
import { isTable, type TomlTable } from "./toml-content.ts";

/** A file of settings. */
export interface ConfigFile {
  /**
   * A project's file sets policies only: cloning a repository must not run or overwrite anything. A file named on
   * the command line may set what the user's may.
   */
  readonly kind: "project" | "user" | "named";
  readonly path: string;
  /** As messages name it. */
  readonly name: string;
  /** The user's home, where it is known. */
  readonly home?: string | undefined;
}

/** The content of a settings file. */
export interface Config {
  readonly settings: Layer;
  readonly profiles: ReadonlyMap<string, Layer>;
}

/** The key of the table of profiles. */
const PROFILES = "profiles";

/** The settings in a document; throws an error with the place of a key or value that may not be there. */
export function configIn(toml: Toml, file: ConfigFile): Config {
  const { [PROFILES]: profiles = {}, ...others } = toml.table;
  const reading = { toml, file };
  if (!isTable(profiles)) throw badConfig(reading, [PROFILES], "expected a table of profiles");
  return {
    settings: layerOf(reading, [], others, (place) => ({ kind: file.kind, place })),
    profiles: new Map(
      Object.entries(profiles).map(([profile, table]) => {
        const path = [PROFILES, profile];
        if (!isTable(table))
          throw badConfig(reading, path, `profile ${quoted(profile)}: expected a table`);
        return [
          profile,
          layerOf(reading, path, table, (place) => ({ kind: "profile", profile, place })),
        ];
      }),
    ),
  };
}

interface ConfigReading {
  readonly toml: Toml;
  readonly file: ConfigFile;
}

function layerOf(
  reading: ConfigReading,
  path: readonly string[],
  table: TomlTable,
  originAt: (place: FilePlace) => Origin,
): Layer {
  const settings: Record<string, OptionSetting> = {};
  for (const [key, value] of Object.entries(table)) {
    const at = [...path, key];
    const { name, flag } = knownKey(reading, at, key);
    const from = originAt(placeOf(reading, at));
    try {
      settings[name] = { value: settingValue(flag, value, reading.file), from };
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw badConfig(reading, at, `${key}: ${error.message}`);
    }
  }
  return settings;
}

function knownKey(reading: ConfigReading, at: readonly string[], key: string) {
  const { kind } = reading.file;
  const known = KEYS.get(key);
  if (known === undefined) {
    const settable = [...KEYS].filter(([, { flag }]) =>
      kind === "project" ? mayProjectSet(flag) : mayFileSet(flag),
    );
    const names = [...settable.map(([name]) => name), ...(at.length === 1 ? [PROFILES] : [])];
    const guess = didYouMean(key, names);
    throw badConfig(
      reading,
      at,
      `unknown key ${quoted(key)}${guess}`,
      guess === "" ? "elision config --no-config lists the keys" : undefined,
    );
  }
  if (kind === "project" && !mayProjectSet(known.flag))
    throw badConfig(
      reading,
      at,
      `a project file may not set ${key}`,
      "it sets policies only, so that nothing is run, sent or overwritten for having been cloned",
    );
  if (!mayFileSet(known.flag)) throw badConfig(reading, at, `only the command line may set ${key}`);
  return known;
}

function placeOf({ toml, file }: ConfigReading, at: readonly string[]): FilePlace {
  return { file: file.name, ...toml.placeOf(at) };
}

function badConfig(
  reading: ConfigReading,
  at: readonly string[],
  message: string,
  hint?: string,
): ElisionError {
  const place = placeOf(reading, at);
  return new ElisionError("bad-config", message, hint === undefined ? place : { ...place, hint });
}
