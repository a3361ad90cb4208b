import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepOrphansOptions {
  /** Whether observations that answer no call stay raw. Default: false. */
  readonly keepOrphans?: boolean;
}

/** Keeps observations raw that answer no call: their turn is not known. */
export const orphanRule = {
  acts: "keep",
  ofWholes: false,
  reason: "it answers no call, and --keep-orphans is given",
  options: {
    keepOrphans: {
      flag: "--keep-orphans",
      help: "keep tool results that answer no call",
      type: "switch",
      group: "What stays",
      off: false,
    },
  },
  setting: ({ keepOrphans }) => (keepOrphans ? true : undefined),
  inColumns: () => true,
  *propose({ transcript }) {
    for (const part of transcript.observations())
      if (transcript.pairs.mate(part.index) === undefined) yield { part };
  },
} as const satisfies KeepRule<KeepOrphansOptions, true>;
