import { COMMON_FLAGS, type Program } from "../../options/command-declaration.ts";
import { choicesOf, type Flag, type FlagNames, namesOf } from "../../options/flag.ts";
import { oppositesOf } from "../../options/switches.ts";

/** A command as the scripts need it. */
export interface Completed {
  readonly name: string;
  readonly isMain: boolean;
  readonly summary: string;
  readonly takesFiles: boolean;
  /** The words that it takes, if they are few; where it takes files too, those that come first. */
  readonly words: readonly string[];
  readonly flags: readonly { readonly flag: Flag; readonly names: FlagNames }[];
}

/** The commands of the program, for the scripts. */
export function completedBy({ commands, main }: Program): readonly Completed[] {
  return Object.entries(commands).map(([name, { summary, takes, flags }]) => ({
    name,
    isMain: name === main,
    summary: oneLine(summary),
    takesFiles: takes !== undefined && takes.type === undefined,
    words: takes?.first ?? choicesOf(takes?.type),
    flags: [...Object.values(flags), ...oppositesOf(flags), ...COMMON_FLAGS].map((flag) => ({
      flag,
      names: namesOf(flag),
    })),
  }));
}

/** All commands but the main one, which has no name of its own on the command line. */
export function withoutMain(commands: readonly Completed[]): readonly Completed[] {
  return commands.filter(({ isMain }) => !isMain);
}

/** The name of the main command. */
export function mainOf(commands: readonly Completed[]): string {
  return commands.find(({ isMain }) => isMain)?.name ?? "";
}

/** A flag's names with their dashes: the short one first. */
export function typed({ short, long }: FlagNames): string[] {
  return short === undefined ? [`--${long}`] : [`-${short}`, `--${long}`];
}

/** Whether the value of a flag is a file or a folder. */
export function takesPath({ value }: FlagNames): boolean {
  return value === "file" || value === "dir";
}

/** A description without line breaks. */
export function oneLine(description: string): string {
  return description.replace(/\s+/g, " ");
}
