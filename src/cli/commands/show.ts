import { text, wholeNumber } from "../argument-types.ts";
import { command } from "../command.ts";
import { CONFIG_FLAGS } from "../config-flags.ts";
import type { Flags, ValuesOf } from "../flag.ts";
import { COMPACT_FLAGS } from "../flags.ts";

const SHOW_FLAGS = {
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the folder in which what was taken out is kept",
    group: "Options",
  },
  turn: {
    flags: "--turn <n>",
    description: "show this turn of a file, from 1: reasoning, action, observation",
    group: "Options",
    type: wholeNumber,
    environment: false,
  },
  line: {
    flags: "--line <n>",
    description: "with --turn: of the transcript that starts on this line (default: the first)",
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
  format: { ...COMPACT_FLAGS.format, group: "Options" },
  placeholder: {
    ...COMPACT_FLAGS.placeholder,
    description: "what stands for an observation, if it was not the default",
    group: "Options",
    type: text,
  },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** What was typed for `show`, or set elsewhere, as values. */
export type ShowFlags = ValuesOf<typeof SHOW_FLAGS>;

export const show = command({
  summary: "prints what a reference stands for, or a turn of a file",
  description:
    "Prints the original of an observation by the ref in its placeholder, exactly as it was, or a " +
    "turn of a file with what the agent thought, did and saw.",
  takes: { usage: "[words...]", shown: "<refs...> | --turn <n> <file>" },
  flags: SHOW_FLAGS,
  notes: `A ref has 12 hexadecimal digits or more, up to the 64 of a SHA-256. Where two
texts share one, or several are asked for, a line with its digest stands
before each.`,
  examples: [
    ["elision show 3f9a2c71b04e --archive kept", "what was masked there"],
    ["elision show --turn 12 a.jsonl --archive kept", "a turn as it was"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "a ref, or the turn, is not known"],
    ["2", "usage, input or output error"],
  ],
  run: async (shell, words, flags) => (await import("../show.ts")).showCommand(shell, words, flags),
});
