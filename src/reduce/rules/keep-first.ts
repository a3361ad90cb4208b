import { wholeNumber } from "../pipeline/option-checks.ts";
import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepFirstOptions {
  /** The number of first observations that stay raw. Default: 0. */
  readonly keepFirst?: number;
}

/** Keeps the first N observations of the transcript raw. */
export const firstRule = {
  acts: "keep",
  ofWholes: false,
  reason: "it is one of the first",
  options: {
    keepFirst: {
      flag: "--keep-first <n>",
      help: "keep the first n tool results",
      type: "count",
      group: "What stays",
      off: 0,
    },
  },
  setting: ({ keepFirst }) => wholeNumber("keepFirst", keepFirst) || undefined,
  inColumns: () => true,
  *propose({ transcript }, count) {
    let left = count;
    for (const part of transcript.observations()) {
      if (transcript.isFixed(part.message)) continue;
      if (left-- === 0) return;
      yield { part };
    }
  },
} as const satisfies KeepRule<KeepFirstOptions, number>;
