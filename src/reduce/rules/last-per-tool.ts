import type { ObservationPart } from "../../transcript/model/message.ts";
import { wholeNumber } from "../pipeline/option-checks.ts";
import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface LastPerToolOptions {
  /**
   * The newest observations of each tool that stay raw; those inside the window count as well.
   * Default: 0.
   */
  readonly keepLastPerTool?: number;
}

/**
 * Keeps the newest observations of each tool raw: each until that many newer ones of its tool have
 * come, inside the window or outside.
 */
export const lastPerToolRule = {
  acts: "keep",
  ofWholes: true,
  reason: "it is one of the newest of its tool",
  options: {
    keepLastPerTool: {
      flag: "--keep-last-per-tool <n>",
      help: "keep the newest n results of each tool, those in the window included",
      type: "count",
      group: "What stays",
      off: 0,
    },
  },
  setting: ({ keepLastPerTool }) => wholeNumber("keepLastPerTool", keepLastPerTool) || undefined,
  inColumns: () => true,
  *propose({ transcript }, count) {
    const byTool = new Map<string, ObservationPart[]>();
    for (const part of transcript.observations()) {
      if (transcript.isFixed(part.message)) continue;
      const tool = transcript.toolName(part) ?? "";
      const parts = byTool.get(tool);
      if (parts === undefined) byTool.set(tool, [part]);
      else parts.push(part);
    }
    for (const parts of byTool.values()) {
      for (const [k, part] of parts.entries()) {
        const newer = parts[k + count];
        const until = newer === undefined ? undefined : transcript.turns.of(newer.message);
        yield { part, ...(until !== undefined && { until }) };
      }
    }
  },
} as const satisfies KeepRule<LastPerToolOptions, number>;
