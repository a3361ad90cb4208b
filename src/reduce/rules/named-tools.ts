import type { TextTest } from "../pipeline/checked-policy.ts";
import { isExempt } from "./exempt-tools.ts";
import { globTest } from "./globs.ts";
import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepToolOptions {
  /** Observations of tools with such a name stay raw: globs. */
  readonly keepTools?: readonly string[];
}

/** Keeps observations of the tools raw that are named. */
export const keepToolRule = {
  acts: "keep",
  ofWholes: false,
  reason: "--keep-tool names its tool",
  options: {
    keepTools: {
      flag: "--keep-tool <glob>",
      help: "keep the results of these tools (may be given again)",
      brief: "never mask the results of these tools",
      type: "tools",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ keepTools }) => globTest("keepTools", keepTools),
  inColumns: () => true,
  *propose({ transcript }, isKept) {
    for (const part of transcript.observations()) {
      const name = transcript.toolName(part);
      if (name !== undefined && isKept(name)) yield { part };
    }
  },
} as const satisfies KeepRule<KeepToolOptions, TextTest>;

/** The options of the rule. */
export interface OnlyToolOptions {
  /** Only observations of tools with such a name may be masked: globs. */
  readonly onlyTools?: readonly string[];
}

/** Keeps the observations of all other tools raw, and those of which the tool is not known. */
export const onlyToolRule = {
  acts: "keep",
  ofWholes: false,
  reason: "--only-tool does not name its tool",
  options: {
    onlyTools: {
      flag: "--only-tool <glob>",
      help: "mask only the results of these tools (may be given again)",
      type: "tools",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ onlyTools }) => globTest("onlyTools", onlyTools),
  inColumns: () => true,
  *propose({ transcript }, mayBeMasked) {
    for (const part of transcript.observations()) {
      const name = transcript.toolName(part);
      if (name === undefined || !mayBeMasked(name)) yield { part };
    }
  },
} as const satisfies KeepRule<OnlyToolOptions, TextTest>;

/** The options of the rule. */
export interface ExemptOptions {
  /**
   * Whether observations of skill, memory, todo, plan and ask-user tools stay raw. `compact` and the
   * program: true; else false.
   */
  readonly keepExempt?: boolean;
}

/** Keeps observations of tools raw of which the agent needs what they said for good. */
export const exemptRule = {
  acts: "keep",
  ofWholes: false,
  reason: "its tool is one of skills, memory, todo, plan and ask-user",
  options: {
    keepExempt: {
      flag: "--no-exempt",
      help: "also mask the results of skill, memory, todo, plan and ask-user tools",
      type: "switch",
      group: "What stays",
      off: false,
    },
  },
  setting: ({ keepExempt }, defaults) => ((keepExempt ?? defaults.keepExempt) ? true : undefined),
  inColumns: () => true,
  *propose({ transcript }) {
    for (const part of transcript.observations()) {
      const name = transcript.toolName(part);
      if (name !== undefined && isExempt(name)) yield { part };
    }
  },
} as const satisfies KeepRule<ExemptOptions, true>;
