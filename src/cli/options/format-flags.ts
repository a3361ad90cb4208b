import { ElisionError } from "../../base/errors.ts";
import { didYouMean, nearest } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import { type FormatNames, loadFormats } from "../../engine/input/recognise/load-formats.ts";
import { FORMAT_NAMES } from "../../formats/index.ts";
import type { FormatChoice } from "../../formats/registry/format-choice.ts";
import { type ArgumentType, listOf, named, text } from "./argument-types.ts";
import { InvalidArgumentError } from "./commander-library.ts";
import type { Flag } from "./flag.ts";
import type { Layer } from "./settings.ts";

/** The name of one of our formats. They are too many to list in an error. */
const builtIn: ArgumentType<string> = (value) => {
  if (FORMAT_NAMES.some((name) => name === value)) return value;
  const guess =
    begunWith(value) || didYouMean(value, FORMAT_NAMES) || begunWith(nearest(value, BEGINNINGS));
  throw new InvalidArgumentError(
    `no format is called ${quoted(value)}${guess}; elision formats lists them`,
  );
};

/** The first words of the names. */
const BEGINNINGS = FORMAT_NAMES.map((name) => name.split("-", 1)[0] ?? "");

/** ` (there are …)`, with the names that begin with a word. */
function begunWith(word: string | undefined): string {
  const names = FORMAT_NAMES.filter((name) => name.startsWith(`${word}-`));
  return names.length === 0 ? "" : ` (there are ${names.join(", ")})`;
}

/** The name of a format: one of ours, or one that a module brings, which is not loaded yet. */
const formatName: ArgumentType<string> & { readonly choices: readonly string[] } = Object.assign(
  (value: string) => text(value),
  { choices: FORMAT_NAMES },
);

/** The options that say which formats inputs can be of, under a heading of help. */
export function formatFlags<Group extends string>(group: Group) {
  return {
    format: {
      flags: "--format <name>",
      description: "the input's format, if it is not to be found from the content",
      brief: "the input's format (default: detected)",
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
