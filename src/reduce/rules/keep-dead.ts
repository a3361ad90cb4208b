import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepDeadOptions {
  /** Whether text that no longer reaches the model is left alone. Default: false. */
  readonly keepDead?: boolean;
}

/** Keeps observations raw that no longer reach the model: rewound branches, text before a compaction. */
export const keepDeadRule = {
  acts: "keep",
  ofWholes: false,
  ofDead: true,
  reason: "it no longer reaches the model, and such text is left alone",
  options: {
    keepDead: {
      flag: "--keep-dead",
      help: "do not edit text that no longer reaches the model",
      type: "switch",
      group: "What stays",
      off: false,
    },
  },
  setting: ({ keepDead = false }) => (keepDead ? true : undefined),
  inColumns: () => true,
  *propose({ transcript }) {
    for (const part of transcript.observations()) {
      if (part.message >= transcript.firstLive) return;
      yield { part };
    }
  },
} as const satisfies KeepRule<KeepDeadOptions, true>;
