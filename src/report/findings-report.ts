import type { Finding } from "../analyses/check/finding.ts";
import { visible } from "../base/visible.ts";
import { csvField } from "./csv-report.ts";
import { areAllEmpty, counted, number } from "./figures.ts";
import type { ResultKind } from "./index.ts";
import { jsonText } from "./json-text.ts";
import { hanging } from "./list-table.ts";
import { ndjsonLines } from "./ndjson-report.ts";

/** The sums over all inputs of a check. Its keys are a public contract: see docs/report.md. */
export interface CheckTotals {
  inputs: number;
  /** Inputs that could not be read; findings up to the error count. */
  failedInputs: number;
  /** Files found in folders that hold no transcript of a known format. */
  skippedFiles: number;
  /** Inputs with nothing in them. */
  emptyInputs: number;
  transcripts: number;
  findings: number;
  /** Inputs with findings. */
  inputsWithFindings: number;
}

/** Writes findings one by one, and sums at the end. */
export interface FindingReporter {
  finding(finding: Finding): void;
  finish(totals: CheckTotals): Promise<void>;
}

type WriteFindings = (text: string) => void;

/**
 * A reporter of a kind. `table` has lines as compilers and `grep -n` write them, wrapped on a terminal of
 * `columns` columns, and a count; `json` is
 * one document, `ndjson` a line for each finding and one for the totals, `csv` a row for each finding.
 */
export function createFindingReporter(
  kind: ResultKind,
  write: WriteFindings,
  columns = Number.POSITIVE_INFINITY,
): FindingReporter {
  switch (kind) {
    case "table":
      return findingLines(write, columns);
    case "json":
      return findingJson(write);
    case "ndjson":
      return findingNdjson(write);
    case "csv":
      return findingCsv(write);
    default:
      return kind satisfies never;
  }
}

function findingLines(write: WriteFindings, columns: number): FindingReporter {
  return {
    finding({ file, line, column, message }) {
      const place = column === undefined ? `${line}` : `${line}:${column}`;
      write(hanging(visible(`${file}:${place}: ${message}`), columns));
    },
    async finish(totals) {
      if (!areAllEmpty(totals) || totals.failedInputs > 0) write(hanging(countOf(totals), columns));
    },
  };
}

function countOf(totals: CheckTotals): string {
  const { findings, inputsWithFindings, transcripts, inputs, skippedFiles, failedInputs } = totals;
  const where = inputs > 1 && findings > 0 ? ` in ${inputsWithFindings} of ${number(inputs)}` : "";
  const found =
    findings === 0 ? "no findings" : counted(findings, "finding") + (where && `${where} files`);
  // No findings, but parts were not read: nothing is known about those.
  const parts =
    transcripts === 0 && findings === 0
      ? ["nothing checked"]
      : [found, `${counted(transcripts, "transcript")} checked`];
  if (failedInputs > 0) parts.push(`not checked: ${counted(failedInputs, "input")}`);
  if (skippedFiles > 0) parts.push(`skipped, of no known format: ${number(skippedFiles)}`);
  return parts.join("; ");
}

function findingJson(write: WriteFindings): FindingReporter {
  const findings: Finding[] = [];
  return {
    finding: (finding) => void findings.push(finding),
    finish: async (totals) => write(`${jsonText({ findings, totals }, 2)}\n`),
  };
}

function findingNdjson(write: WriteFindings): FindingReporter {
  const lines = ndjsonLines(write);
  return {
    finding: (finding) => lines.put({ type: "finding", ...finding }),
    async finish(totals) {
      lines.put({ type: "totals", ...totals });
      await lines.end();
    },
  };
}

const COLUMNS = ["file", "line", "column", "rule", "message"] as const;

function findingCsv(write: WriteFindings): FindingReporter {
  write(`${COLUMNS.join(",")}\n`);
  return {
    finding: (finding) =>
      write(`${COLUMNS.map((column) => csvField(finding[column])).join(",")}\n`),
    finish: async () => {},
  };
}
