import { COMPACT_FLAGS } from "../compact-flags.ts";
import { type Flag, type Flags, namesOf } from "../flag.ts";

/** The options of the main command by the keys that they have in a file: long names without dashes. */
export const KEYS: ReadonlyMap<string, { readonly name: string; readonly flag: Flag }> = new Map(
  Object.entries<Flag>(COMPACT_FLAGS satisfies Flags).map(([name, flag]) => [
    namesOf(flag).long,
    { name, flag },
  ]),
);

/** Whether a file may set an option at all. */
export function mayFileSet(flag: Flag): boolean {
  return flag.environment !== false;
}

/** Whether a project's file may set an option: only what decides which results are masked and which stay. */
export function mayProjectSet(flag: Flag): boolean {
  return mayFileSet(flag) && flag.group === "What stays";
}
