import { type Flag, type Flags, isNegated, namesOf } from "./flag.ts";

/**
 * The opposites of the switches of a command: `--no-dedupe` for `--dedupe`, `--masking` for
 * `--no-masking`. With them the command line undoes what a file or a variable set. A switch whose
 * opposite is declared has none here.
 */
export function oppositesOf(flags: Flags): readonly Flag[] {
  const declared = new Set(Object.values(flags).map((flag) => namesOf(flag).long));
  return Object.values(flags).flatMap((flag): Flag[] => {
    const { long, value } = namesOf(flag);
    const opposite = isNegated(flag) ? long.slice("no-".length) : `no-${long}`;
    if (value !== undefined || declared.has(opposite)) return [];
    return [
      {
        flags: `--${opposite}`,
        description: `undo --${long}, wherever it was set`,
        group: flag.group,
        environment: false,
      },
    ];
  });
}
