import { textCharsOf } from "../../transcript/model/message.ts";
import { wholeNumber } from "../pipeline/option-checks.ts";
import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepLargerOptions {
  /** Observations larger than this many chars stay raw. Default: none do. */
  readonly keepLarger?: number;
}

/** Keeps large observations raw: they cost most to get again. */
export const largerRule = {
  acts: "keep",
  ofWholes: false,
  reason: "it is larger than --keep-larger says",
  options: {
    keepLarger: {
      flag: "--keep-larger <size>",
      help: "keep tool results of more chars than this",
      type: "size",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ keepLarger }) => wholeNumber("keepLarger", keepLarger),
  inColumns: () => true,
  *propose({ transcript }, limit) {
    for (const part of transcript.observations()) if (textCharsOf(part) > limit) yield { part };
  },
} as const satisfies KeepRule<KeepLargerOptions, number>;
