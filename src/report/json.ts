import type { Reporter, ReportTarget } from "./index.ts";
import type { FileTelemetry, TranscriptTelemetry } from "./telemetry.ts";

/** One JSON document at the end: `{ transcripts, files, totals }`. */
export function jsonReporter({ write }: ReportTarget): Reporter {
  const transcripts: TranscriptTelemetry[] = [];
  const files: FileTelemetry[] = [];
  return {
    transcript: (telemetry) => transcripts.push(telemetry),
    file: (telemetry) => files.push(telemetry),
    async finish(totals) {
      write(`${JSON.stringify({ transcripts, files, totals }, null, 2)}\n`);
    },
  };
}
