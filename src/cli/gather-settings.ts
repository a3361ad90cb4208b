import type { Command } from "./command.ts";
import type { Command as Parser } from "./commander.ts";
import { loadConfig } from "./config/load.ts";
import { environmentLayer } from "./environment.ts";
import type { Flags } from "./flag.ts";
import { withPreset } from "./preset-layer.ts";
import { defaultLayer, type Layer, type Setting, settableIn, settle } from "./settings.ts";
import type { Shell } from "./shell.ts";
import { usage } from "./usage.ts";

/**
 * Brings together what was said of options in all places, for a command whose arguments are parsed.
 * The order of precedence stands here.
 */
export async function gatherSettings(
  parser: Parser,
  command: Command,
  env: Shell["env"],
): Promise<(flags: Flags) => Layer> {
  const isConfigured = "profile" in command.flags;
  const { profile, files } = isConfigured
    ? await loadConfig(env, parser.opts())
    : { profile: [], files: [] };
  const policy = "policyFile" in command.flags ? await policyLayers(parser) : [];
  return (flags) => {
    const typed = typedLayer(parser, command, flags);
    const untyped = Object.entries(flags).filter(([name]) => !Object.hasOwn(typed, name));
    const layers = withPreset([
      typed,
      ...policy,
      ...profile,
      environmentLayer(Object.fromEntries(untyped), env),
      ...files,
      defaultLayer(flags),
    ]);
    return settableIn(settle(layers), flags);
  };
}

/** What a file with a policy sets that was named. What reads it is loaded only then. */
async function policyLayers(parser: Parser): Promise<readonly Layer[]> {
  const { policyFile, preset } = parser.opts();
  if (policyFile === undefined) return [];
  if (preset !== undefined)
    throw usage("--preset and --policy-file exclude each other", "a policy file sets all of them");
  const { policyFileLayer } = await import("./policy-file.ts");
  return [policyFileLayer(policyFile)];
}

/** What was typed of these options, as far as the command has them and others may set them as well. */
function typedLayer(parser: Parser, command: Command, flags: Flags): Layer {
  const values = parser.opts();
  const typed = Object.entries(flags).filter(
    ([name, flag]) =>
      command.flags[name] === flag &&
      flag.environment !== false &&
      parser.getOptionValueSource(name) === "cli",
  );
  return Object.fromEntries(
    typed.map(([name]): [string, Setting] => [
      name,
      { value: values[name], from: { kind: "flag" } },
    ]),
  );
}
