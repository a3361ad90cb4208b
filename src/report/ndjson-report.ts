import { finished } from "node:stream/promises";
import ndjson from "ndjson";
import { escaped } from "./json-text.ts";
import type { Reporter, ReportTarget } from "./reporter.ts";

/**
 * A line of JSON for each transcript and each file as it is done, then one for the totals. `type` is
 * `transcript`, `file` or `totals`. An input that failed has no line of type `file`.
 */
export function ndjsonReporter<
  Transcript extends object,
  File extends object,
  Sums extends object,
>({ write }: ReportTarget): Reporter<Transcript, File, Sums> {
  const lines = ndjsonLines(write);
  const put = (type: string, telemetry: object) => lines.put({ type, ...telemetry });
  return {
    transcript: (telemetry) => put("transcript", telemetry),
    file: (telemetry) => put("file", telemetry),
    discard: () => {},
    async finish(totals) {
      put("totals", totals);
      await lines.end();
    },
  };
}

/** Writes values as lines of JSON. */
export function ndjsonLines(write: (text: string) => void) {
  const lines = ndjson.stringify();
  lines.on("data", (line: Buffer | string) => write(escaped(line.toString())));
  return {
    put: (value: object) => void lines.write(value),
    async end() {
      lines.end();
      await finished(lines);
    },
  };
}
