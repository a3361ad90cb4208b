import type { ComparedTranscript } from "../../analyses/compare/compared.ts";
import type {
  CountedTokens,
  FitDeviation,
  UsageFit,
} from "../../analyses/compare/fit/fit-result.ts";
import { visible } from "../../base/visible.ts";
import { number, percent } from "../figures.ts";
import { wrapped } from "../list-table.ts";
import { layOut, type TableColumn } from "../table-columns.ts";
import { counted } from "./amounts.ts";

/** Transcripts, and deviations, that the table lists; JSON and NDJSON have all. */
const MAX_ROWS = 30;

/** Collects how simulated transcripts compare with their providers' token counts. */
export interface FitList {
  add(transcript: ComparedTranscript): void;
  /** An input is done: its transcripts count. */
  finish(): void;
  /** An input failed: its transcripts do not. */
  discard(): void;
  text(layout: { readonly columns: number; readonly color: boolean }): string;
}

interface FitOfTranscript {
  readonly where: string;
  readonly fit: UsageFit;
}

/** A list of transcripts and their deviations; empty unless `wanted`. */
export function createFitList(wanted: boolean): FitList {
  let fits: FitOfTranscript[] = [];
  let pending: FitOfTranscript[] = [];
  return {
    add({ file, line, fit }) {
      if (wanted && fit !== undefined) pending.push({ where: visible(`${file}:${line}`), fit });
    },
    finish() {
      fits = [...fits, ...pending];
      pending = [];
    },
    discard() {
      pending = [];
    },
    text(layout) {
      if (!wanted) return "";
      if (fits.length === 0)
        return wrapped(
          "No transcript has enough counts of its provider to be held against.",
          layout.columns,
        );
      const deviations = fits.flatMap(({ where, fit }) =>
        fit.deviations.map((deviation) => ({ where, deviation })),
      );
      const limited = <Row>(rows: readonly Row[]) => rows.slice(0, MAX_ROWS);
      const more = (count: number) =>
        count <= MAX_ROWS
          ? ""
          : wrapped(
              `… and ${number(count - MAX_ROWS)} more; --report json or ndjson has them all`,
              layout.columns,
            );
      const sessions = layOut(limited(fits).map(fitRow), FIT_COLUMNS, layout);
      const list = layOut(limited(deviations).map(deviationRow), DEVIATION_COLUMNS, layout);
      return (
        `${sessions}\n${more(fits.length)}` +
        (deviations.length === 0 ? "" : `\n${list}\n${more(deviations.length)}`)
      );
    },
  };
}

const FIT_COLUMNS: readonly [TableColumn<string>, ...TableColumn<string>[]] = [
  { name: "left alone", align: "left" },
  { name: "turns" },
  { name: "within 5%" },
  { name: "prompts" },
  { name: "simulated" },
  { name: "cache reads", goes: 2 },
  { name: "simulated reads", goes: 1 },
];

function fitRow({ where, fit }: FitOfTranscript): Readonly<Record<string, string>> {
  const { turns, within5Percent, recorded, simulated } = fit;
  const against = (key: keyof CountedTokens) =>
    recorded[key] === undefined
      ? "–"
      : percent((simulated[key] ?? 0) - recorded[key], recorded[key]).replace(/^(?!-)/, "+");
  return {
    "left alone": where,
    turns: number(turns),
    "within 5%": percent(within5Percent, 1),
    prompts: number(recorded.prompt),
    simulated: against("prompt"),
    "cache reads": recorded.read === undefined ? "–" : number(recorded.read),
    "simulated reads": against("read"),
  };
}

const DEVIATION_COLUMNS: readonly [TableColumn<string>, ...TableColumn<string>[]] = [
  { name: "deviates", align: "left" },
  { name: "step" },
  { name: "tokens" },
  { name: "how", align: "left" },
];

function deviationRow({
  where,
  deviation,
}: {
  readonly where: string;
  readonly deviation: FitDeviation;
}): Readonly<Record<string, string>> {
  const { step, tokens } = deviation;
  return { deviates: where, step: number(step), tokens: number(tokens), how: meaningOf(deviation) };
}

function meaningOf({ kind, seconds = 0, model = "" }: FitDeviation): string {
  switch (kind) {
    case "unseen":
      return "came in, and are not in the file";
    case "unsent":
      return "are in the file, and were not sent";
    case "size":
      return "more than simulated";
    case "expired":
      return `not in the cache: idle for ${counted(seconds, "second")}`;
    case "model":
      return `not in the cache: now ${visible(model)}`;
    case "hidden":
      return "of the reply before, which does not show them";
    case "dropped":
      return "not in the cache: reasoning before them was dropped";
    case "unwritten":
      return "not in the cache: never written to it";
    case "cold":
      return "not in the cache; nothing on record says why";
    case "warm":
      return "more in the cache than simulated";
  }
}
