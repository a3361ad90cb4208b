import type { EditTime } from "../editor/editing.ts";
import { createHistogram } from "./histogram.ts";

/** Counters and latencies in Prometheus' text format 0.0.4. */
export interface ProxyMetrics {
  /** Adds to a counter. */
  count(name: CounterName, by?: number, labels?: Readonly<Record<string, string>>): void;
  /** Adds the milliseconds for which a request was held. */
  held(ms: number): void;
  /** Adds the time of an edit, whether its request still waited for it or not. */
  edited(time: EditTime): void;
  /** All counters by name, summed over labels. */
  readonly sums: Readonly<Record<CounterName, number>>;
  text(): string;
}

/** The counters, and their descriptions. */
const COUNTERS = {
  requests: "Requests by wire format and by what was done",
  results_shortened: "Tool results that were shortened when they were new",
  results_masked: "Tool results that a window masked",
  cache_breaks:
    "Requests in which a window changed what had been sent, so that a cache has to be written again",
  cache_break_chars: "Chars after the first change in these",
  cache_break_dollars:
    "US dollars that writing these to the cache costs more than reading them, at list prices",
  dollars_saved:
    "US dollars that the chars kept from the wire would have cost, at list prices of known models",
  chars_kept: "Chars kept from the wire: of every request, what shortening took out",
  tokens_kept: "The same in tokens, at a token for every four chars",
  results_left_raw: "Large tool results in requests that had been sent raw before",
  not_edited: "Requests that could not be edited, by reason",
  resends: "Requests that were sent again as they came, after an answer 400 to the edited one",
  cache_read_tokens: "Tokens that providers read from their cache",
  cache_write_tokens: "Tokens that providers wrote to their cache",
  input_tokens: "Tokens of input that were not read from a cache",
  output_tokens: "Tokens of replies",
  upstream_errors: "Requests whose upstream could not be reached, or broke off",
  clients_gone: "Requests whose client went before the reply had ended",
  refused: "Requests that were refused: unknown host, foreign page, wrong token",
  log_lines_dropped: "Lines of the log that were dropped, because its reader was too slow",
} as const;

/** The name of a counter. */
export type CounterName = keyof typeof COUNTERS;

/** Current values, by their names in Prometheus, with descriptions. */
export type Gauges = Readonly<Record<string, { readonly help: string; readonly value: number }>>;

/** ProxyMetrics with empty counters; `gauges` is called when the text is made. */
export function createMetrics(gauges: () => Gauges = () => ({})): ProxyMetrics {
  const names = Object.keys(COUNTERS) as CounterName[];
  const counts = new Map(names.map((name) => [name, new Map<string, number>()]));
  const held = createHistogram(
    "elision_held_seconds",
    "Time that requests were held before they went on",
  );
  const waited = createHistogram(
    "elision_edit_wait_seconds",
    "Part of it: until the thread that edits had time",
  );
  const worked = createHistogram(
    "elision_edit_work_seconds",
    "Part of it: until the edit was made; for requests sent before that as well",
  );
  const sumOf = (name: CounterName) =>
    [...(counts.get(name)?.values() ?? [])].reduce((all, value) => all + value, 0);
  return {
    count(name, by = 1, labels = {}) {
      const of = counts.get(name);
      const key = labelled(labels);
      of?.set(key, (of.get(key) ?? 0) + by);
    },
    held: (ms) => held.add(ms),
    edited({ waitedMs, workedMs }) {
      waited.add(waitedMs);
      worked.add(workedMs);
    },
    get sums() {
      return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<
        CounterName,
        number
      >;
    },
    text() {
      const lines = names.flatMap((name) => {
        const full = `elision_${name}_total`;
        const values = [...(counts.get(name) ?? [])];
        const shown = values.length === 0 ? [["", 0] as const] : values;
        return [
          `# HELP ${full} ${COUNTERS[name]}.`,
          `# TYPE ${full} counter`,
          ...shown.map(([labels, value]) => `${full}${labels} ${value}`),
        ];
      });
      return `${[
        ...lines,
        ...[held, waited, worked].flatMap((each) => each.lines()),
        ...Object.entries(gauges()).flatMap(([name, { help, value }]) => [
          `# HELP ${name} ${help}.`,
          `# TYPE ${name} gauge`,
          `${name} ${value}`,
        ]),
      ].join("\n")}\n`;
    },
  };
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return all.length === 0 ? "" : `{${all.join(",")}}`;
}
