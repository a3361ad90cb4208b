import { ROW_STRIDE } from "../../json/tape/masked-rows.ts";
import type { RowCounts, TranscriptTelemetry } from "../edits/compaction-result.ts";
import type { Job } from "../edits/job.ts";
import type { Problem } from "../input/input-problem.ts";

/** An event that a job reports. */
export type TaskEvent =
  | { readonly kind: "transcript"; readonly telemetry: TranscriptTelemetry }
  | { readonly kind: "rows"; readonly rows: RowCounts }
  | { readonly kind: "bad line"; readonly problem: Problem }
  /** Names of tools that globs were compared with: see `notingTools`. */
  | { readonly kind: "tools"; readonly names: readonly string[] };

/**
 * Listeners of a job that collect its events, in order; `take` returns those since it was last called. `tools`: names
 * that the job's policy adds.
 */
export function collectEvents(tools?: Set<string>): {
  readonly listeners: Pick<Job, "onTranscript" | "onRows" | "onBadLine">;
  take(): readonly TaskEvent[];
} {
  let events: TaskEvent[] = [];
  return {
    listeners: {
      onTranscript: (telemetry) => void events.push({ kind: "transcript", telemetry }),
      onRows({ numbers, ...rows }) {
        const own = numbers.slice(0, rows.count * ROW_STRIDE);
        events.push({ kind: "rows", rows: { ...rows, numbers: own } });
      },
      onBadLine: (problem) => void events.push({ kind: "bad line", problem }),
    },
    take() {
      const taken = events;
      events = [];
      if (tools !== undefined && tools.size > 0) {
        taken.push({ kind: "tools", names: [...tools] });
        tools.clear();
      }
      return taken;
    },
  };
}
