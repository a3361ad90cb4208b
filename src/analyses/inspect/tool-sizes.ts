import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveMessages } from "./live-messages.ts";
import { type ToolShare, UNKNOWN_TOOL } from "./result.ts";

/** The most tools listed in a sum; further tools count as others. */
const MAX_TOOLS = 1000;

/** The name under which further tools are counted. */
export const OTHER_TOOLS = "(others)";

/** Sums the calls and results of tools. */
export interface ToolTable {
  add(share: ToolShare): void;
  /** Whether this many more tools would fit. */
  hasRoom(tools: number): boolean;
  /** The tools with most chars first; of equals by name. */
  readonly shares: readonly ToolShare[];
}

type Counts = { -readonly [K in keyof ToolShare]: ToolShare[K] };

export function createToolTable(): ToolTable {
  const byName = new Map<string, Counts>();
  return {
    hasRoom: (tools) => byName.size + tools <= MAX_TOOLS,
    add(share) {
      const known = byName.get(share.tool);
      const tool = known || byName.size < MAX_TOOLS ? share.tool : OTHER_TOOLS;
      const counts = known ?? byName.get(tool) ?? nothingOf(tool);
      byName.set(tool, counts);
      counts.calls += share.calls;
      counts.callChars += share.callChars;
      counts.observations += share.observations;
      counts.observationChars += share.observationChars;
    },
    get shares() {
      return [...byName.values()].sort(
        (a, b) => charsOf(b) - charsOf(a) || (a.tool < b.tool ? -1 : 1),
      );
    },
  };
}

/** The tools of a transcript. An observation counts for the tool that its call names. */
export function toolsOf(transcript: Transcript): readonly ToolShare[] {
  const table = createToolTable();
  for (const { parts } of liveMessages(transcript)) {
    for (const part of parts) {
      if (part.kind !== "call" && part.kind !== "observation") continue;
      const nothing = nothingOf(transcript.toolName(part) || UNKNOWN_TOOL);
      const { chars } = part;
      if (part.kind === "call") table.add({ ...nothing, calls: 1, callChars: chars });
      else table.add({ ...nothing, observations: 1, observationChars: chars });
    }
  }
  return table.shares;
}

function nothingOf(tool: string): Counts {
  return { tool, calls: 0, callChars: 0, observations: 0, observationChars: 0 };
}

function charsOf({ callChars, observationChars }: ToolShare): number {
  return callChars + observationChars;
}
