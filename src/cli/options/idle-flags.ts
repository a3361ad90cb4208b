import { COMPACT_FLAGS } from "./compact-flags.ts";
import { type Flag, type Flags, isNegated, namesOf } from "./flag.ts";
import type { Layer } from "./settings.ts";

/** An option that was typed but does nothing. */
interface IdleFlag {
  /** Its name in code. */
  readonly name: string;
  /** As typed. */
  readonly flag: string;
  /** The options of which it needs one. */
  readonly needs: readonly string[];
}

/** The options that do nothing because none of those that they need is set. Only typed ones: files are for many runs. */
export function idleFlags(settings: Layer): readonly IdleFlag[] {
  const flags: Flags = COMPACT_FLAGS;
  const isSet = (name: string) => (settings[name]?.value ?? false) !== false;
  return Object.entries(flags).flatMap(([name, flag]) => {
    const { value, from } = settings[name] ?? {};
    const isOn = from?.kind === "flag" && value !== isNegated(flag);
    if (flag.needs === undefined || !isOn || flag.needs.some(isSet)) return [];
    return [{ name, flag: typed(flag), needs: flag.needs.map((need) => typed(flags[need])) }];
  });
}

function typed(flag: Flag | undefined): string {
  return flag === undefined ? "" : `--${namesOf(flag).long}`;
}
