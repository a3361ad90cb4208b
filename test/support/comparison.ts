import type { ComparedTotals, ComparedTranscript } from "../../src/analyses/compare/compared.ts";
import { elision } from "./shell.ts";

/** What `elision compare` finds in an input. */
export async function comparisonOf(
  stdin: string,
  argv: readonly string[] = [],
): Promise<{
  readonly transcripts: readonly ComparedTranscript[];
  readonly totals: ComparedTotals;
}> {
  return JSON.parse((await elision(["compare", "--report", "json", ...argv], { stdin })).stdout);
}

/** A session in which each turn reads a file, and the turn `later` turns on names what it found. */
export function drawingLines(turns: number, { later = 2 } = {}): string {
  const lines: object[] = [{ role: "user", content: "Look around." }];
  for (let k = 0; k < turns; k++) {
    const used = k < later ? "nothing yet" : `file_${k - later}.ts`;
    const call = { name: "read", arguments: JSON.stringify({ about: used, at: k }) };
    lines.push(
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: `c${k}`, type: "function", function: call }],
      },
      {
        role: "tool",
        tool_call_id: `c${k}`,
        content: `found file_${k}.ts `.padEnd(600, "the end "),
      },
    );
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
