import { refOf } from "../../base/digest.ts";
import type { TextTest } from "../pipeline/checked-policy.ts";
import { globTest } from "./globs.ts";
import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepRefOptions {
  /** Observations whose text has such a reference stay raw: 12 hexadecimal digits, or globs of them. */
  readonly keepRefs?: readonly string[];
}

/** Keeps single observations raw, by the references that placeholders and `diff` give their texts. */
export const refRule = {
  acts: "keep",
  ofWholes: false,
  reason: "--keep-ref names it",
  options: {
    keepRefs: {
      flag: "--keep-ref <ref>",
      help: "keep the tool result with this reference, which elision diff prints (may be given again)",
      brief: "keep one tool result, by its ref",
      type: "globs",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ keepRefs }) => globTest("keepRefs", keepRefs),
  *propose({ transcript }, isKept) {
    for (const part of transcript.observations())
      if (isKept(refOf(transcript.text(part)))) yield { part };
  },
} as const satisfies KeepRule<KeepRefOptions, TextTest>;
