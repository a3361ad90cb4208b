import { ROW_STRIDE } from "../../json/tape/masked-rows.ts";
import type { RowCounts, TranscriptTelemetry } from "../edits/compaction-result.ts";
import { type ComparedTexts, takeCompared } from "../edits/compared-texts.ts";
import type { Job } from "../edits/job.ts";
import type { Problem } from "../input/input-problem.ts";

/** An event that a job reports. */
export type TaskEvent =
  | { readonly kind: "transcript"; readonly telemetry: TranscriptTelemetry }
  | { readonly kind: "rows"; readonly rows: RowCounts }
  | { readonly kind: "bad line"; readonly problem: Problem }
  | { readonly kind: "compared"; readonly texts: ComparedTexts };

/**
 * Listeners of a job that collect its events, in order; `take` returns those since it was last called. `compared`: what
 * the job's policy adds.
 */
export function collectEvents(compared?: ComparedTexts): {
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
      const texts = compared && takeCompared(compared);
      if (texts !== undefined) taken.push({ kind: "compared", texts });
      return taken;
    },
  };
}
