import type { TurnRange } from "../../../restore/show/masked-context.ts";
import { type ArgumentType, expected, wholeNumber } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { formatFlags } from "../../options/format-flags.ts";
import { template } from "../../options/policy-types.ts";

/** `5-20`, or `5-` for all from there on. */
const turnRange: ArgumentType<TurnRange> = (value) => {
  const [, first = "", last = ""] = /^([1-9]\d{0,8})-([1-9]\d{0,8})?$/.exec(value) ?? [];
  const range = {
    first: Number(first),
    last: last === "" ? Number.MAX_SAFE_INTEGER : Number(last),
  };
  if (first === "" || range.last < range.first) throw expected("turns, such as 5-20 or 5-", value);
  return range;
};

export const SHOW_FLAGS = {
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the archive with the originals (default: the user's)",
    brief: "the archive with the originals",
    group: "Options",
  },
  turn: {
    flags: "--turn <n>",
    description: "show this turn of a file, from 1: reasoning, action, observation",
    brief: "show this turn of a file, from 1",
    group: "Options",
    type: wholeNumber,
    environment: false,
  },
  turns: {
    flags: "--turns <a-b>",
    description:
      "show these turns of a file, with old tool results masked as they were after the last",
    brief: "show these turns of a file: 5-20, or 5-",
    group: "Options",
    type: turnRange,
    environment: false,
  },
  window: {
    ...COMPACT_FLAGS.window,
    description: "with --turns: how many of the newest turns show their tool results",
    brief: "with --turns: turns that show their results",
    group: "Options",
    environment: false,
  },
  line: {
    flags: "--line <n>",
    description:
      "with --turn and --turns: of the transcript that starts on this line (default: the first)",
    brief: "of the transcript that starts on this line",
    group: "Options",
    type: wholeNumber,
    environment: false,
  },
  json: {
    flags: "--json",
    description: "print JSON",
    group: "Options",
    environment: false,
  },
  ...formatFlags("Options"),
  placeholder: {
    ...COMPACT_FLAGS.placeholder,
    description: "the text of placeholders, if it was not the default",
    group: "Options",
    type: template,
  },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `show`, as values. */
export type ShowFlags = ValuesOf<typeof SHOW_FLAGS>;
