import { jsonText } from "./json-text.ts";
import type { Reporter, ReportTarget } from "./reporter.ts";

/**
 * One JSON document, `{ transcripts, files, totals }`, written transcript by transcript, in constant memory. An
 * input that failed has no entry in `files`, and its transcripts are not in `totals`.
 */
export function jsonDocument<Transcript extends object, File extends object, Sums extends object>({
  write,
}: ReportTarget): Reporter<Transcript, File, Sums> {
  const files: File[] = [];
  let hasTranscripts = false;
  return {
    transcript(transcript) {
      write(hasTranscripts ? ",\n" : '{\n  "transcripts": [\n');
      write(indented(transcript, "    "));
      hasTranscripts = true;
    },
    file: (file) => files.push(file),
    discard: () => {},
    async finish(totals) {
      write(hasTranscripts ? "\n  ],\n" : '{\n  "transcripts": [],\n');
      write(`  "files": ${indented(files, "  ").trimStart()},\n`);
      write(`  "totals": ${indented(totals, "  ").trimStart()}\n}\n`);
    },
  };
}

function indented(value: unknown, indent: string): string {
  return jsonText(value, 2).replace(/^/gm, indent);
}
