import type { Shell } from "../terminal/shell.ts";
import type { CommandDeclaration } from "./command-declaration.ts";
import type { Command as Parser } from "./commander-library.ts";
import { environmentLayer } from "./environment.ts";
import type { Flags } from "./flag.ts";
import { refuseUnknownFormat } from "./format-flags.ts";
import { withPreset } from "./preset-layer.ts";
import {
  defaultLayer,
  type Layer,
  mergeLayers,
  type OptionSetting,
  settableIn,
} from "./settings.ts";
import { loadConfig } from "./toml/load-config.ts";
import { usage } from "./usage-error.ts";

/**
 * Merges the settings of all sources, for a command whose arguments are parsed. The order of precedence is here.
 */
export async function gatherSettings(
  parser: Parser,
  command: CommandDeclaration,
  env: Shell["env"],
): Promise<(flags: Flags) => Layer> {
  const isConfigured = "profile" in command.flags;
  const { profile, files } = isConfigured
    ? await loadConfig(env, parser.opts())
    : { profile: [], files: [] };
  const policy = "policyFile" in command.flags ? await policyLayers(parser) : [];
  const known = new Map<Flags, Layer>();
  const settingsOf = (flags: Flags) => {
    const typed = typedLayer(parser, command, flags);
    const layers = withPreset([
      typed,
      ...policy,
      ...profile,
      environmentLayer(flags, env, typed),
      ...files,
      defaultLayer(flags),
    ]).map(withoutArchive);
    const settings = mergeLayers(layers);
    refuseUnknownFormat(settings);
    return settableIn(settings, flags);
  };
  return (flags) => {
    const settings = known.get(flags) ?? settingsOf(flags);
    known.set(flags, settings);
    return settings;
  };
}

/** Turns `no-archive` in a layer into the value of `archive` there: none. */
function withoutArchive(layer: Layer): Layer {
  const { noArchive } = layer;
  if (noArchive?.value !== false) return layer;
  return { ...layer, archive: { value: false, from: noArchive.from } };
}

/** The settings of `--policy-file`, whose reader is loaded only then. */
async function policyLayers(parser: Parser): Promise<readonly Layer[]> {
  const { policyFile, preset } = parser.opts();
  if (policyFile === undefined) return [];
  if (preset !== undefined)
    throw usage("--preset and --policy-file exclude each other", "a policy file sets all of them");
  const { policyFileLayer } = await import("./policy-file.ts");
  return [policyFileLayer(policyFile)];
}

/** The typed options that other sources may set as well. */
function typedLayer(parser: Parser, command: CommandDeclaration, flags: Flags): Layer {
  const values = parser.opts();
  const typed = Object.entries(flags).filter(
    ([name, flag]) =>
      command.flags[name] === flag &&
      flag.environment !== false &&
      parser.getOptionValueSource(name) === "cli",
  );
  return Object.fromEntries(
    typed.map(([name]): [string, OptionSetting] => [
      name,
      { value: values[name], from: { kind: "flag" } },
    ]),
  );
}
