import { ElisionError } from "../../base/errors.ts";
import { type FormatNames, loadFormats } from "../../engine/input/recognise/load-formats.ts";
import type { FormatChoice } from "../../formats/format-choice.ts";
import { FORMAT_NAMES } from "../../formats/index.ts";
import { type ArgumentType, listOf, named, oneOf, text } from "./argument-types.ts";
import type { Flag } from "./flag.ts";
import type { Layer } from "./settings.ts";

const builtIn = oneOf(FORMAT_NAMES);

/** The name of a format: one of ours, or one that a module brings, which is not loaded yet. */
const formatName: ArgumentType<string> & { readonly choices: readonly string[] } = Object.assign(
  (value: string) => text(value),
  { choices: builtIn.choices },
);

/** The options that say which formats inputs can be of, under a heading of help. */
export function formatFlags<Group extends string>(group: Group) {
  return {
    format: {
      flags: "--format <name>",
      description: "the input's format, if it is not to be found from the content",
      group,
      type: formatName,
    },
    formatModule: {
      flags: "--format-module <file>",
      description:
        "an ES module that exports formats of your own: its code is run (may be given again)",
      brief: "an ES module with formats of your own",
      group,
      type: listOf(text),
      environment: "user-settings",
    },
    column: {
      flags: "--column <name>",
      description:
        "the column of a Parquet file that holds the conversations (default: messages, conversations, trajectory or traj)",
      brief: "the column of a Parquet file with conversations",
      group,
      type: text,
      environment: false,
    },
  } as const satisfies Record<string, Flag>;
}

/** Values of these options. */
export interface FormatFlags {
  readonly format?: string | undefined;
  readonly formatModule?: readonly string[] | undefined;
  readonly column?: string | undefined;
}

/** The names of formats in options, as they are sent to a worker. */
export function formatNamesIn({ format, formatModule = [] }: FormatFlags): FormatNames {
  return { forced: format, modules: formatModule };
}

/** The formats that options select; modules are loaded here. */
export function formatsFrom(flags: FormatFlags): Promise<FormatChoice> {
  return loadFormats(formatNamesIn(flags));
}

/** Refuses a name that no format has, where no module can bring one; says where it was set. */
export function refuseUnknownFormat({ format, formatModule }: Layer): void {
  if (typeof format?.value !== "string" || formatModule?.value !== undefined) return;
  const { from, value } = format;
  if (!("place" in from)) {
    named(from.kind === "environment" ? from.variable : "--format", () => builtIn(value));
    return;
  }
  try {
    builtIn(value);
  } catch (error) {
    throw new ElisionError("bad-config", `format: ${(error as Error).message}`, from.place);
  }
}
