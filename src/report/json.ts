import type { Reporter, ReportTarget } from "./reporter.ts";
import type { FileTelemetry, TranscriptTelemetry } from "./telemetry.ts";

/** One JSON document at the end: `{ transcripts, files, totals }`. */
export function jsonReporter({ write }: ReportTarget): Reporter {
  const transcripts: TranscriptTelemetry[] = [];
  let done = 0;
  const files: FileTelemetry[] = [];
  return {
    transcript: (telemetry) => transcripts.push(telemetry),
    file(telemetry) {
      files.push(telemetry);
      done = transcripts.length;
    },
    discard() {
      transcripts.length = done;
    },
    async finish(totals) {
      write(`${JSON.stringify({ transcripts, files, totals }, null, 2)}\n`);
    },
  };
}
