import type { FileTelemetry, TranscriptTelemetry } from "../engine/edits/compaction-result.ts";
import { jsonText } from "./json-text.ts";
import type { Note } from "./report-note.ts";
import type { Reporter, ReportTarget } from "./reporter.ts";

/** One JSON document at the end: `{ transcripts, files, totals, notes }`. */
export function jsonReporter(
  { write }: ReportTarget,
  { notes = () => [] }: { readonly notes?: (() => readonly Note[]) | undefined } = {},
): Reporter {
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
      write(`${jsonText({ transcripts, files, totals, notes: notes() }, 2)}\n`);
    },
  };
}
