import { nearest } from "../../base/nearest.ts";
import type { Shell } from "../terminal/shell.ts";
import { environmentName, type Flag, type Flags, namesOf } from "./flag.ts";
import { usage } from "./usage-error.ts";

const OURS = /^ELISION_/;

/**
 * Throws for a variable that is almost the name of a setting (`ELISION_WINDW`), or that of an option which no
 * variable sets (`ELISION_IN_PLACE`): it would be ignored. Others may belong to another program. `flagsOfAll` gives
 * the options of all commands; it is called only if a variable begins as ours do.
 */
export function refuseMisnamedVariables(
  env: Shell["env"],
  flagsOfAll: () => readonly Flags[],
): void {
  const set = Object.keys(env).filter((variable) => OURS.test(variable) && env[variable] !== "");
  if (set.length === 0) return;
  const flags = new Map<string, Flag>();
  for (const flag of flagsOfAll().flatMap((each) => Object.values(each)))
    if (flag.environment === undefined || !flags.has(environmentName(flag)))
      flags.set(environmentName(flag), flag);
  const settable = [...flags.values()].filter(({ environment }) => environment === undefined);
  const names = new Map(settable.map((flag) => [namesOf(flag).long, environmentName(flag)]));
  for (const variable of set) {
    if (READ_ELSEWHERE.has(variable)) continue;
    const flag = flags.get(variable);
    if (flag !== undefined && flag.environment === undefined) continue;
    if (flag !== undefined)
      throw usage(`no variable sets --${namesOf(flag).long}, so ${variable} does nothing`, UNSET);
    const meant = names.get(nearest(variable.replace(OURS, ""), names.keys()) ?? "");
    if (meant !== undefined)
      throw usage(`no option has the variable ${variable} (did you mean ${meant}?)`, UNSET);
  }
}

const UNSET = "elision config lists what variables set; unset this one";

/** Variables that name no option: for `serve`, for the wheel, for whoever looks for a fault. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  "ELISION_TOKEN",
  "ELISION_BIN",
  "ELISION_OBJECTS",
  "ELISION_DEBUG",
]);
