import type { Shell } from "../terminal/shell.ts";
import { named, onOrOff } from "./argument-types.ts";
import { environmentName, type Flag, type Flags, isNegated } from "./flag.ts";
import type { Layer, OptionSetting } from "./settings.ts";

/** The options that the environment sets, except those in `typed`; throws for a wrong value. */
export function environmentLayer(flags: Flags, env: Shell["env"], typed: Layer = {}): Layer {
  const settings: Record<string, OptionSetting> = {};
  if (!Object.keys(env).some(isOurs)) return settings;
  for (const [name, flag] of Object.entries(flags)) {
    if (Object.hasOwn(typed, name)) continue;
    const variable = environmentName(flag);
    const set = env[variable];
    if (flag.environment !== undefined || set === undefined || set === "") continue;
    const value = named(variable, () => valueSet(flag, set));
    settings[name] = { value, from: { kind: "environment", variable } };
  }
  return settings;
}

/** In any case, as Windows takes names. */
function isOurs(variable: string): boolean {
  return variable.slice(0, OURS.length).toUpperCase() === OURS;
}

const OURS = "ELISION_";

function valueSet(flag: Flag, set: string): unknown {
  if (flag.type !== undefined) return flag.type(set);
  return onOrOff(set) !== isNegated(flag);
}
